/**
 * Matching, as a plan: which resting orders and pool cells an order would meet, at which prices, and what every
 * account would look like afterwards. A plan changes nothing, so an order can be judged by its whole outcome and
 * refused without a trace; `settle` then writes exactly what was planned.
 */
import {
  type Ladder,
  makerFee,
  poolAskPrice,
  poolAskSize,
  poolBidPrice,
  poolBidSize,
  valueOf,
} from '@vest/formulas'
import { type ErrorCode, type Lots, mulDivFloor, type Ratio4, type Ticks, type Usd6 } from '@vest/protocol'
import { remainingOf } from './book.ts'
import {
  copyDraft,
  type Draft,
  draftFee,
  draftFill,
  draftOf,
  increaseOf,
  isAffordable,
  isPurelyReducing,
  nextFill,
  type Plan,
  signedSize,
} from './draft.ts'
import { quotingLadder, sessionRoomPercent } from './pool.ts'
import { reservationDelta } from './reservation.ts'
import type { Order } from './order.ts'
import type { Account } from './accountRows.ts'
import { type Exchange, inventoryOf, type Market } from './state.ts'

export interface SweepInput {
  readonly account: Account
  readonly market: Market
  readonly isBuy: boolean
  readonly size: Lots
  readonly limitPrice: Ticks
  readonly initMarginRatio: Ratio4
  /** The resting order itself is swept against the pool alone (index-cross rule). */
  readonly poolOnly?: boolean
}

/**
 * Plans to fill an order within its limit: better price first, at one price users before the pool, the older first.
 * The plan is the exchange's one: it holds until the next sweep.
 */
export function planSweep(exchange: Exchange, input: SweepInput): Plan {
  const { market, isBuy, size, limitPrice } = input
  const plan = beginPlan(exchange, input)
  const ladder = quotingLadder(exchange, market)
  const side = isBuy ? market.asks : market.bids
  let levelAt = input.poolOnly === true ? -1 : side.levels.length - 1
  let maker = levelAt < 0 ? undefined : side.levels[levelAt]!.oldest

  while (plan.filled < size) {
    while (maker === undefined && levelAt > 0) maker = side.levels[--levelAt]!.oldest
    const poolSize =
      ladder === undefined
        ? 0
        : isBuy
          ? poolAskSize(ladder, plan.inventory)
          : poolBidSize(ladder, plan.inventory)
    const poolPrice = poolSize > 0 ? poolPriceAt(ladder!, plan.inventory, isBuy) : 0
    const hasPool = poolPrice >= 1
    if (maker === undefined && !hasPool) {
      plan.stop = 'CAPACITY'
      break
    }
    // Customer priority: at equal price the user's order comes before the pool.
    const isUser =
      maker !== undefined &&
      (!hasPool || (isBuy ? maker.limitPrice <= poolPrice : maker.limitPrice >= poolPrice))
    const price = isUser ? maker!.limitPrice : poolPrice
    if (isBuy ? price > limitPrice : price < limitPrice) {
      plan.stop = 'PRICE'
      break
    }
    if (isUser) {
      planMaker(exchange, plan, maker!)
      maker = maker!.younger
    } else planPool(plan, poolPrice as Ticks, Math.min(poolSize, size - plan.filled) as Lots, false)
  }
  return plan
}

/** The best price an order of this side would meet now, users and pool; absent = nothing on the other side. */
export function bestOpposite(exchange: Exchange, market: Market, isBuy: boolean): number | undefined {
  const { levels } = isBuy ? market.asks : market.bids
  const user = levels.length === 0 ? undefined : levels[levels.length - 1]!.price
  const pool = bestPoolPrice(exchange, market, isBuy)
  if (user === undefined || pool === undefined) return user ?? pool
  return isBuy ? Math.min(user, pool) : Math.max(user, pool)
}

/** The pool's first ask (for a buyer) or bid; absent when it does not quote that side. */
export function bestPoolPrice(exchange: Exchange, market: Market, isBuy: boolean): number | undefined {
  const ladder = quotingLadder(exchange, market)
  if (ladder === undefined) return undefined
  const inventory = inventoryOf(market)
  const size = isBuy ? poolAskSize(ladder, inventory) : poolBidSize(ladder, inventory)
  if (size === 0) return undefined
  const price = poolPriceAt(ladder, inventory, isBuy)
  return price < 1 ? undefined : price
}

const poolPriceAt = (ladder: Ladder, inventory: number, isBuy: boolean): number =>
  isBuy ? poolAskPrice(ladder, inventory) : poolBidPrice(ladder, inventory)

function beginPlan(exchange: Exchange, input: SweepInput): Plan {
  const { plan } = exchange.work
  const { account, market } = input
  plan.sweep += 1
  plan.account = account
  plan.market = market
  plan.isBuy = input.isBuy
  plan.size = input.size
  plan.limitPrice = input.limitPrice
  plan.initMarginRatio = input.initMarginRatio
  plan.fillCount = 0
  plan.draftCount = 0
  if (plan.cancels.length > 0) plan.cancels.length = 0
  plan.filled = 0
  plan.value = 0
  plan.pnl = 0
  plan.stop = undefined
  plan.inventory = inventoryOf(market)
  plan.longOi = market.longOi
  plan.shortOi = market.shortOi
  plan.taker = draftOf(plan, account)
  return plan
}

