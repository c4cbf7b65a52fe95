/**
 * Tells who listens which candles changed. A candle of any interval is folded from at most 31 base candles in
 * memory, so it is made when it is needed and nothing is kept per interval but where it stood.
 */
import type { KlineInterval } from '@vest/protocol'
import type { Candle } from '@vest/runtime'
import type { CandleUpdate } from '../projectorPort.ts'
import { closeTimeMs, intervalStartMs } from '../klineTime.ts'
import { FOLDING, joinCandles } from './candleIntervals.ts'
import type { LiveCandles } from './liveCandles.ts'
import type { MarketCandles } from './marketCandles.ts'

export interface WatchedCandle {
  readonly symbol: string
  readonly interval: KlineInterval
}

interface Watch extends WatchedCandle {
  /** The version of the market that was told last. */
  version: number
  /** The interval that was running then; undefined once its close is told. */
  openTimeMs: number | undefined
}

export interface CandleWatch {
  watch(watched: readonly WatchedCandle[]): void
  onCandle(listener: (updates: readonly CandleUpdate[]) => void): () => void
  /** Tells what changed since the last call; called after events were folded. */
  tell(): void
}

export function createCandleWatch(live: LiveCandles): CandleWatch {
  const listeners = new Set<(updates: readonly CandleUpdate[]) => void>()
  let watches = new Map<string, Watch>()

  /** A new watch starts from now: what was before is read, not told. */
  function begin({ symbol, interval }: WatchedCandle): Watch {
    const market = live.market(symbol)
    const lastOpenMs = market?.series[FOLDING[interval].base].lastOpenTime()
    return {
      symbol,
      interval,
      version: market?.version ?? 0,
      openTimeMs: lastOpenMs === undefined ? undefined : intervalStartMs(interval, lastOpenMs),
    }
  }
  function collect(watch: Watch, updates: CandleUpdate[]): void {
    const { symbol, interval } = watch
    const market = live.market(symbol)
    const lastOpenMs = market?.series[FOLDING[interval].base].lastOpenTime()
    if (!market || lastOpenMs === undefined) return
    const runningMs = intervalStartMs(interval, lastOpenMs)
    const isOver = (openTimeMs: number): boolean => closeTimeMs(interval, openTimeMs) < live.timeMs!
    const add = (openTimeMs: number, isClosed: boolean): void => {
      const candle = candleAt(market, interval, openTimeMs)
      if (candle) updates.push({ symbol, interval, candle, isClosed })
    }
    if (watch.openTimeMs !== undefined && (watch.openTimeMs < runningMs || isOver(watch.openTimeMs))) {
      add(watch.openTimeMs, true)
      watch.openTimeMs = undefined
    }
    if (watch.version === market.version) return
    watch.version = market.version
    if (isOver(runningMs)) return
    watch.openTimeMs = runningMs
    add(runningMs, false)
  }

  return {
    watch(watched) {
      const next = new Map<string, Watch>()
      for (const each of watched) {
        const key = `${each.symbol} ${each.interval}`
        next.set(key, watches.get(key) ?? begin(each))
        live.market(each.symbol)?.reachBack(FOLDING[each.interval].base)
      }
      watches = next
    },
    onCandle(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    tell() {
      if (watches.size === 0 || listeners.size === 0) return
      const updates: CandleUpdate[] = []
      for (const watch of watches.values()) collect(watch, updates)
      if (updates.length > 0) for (const listener of listeners) listener(updates)
    },
  }
}

/** The candle of `interval` that opens at `openTimeMs`, from what memory holds of it. */
function candleAt(market: MarketCandles, interval: KlineInterval, openTimeMs: number): Candle | undefined {
  const series = market.series[FOLDING[interval].base]
  const end = series.indexFrom(closeTimeMs(interval, openTimeMs) + 1)
  let candle: Candle | undefined
  for (let index = series.indexFrom(openTimeMs); index < end; index += 1)
    candle = candle
      ? joinCandles(candle, series.at(index))
      : { ...series.at(index), openTimeMs: openTimeMs as Candle['openTimeMs'] }
  return candle
}
