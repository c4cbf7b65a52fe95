/**
 * The backstop: a sub-account of the pool that takes over what a liquidation could not sell, at the bankruptcy price.
 * It has an allocation, a share of the pool's net asset value, and can lose at most that: neither a takeover nor a
 * shortfall exceeds it, and beyond it positions are deleveraged. No money is moved to it; its result is booked under
 * BACKSTOP, so the ledger shows its cost. It sells passively: every minute a small part of each position is in the
 * ladder, at the ladder's own first price.
 */
import { type Lots, type Ticks, divFloor, mulDivFloor } from '@vest/protocol'
import {
  type BackstopPosition,
  type Exchange,
  type Market,
  markBookChanged,
  scheduleCross,
} from '../state/index.ts'
import { pnlOf } from './netAssetValue.ts'
import { fillOwn, fillPool } from './poolFills.ts'

/** Its maximum position, in percent of the market's inventory limit. */
export const BACKSTOP_POSITION_PERCENT = 25

/** The part of a position that it offers per minute; at least one lot, so that the position ends. */
export const BACKSTOP_UNWIND_PERCENT = 2
const UNWIND_MS = 60_000

export const backstopAllocation = (exchange: Exchange): number =>
  mulDivFloor(Math.max(0, exchange.sleeves.POOL.nav), exchange.parameters.backstopAllocationPercent, 100)

/** Its remaining allocation, at the marks; negative = its allocation is used up. */
export function backstopCapital(exchange: Exchange): number {
  let capital = backstopAllocation(exchange) + exchange.money.BACKSTOP
  for (const market of exchange.markets)
    if (market.backstop !== undefined && market.mark !== undefined)
      capital += pnlOf(market.backstop, market, market.mark)
  return capital
}

/** Signed lots, > 0 = long. */
export const backstopInventory = ({ backstop }: Market): number =>
  backstop === undefined ? 0 : backstop.isLong ? backstop.size : -backstop.size

export const backstopLimit = (market: Market): number =>
  mulDivFloor(market.ladder?.limit ?? 0, BACKSTOP_POSITION_PERCENT, 100)

/**
 * Lots that it takes over at a price: within its position limit, and as far as its capital bears the loss at the mark.
 * `inventory` and `capital` are its figures at that moment. In an isolated market it takes none: that risk is not the
 * liquidity providers'.
 */
export function backstopRoom(
  market: Market,
  takeover: {
    readonly isBuy: boolean
    readonly price: number
    readonly inventory: number
    readonly capital: number
  },
): number {
  const { isBuy, price, inventory, capital } = takeover
  if (market.spec.isolated || capital <= 0) return 0
  const bySize = Math.max(0, backstopLimit(market) - (isBuy ? inventory : -inventory))
  const lossPerLot = (isBuy ? price - market.mark! : market.mark! - price) * market.scale
  return lossPerLot <= 0 ? bySize : Math.min(bySize, divFloor(capital, lossPerLot))
}

/** Its side of a fill: a takeover, a transfer, or (`isOffer`) a trade against what it offers. */
export function fillBackstop(
  exchange: Exchange,
  market: Market,
  fill: { readonly isBuy: boolean; readonly size: Lots; readonly price: Ticks },
  isOffer = false,
): void {
  const before = market.backstop
  const after = fillOwn(exchange, market, before, 'BACKSTOP', fill)
  market.backstop = after && {
    ...after,
    ...offerAfter(exchange, before, { ...after, traded: isOffer ? fill.size : 0 }),
  }
  markBookChanged(exchange, market)
  scheduleCross(exchange, market.id)
}

/** A new or flipped position is not offered before the next minute. */
function offerAfter(
  exchange: Exchange,
  before: BackstopPosition | undefined,
  after: { readonly isLong: boolean; readonly size: Lots; readonly traded: number },
): Pick<BackstopPosition, 'offered' | 'offeredMinute'> {
  if (before === undefined || before.isLong !== after.isLong)
    return { offered: 0 as Lots, offeredMinute: minuteOf(exchange) }
  const offered = Math.min(before.offered - after.traded, after.size) as Lots
  return { offered, offeredMinute: before.offeredMinute }
}

const minuteOf = (exchange: Exchange): number => divFloor(exchange.timeMs, UNWIND_MS)

/** Called once a minute: sets its offer for that minute. An unsold offer of the last minute is not added. */
export function renewOffer(exchange: Exchange, market: Market): void {
  const { backstop } = market
  const offeredMinute = minuteOf(exchange)
  if (backstop === undefined || backstop.offeredMinute === offeredMinute) return
  const offered = Math.max(1, mulDivFloor(backstop.size, BACKSTOP_UNWIND_PERCENT, 100)) as Lots
  market.backstop = { ...backstop, offered, offeredMinute }
  markBookChanged(exchange, market)
  scheduleCross(exchange, market.id)
}

/** Lots that it offers a buyer (or bids a seller) at the ladder's first price, before the pool's own. */
export function offeredLots({ backstop }: Market, isBuy: boolean): number {
  return backstop !== undefined && backstop.isLong === isBuy ? backstop.offered : 0
}

/**
 * Before a corporate action: its position passes to the pool at the last index price, so that one position is
 * rescaled.
 */
export function handOverToPool(exchange: Exchange, market: Market): void {
  const { backstop, index } = market
  if (backstop === undefined || index === undefined) return
  const { isLong, size } = backstop
  fillBackstop(exchange, market, { isBuy: !isLong, size, price: index })
  fillPool(exchange, market, { isBuy: isLong, size, price: index })
}
