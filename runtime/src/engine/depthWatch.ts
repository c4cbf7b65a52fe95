/**
 * Depth of the watched markets after a change, at most every DEPTH_THROTTLE_MS per market. A change marks a
 * market; the first mark after a quiet time is sent with the next group, later ones wait for the period's end.
 */
import { DEPTH_LEVELS_PUSHED, DEPTH_THROTTLE_MS } from '@vest/protocol'
import type { DepthView, MarketId } from '@vest/engine'
import type { Timers } from './timers.ts'

export interface DepthWatch {
  watch(symbols: readonly string[]): void
  /** Called for every market, also while none is watched. */
  nameMarket(marketId: MarketId, symbol: string): void
  /** The books of these markets have changed. */
  markChanged(marketIds: Iterable<MarketId>): void
  /** Sends what is due now. */
  flush(): void
  stop(): void
}

export interface DepthWatchOptions {
  readonly timers: Timers
  /** Monotonic milliseconds. */
  readonly nowMs: () => number
  readonly depthOf: (symbol: string, levels: number) => DepthView | undefined
  readonly send: (depths: readonly DepthView[]) => void
}

export function createDepthWatch(options: DepthWatchOptions): DepthWatch {
  const symbols = new Map<MarketId, string>()
  let watched: ReadonlySet<string> = new Set()
  const dirty = new Set<string>()
  const sentMs = new Map<string, number>()
  let cancelTimer: (() => void) | undefined

  const flush = (): void => {
    if (dirty.size === 0) return
    const nowMs = options.nowMs()
    const depths: DepthView[] = []
    let waitMs: number | undefined
    for (const symbol of dirty) {
      const dueInMs = (sentMs.get(symbol) ?? -Infinity) + DEPTH_THROTTLE_MS - nowMs
      if (dueInMs > 0) {
        waitMs = Math.min(waitMs ?? dueInMs, dueInMs)
        continue
      }
      dirty.delete(symbol)
      sentMs.set(symbol, nowMs)
      const depth = options.depthOf(symbol, DEPTH_LEVELS_PUSHED)
      if (depth) depths.push(depth)
    }
    if (depths.length > 0) options.send(depths)
    if (waitMs !== undefined)
      cancelTimer ??= options.timers.after(waitMs, () => {
        cancelTimer = undefined
        flush()
      })
  }

  return {
    watch(list) {
      watched = new Set(list)
      for (const symbol of dirty) if (!watched.has(symbol)) dirty.delete(symbol)
      for (const symbol of sentMs.keys()) if (!watched.has(symbol)) sentMs.delete(symbol)
    },
    nameMarket: (marketId, symbol) => void symbols.set(marketId, symbol),
    markChanged(marketIds) {
      if (watched.size === 0) return
      for (const marketId of marketIds) {
        const symbol = symbols.get(marketId)
        if (symbol !== undefined && watched.has(symbol)) dirty.add(symbol)
      }
    },
    flush,
    stop: () => cancelTimer?.(),
  }
}
