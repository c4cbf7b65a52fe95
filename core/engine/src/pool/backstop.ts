/**
 * The backstop: a sub-account of the pool that takes over what a liquidation could not sell, at the price at which the
 * account has nothing left. It has an allocation of its own, a share of the pool's net asset value, and may lose that
 * and no more: neither a takeover nor a shortfall brings it further, and beyond it deleveraging steps in. No money is
 * moved to it; its result stands under BACKSTOP, so the ledger shows what it has cost. It sells passively: in every
 * minute a small part of each position stands in the ladder, at the ladder's own first price.
 */
import {
  type BackstopPosition,
  type Exchange,
  type Market,
  noteBookChanged,
  noteToCross,
} from '../state/index.ts'
import { pnlOf } from './netAssetValue.ts'
import { fillOwn, fillPool } from './poolFills.ts'
import { type Lots, type Ticks, divFloor, mulDivFloor } from '@vest/protocol'

/** Its largest position, of the inventory limit of the market. */
export const BACKSTOP_POSITION_PERCENT = 25

/** What it offers of a position in one minute; one lot at least, so that it ends. */
export const BACKSTOP_UNWIND_PERCENT = 2

const UNWIND_MS = 60_000

export const backstopAllocation = (exchange: Exchange): number =>
  mulDivFloor(Math.max(0, exchange.sleeves.POOL.nav), exchange.parameters.backstopAllocationPercent, 100)

/** What it may still lose, at the marks; below zero = its allocation is gone. */
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
 * `inventory` and `capital` are those it has at that moment. In an isolated market it takes none: that is not the
 * liquidity providers' risk.
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
  noteBookChanged(exchange, market)
  noteToCross(exchange, market.id)
}

/** A position that is new, or has turned, offers nothing before the next minute. */
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

/** Once a minute: what it offers from now on. What was not sold in the last minute is not added. */
export function renewOffer(exchange: Exchange, market: Market): void {
  const { backstop } = market
  const offeredMinute = minuteOf(exchange)
  if (backstop === undefined || backstop.offeredMinute === offeredMinute) return
  const offered = Math.max(1, mulDivFloor(backstop.size, BACKSTOP_UNWIND_PERCENT, 100)) as Lots
  market.backstop = { ...backstop, offered, offeredMinute }
  noteBookChanged(exchange, market)
  noteToCross(exchange, market.id)
}

/** Lots that a buyer (or seller) meets at the ladder's first price, before the pool's own. */
export function offeredLots({ backstop }: Market, isBuy: boolean): number {
  return backstop !== undefined && backstop.isLong === isBuy ? backstop.offered : 0
}

/** Before a corporate action: its position passes to the pool at the last index, and has one owner to be rescaled with. */
export function handOverToPool(exchange: Exchange, market: Market): void {
  const { backstop, index } = market
  if (backstop === undefined || index === undefined) return
  const { isLong, size } = backstop
  fillBackstop(exchange, market, { isBuy: !isLong, size, price: index })
  fillPool(exchange, market, { isBuy: isLong, size, price: index })
}
