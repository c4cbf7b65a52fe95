/**
 * What a share card is about: the figures of a row at the moment it was asked for, so that a card never says
 * something else than the table did. Neither size nor dollars are among them.
 */
import { leverageOfRatio, roePercent2, valueOf } from '@vest/formulas'
import { timeMs, type Ticks, type TimeMs } from '@vest/protocol'
import type { PositionRow } from '../../entities/account/index.ts'
import type { ClosedPosition } from '../../entities/past/index.ts'
import type { Market } from '../../live/index.ts'

export interface SharedPosition {
  readonly market: Market
  readonly isLong: boolean
  readonly leverage: number
  /** Percent with 2 decimals. */
  readonly roePercent2: number
  readonly entryPrice: Ticks
  /** The mark of an open position; the average exit of one that has ended. */
  readonly price: Ticks
  readonly isClosed: boolean
  readonly timeMs: TimeMs
}

export const sharedPosition = (row: PositionRow, nowMs: number): SharedPosition => ({
  market: row.market,
  isLong: row.isLong,
  leverage: row.leverage,
  roePercent2: row.roePercent2,
  entryPrice: row.entryPrice,
  price: row.markPrice,
  isClosed: false,
  timeMs: timeMs(nowMs),
})

/** All that came of it, fees and funding included, on the margin that its whole size took at the entry price. */
export const sharedClosedPosition = (row: ClosedPosition): SharedPosition => ({
  market: row.market,
  isLong: row.isLong,
  leverage: leverageOfRatio(row.initMarginRatio),
  roePercent2: roePercent2({
    unrealizedPnl: row.realizedPnl,
    cost: valueOf(row.entryPrice, row.size, row.market.scale),
    initMarginRatio: row.initMarginRatio,
  }),
  entryPrice: row.entryPrice,
  price: row.exitPrice,
  isClosed: true,
  timeMs: row.closeTimeMs,
})