/** The taker meets the pool: at its own quote, or (a takeover) at a given price beyond its quotes. */
function planPool(plan: Plan, price: Ticks, size: Lots, isTakeover: boolean): void {
  const value = planTaker(plan, price, size)
  if (!isTakeover) plan.inventory += plan.isBuy ? -size : size
  const fill = nextFill(plan)
  fill.maker = undefined
  fill.makerDraft = undefined
  fill.price = price
  fill.size = size
  fill.value = value
  fill.isTakeover = isTakeover
  fill.pnl = 0 as Usd6
  fill.fee = 0 as Usd6
}

/** Adds to a plan what the pool takes over at a given price, beyond its own quotes. */
export const planTakeover = (plan: Plan, price: Ticks): void =>
  planPool(plan, price, (plan.size - plan.filled) as Lots, true)

function planTaker(plan: Plan, price: Ticks, size: Lots): Usd6 {
  const before = signedSize(plan.taker)
  plan.pnl += draftFill(plan.taker, plan.isBuy, size, price, plan.initMarginRatio)
  countOpenInterest(plan, before, signedSize(plan.taker))
  plan.filled += size
  const value = valueOf(price, size, plan.market.scale)
  plan.value += value
  return value
}

/** Meets one resting order: it fills, or it falls out with the reason. */
function planMaker(exchange: Exchange, plan: Plan, maker: Order): void {
  const { market } = plan
  const account = exchange.accounts[maker.accountId]!
  if (account === plan.account) {
    // Self-trade prevention: the resting order goes, the taker goes on.
    plan.cancels.push({ order: maker, code: undefined })
    plan.taker.orderMarginDelta -= maker.reservedMargin
    return
  }
  const draft = draftOf(plan, account)
  const size = makerSize(draft, maker, plan.size - plan.filled)
  if (size === 0) {
    plan.cancels.push({ order: maker, code: 3019 })
    return
  }
  const { isBuy, limitPrice } = maker
  copyDraft(draft, plan.saved)
  const grows = increaseOf(draft, isBuy, size)
  const before = signedSize(draft)
  const value = valueOf(limitPrice, size, market.scale)
  const fee = makerFee(value, market.spec.takerFeeRate)
  const pnl = draftFill(draft, isBuy, size, limitPrice, maker.initMarginRatio)
  draftFee(draft, fee, maker.initMarginRatio)
  draft.orderMarginDelta += reservationDelta(maker, size, market.scale)

  const refusal = makerRefusal(exchange, plan, draft, isBuy, grows)
  if (refusal !== undefined) {
    plan.cancels.push({ order: maker, code: refusal })
    copyDraft(plan.saved, draft)
    // What it reserved is free for the next orders of its account.
    draft.orderMarginDelta -= maker.reservedMargin
    return
  }
  planTaker(plan, limitPrice, size)
  countOpenInterest(plan, before, signedSize(draft))
  const fill = nextFill(plan)
  fill.maker = maker
  fill.makerDraft = draft
  fill.price = limitPrice
  fill.size = size
  fill.value = value
  fill.isTakeover = false
  fill.pnl = pnl
  fill.fee = fee
}

/** What a maker can give: a reduce-only order never more than its account still holds on the other side. */
function makerSize(draft: Draft, maker: Order, wanted: number): Lots {
  const remaining = remainingOf(maker)
  const size = remaining < wanted ? remaining : wanted
  if (!maker.reduceOnly) return size as Lots
  if (draft.size === 0 || draft.isLong === maker.isBuy) return 0 as Lots
  return (size < draft.size ? size : draft.size) as Lots
}

/** A maker must be able to afford its part (3002) and fit under the open interest cap (3010), or only reduce. */
function makerRefusal(
  exchange: Exchange,
  plan: Plan,
  draft: Draft,
  isBuy: boolean,
  grows: number,
): ErrorCode | undefined {
  if (!isPurelyReducing(draft) && !isAffordable(exchange, draft, false)) return 3002
  if (grows > 0 && !fitsOpenInterest(plan.market, (isBuy ? plan.longOi : plan.shortOi) + grows)) return 3010
  return undefined
}

/** value(index, open interest of a side) <= cap of the market in this session. */
export function fitsOpenInterest(market: Market, sideOi: number): boolean {
  const { index, spec } = market
  if (index === undefined) return false
  const percent = sessionRoomPercent(market)
  const full = spec.risk.openInterestCapUsd6
  return sideOi * index * market.scale <= (percent === 100 ? full : mulDivFloor(full, percent, 100))
}

function countOpenInterest(plan: Plan, before: number, after: number): void {
  plan.longOi += (after > 0 ? after : 0) - (before > 0 ? before : 0)
  plan.shortOi += (after < 0 ? -after : 0) - (before < 0 ? -before : 0)
}
