/**
 * A taker that follows momentum: when the mark has moved far enough within a window it buys or sells at market, and
 * closes when the movement has turned or its time is over. What becomes of each order is waited for, never assumed.
 */
import { ApiError, UnknownOutcomeError, type VestClient } from '@vest/sdk/node'
import { pause } from './pause.ts'

export interface MomentumOptions {
  readonly vest: VestClient
  readonly symbol: string
  readonly size: string
  /** How far the mark has to move, in parts of the price; default 0.001. */
  readonly threshold?: number
  /** Within how many prices; default 10. */
  readonly window?: number
  /** How long a position is held at most; default 60 s. */
  readonly holdMs?: number
  readonly log?: (line: string) => void
  /** Ends it: the position is closed. */
  readonly signal: AbortSignal
}

export async function runMomentumTaker(options: MomentumOptions): Promise<{ readonly taken: number }> {
  const {
    vest,
    symbol,
    size,
    threshold = 0.001,
    window = 10,
    holdMs = 60_000,
    log = () => {},
    signal,
  } = options
  const marks: number[] = []
  let held: { readonly isLong: boolean; readonly untilMs: number } | undefined
  let taken = 0
  const feed = vest.publicFeed()
  feed.onTicker(symbol, (ticker) => {
    marks.push(Number(ticker.markPrice))
    if (marks.length > window) marks.shift()
  })
  feed.connect()

  /** Resolves once it is FILLED; false = the exchange would not. */
  async function take(isBuy: boolean, reduceOnly: boolean): Promise<boolean> {
    try {
      const { id } = await vest.placeOrder({ symbol, isBuy, size, orderType: 'MARKET', reduceOnly })
      const order = await vest.confirmOrder(id, { expect: 'MARKET' })
      log(`${isBuy ? 'bought' : 'sold'} ${size} at ${order.avgFilledPrice}`)
      return true
    } catch (error) {
      // The answer was lost: its number tells whether it was executed.
      if (error instanceof UnknownOutcomeError)
        return (await vest.resolveLostOrder(error)).kind === 'executed'
      if (error instanceof ApiError) {
        log(`refused with ${error.code}: ${error.message}`)
        return false
      }
      throw error
    }
  }
  const movement = (): number => (marks.length < 2 ? 0 : marks.at(-1)! / marks[0]! - 1)

  try {
    while (!signal.aborted) {
      const moved = movement()
      if (held === undefined && Math.abs(moved) >= threshold) {
        const isLong = moved > 0
        if (await take(isLong, false)) {
          taken += 1
          held = { isLong, untilMs: Date.now() + holdMs }
        }
      } else if (held !== undefined && (Date.now() > held.untilMs || moved > 0 !== held.isLong)) {
        if (await take(!held.isLong, true)) held = undefined
      }
      await pause(250, signal)
    }
  } finally {
    feed.disconnect()
    if (held !== undefined) await vest.closeAllPositions({ symbol })
  }
  return { taken }
}
