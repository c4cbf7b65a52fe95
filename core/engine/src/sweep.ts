/**
 * Matching, as a plan: which resting orders and pool cells an order would meet, at which prices, and what every
 * account would look like afterwards. A plan changes nothing, so an order can be judged by its whole outcome and
 * refused without a trace; `settle` then writes exactly what was planned.
 */
import {
  makerFee,
  poolAskPrice,
  poolAskSize,
  poolBidPrice,
  poolBidSize,
  valueOf,
  type Ladder,
} from '@vest/formulas'
import {
  type ErrorCode,
  type Lots,
  lots,
  mulDivFloor,
  type Ratio4,
  type Ticks,
  ticks,
  type Usd6,
  usd6,
} from '@vest/protocol'
import { type BookSide, remainingOf } from './book.ts'
import {
  createDraft,
  type Draft,
  draftFee,
  draftFill,
  increaseOf,
  isAffordable,
  isPurelyReducing,
  signedSize,
} from './draft.ts'
import { quotingLadder, sessionRoomPercent } from './pool.ts'
import { reservationDelta } from './reservation.ts'
import { type Account, type Exchange, inventoryOf, type Market, type Order } from './state.ts'

/** One fill against a resting order, or against a cell of the pool when `maker` is absent. */
export interface PlannedFill {
  readonly maker: Order | undefined
  readonly makerDraft: Draft | undefined
  readonly price: Ticks
  readonly size: Lots
  readonly value: Usd6
  /** The pool takes what a liquidation could not sell: no trade, no tape. */
  readonly isTakeover: boolean
  /** Of the maker. */
  readonly pnl: Usd6
  readonly fee: Usd6
}

/** Why a sweep ended before the whole size: the next price is beyond the limit, or nothing is left. */
export type SweepStop = 'PRICE' | 'CAPACITY'

export interface Plan {
  readonly market: Market
  readonly isBuy: boolean
  readonly taker: Draft
  readonly fills: PlannedFill[]
  /** Resting orders that fall out: met their own owner, or could not stand by their word. */
  readonly cancels: { readonly order: Order; readonly code: ErrorCode | undefined }[]
  readonly drafts: Draft[]
  filled: number
  value: number
  pnl: number
  stop: SweepStop | undefined
  /** Pool inventory at the end. */
  inventory: number
  longOi: number
  shortOi: number
}

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

/** Plans to fill an order within its limit: better price first, at one price users before the pool, the older first. */
export function planSweep(exchange: Exchange, input: SweepInput): Plan {
  const { market, isBuy, size, limitPrice } = input
  const plan = createPlan(input)
  const ladder = quotingLadder(exchange, market)
  const side = isBuy ? market.asks : market.bids
  let levelAt = input.poolOnly === true ? -1 : side.levels.length - 1
  let maker = side.levels[levelAt]?.oldest

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
      planMaker(exchange, plan, input, maker!)
      maker = maker!.younger
    } else planPool(plan, input, ticks(poolPrice), Math.min(poolSize, size - plan.filled))
  }
  return plan
}

/** The best price an order of this side would meet now, users and pool; absent = nothing on the other side. */
export function bestOpposite(exchange: Exchange, market: Market, isBuy: boolean): number | undefined {
  const side: BookSide = isBuy ? market.asks : market.bids
  const user = side.levels[side.levels.length - 1]?.price
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

function createPlan(input: SweepInput): Plan {
  const { account, market, isBuy } = input
  const taker = createDraft(account, market)
  return {
    market,
    isBuy,
    taker,
    fills: [],
    cancels: [],
    drafts: [taker],
    filled: 0,
    value: 0,
    pnl: 0,
    stop: undefined,
    inventory: inventoryOf(market),
    longOi: market.longOi,
    shortOi: market.shortOi,
  }
}

function planPool(plan: Plan, input: SweepInput, price: Ticks, size: number): void {
  planTaker(plan, input, price, size)
  plan.inventory += plan.isBuy ? -size : size
  const value = valueOf(price, lots(size), plan.market.scale)
  plan.fills.push({
    maker: undefined,
    makerDraft: undefined,
    price,
    size: lots(size),
    value,
    isTakeover: false,
    pnl: usd6(0),
    fee: usd6(0),
  })
}

/** Adds to a plan what the pool takes over at a given price, beyond its own quotes. */
export function planTakeover(plan: Plan, input: SweepInput, price: Ticks): void {
  const size = lots(input.size - plan.filled)
  planTaker(plan, input, price, size)
  const value = valueOf(price, size, plan.market.scale)
  plan.fills.push({
    maker: undefined,
    makerDraft: undefined,
    price,
    size,
    value,
    isTakeover: true,
    pnl: usd6(0),
    fee: usd6(0),
  })
}

function planTaker(plan: Plan, input: SweepInput, price: Ticks, size: number): void {
  const before = signedSize(plan.taker.held)
  const fill = { isBuy: plan.isBuy, size: lots(size), price, initMarginRatio: input.initMarginRatio }
  plan.pnl += draftFill(plan.taker, fill)
  countOpenInterest(plan, before, signedSize(plan.taker.held))
  plan.filled += size
  plan.value += valueOf(price, fill.size, plan.market.scale)
}

/** Meets one resting order: it fills, or it falls out with the reason. */
function planMaker(exchange: Exchange, plan: Plan, input: SweepInput, maker: Order): void {
  const account = exchange.accounts[maker.accountId]!
  if (account === input.account) {
    // Self-trade prevention: the resting order goes, the taker goes on.
    plan.cancels.push({ order: maker, code: undefined })
    plan.taker.orderMarginDelta -= maker.reservedMargin
    return
  }
  const known = plan.drafts.find((draft) => draft.account === account)
  const draft = known ?? createDraft(account, plan.market)
  const size = makerSize(draft, maker, input.size - plan.filled)
  if (size === 0) {
    plan.cancels.push({ order: maker, code: 3019 })
    return
  }
  const trial = known === undefined ? draft : { ...draft }
  const fill = {
    isBuy: maker.isBuy,
    size: lots(size),
    price: maker.limitPrice,
    initMarginRatio: maker.initMarginRatio,
  }
  const grows = increaseOf(draft.held, fill)
  const before = signedSize(draft.held)
  const value = valueOf(fill.price, fill.size, plan.market.scale)
  const fee = makerFee(value, plan.market.spec.takerFeeRate)
  const pnl = draftFill(trial, fill)
  draftFee(trial, fee, maker.initMarginRatio)
  trial.orderMarginDelta += reservationDelta(maker, size, plan.market.scale)

  const refusal = makerRefusal(exchange, plan, { trial, maker, grows })
  if (refusal !== undefined) {
    plan.cancels.push({ order: maker, code: refusal })
    if (known !== undefined) known.orderMarginDelta -= maker.reservedMargin
    return
  }
  if (known === undefined) plan.drafts.push(trial)
  else Object.assign(known, trial)
  planTaker(plan, input, maker.limitPrice, size)
  countOpenInterest(plan, before, signedSize(trial.held))
  plan.fills.push({
    maker,
    makerDraft: known ?? trial,
    price: maker.limitPrice,
    size: fill.size,
    value,
    isTakeover: false,
    pnl,
    fee,
  })
}

/** What a maker can give: a reduce-only order never more than its account still holds on the other side. */
function makerSize(draft: Draft, maker: Order, wanted: number): number {
  const size = Math.min(remainingOf(maker), wanted)
  if (!maker.reduceOnly) return size
  const { held } = draft
  return held === undefined || held.isLong === maker.isBuy ? 0 : Math.min(size, held.size)
}

/** A maker must be able to afford its part (3002) and fit under the open interest cap (3010), or only reduce. */
function makerRefusal(
  exchange: Exchange,
  plan: Plan,
  input: { readonly trial: Draft; readonly maker: Order; readonly grows: number },
): ErrorCode | undefined {
  const isReducing = isPurelyReducing(input.trial)
  if (!isReducing && !isAffordable(exchange, input.trial, false)) return 3002
  if (input.grows > 0) {
    const side = input.maker.isBuy ? plan.longOi : plan.shortOi
    if (!fitsOpenInterest(plan.market, side + input.grows)) return 3010
  }
  return undefined
}

/** value(index, open interest of a side) <= cap of the market in this session. */
export function fitsOpenInterest(market: Market, sideOi: number): boolean {
  const { index, spec } = market
  if (index === undefined) return false
  const cap = mulDivFloor(spec.risk.openInterestCapUsd6, sessionRoomPercent(market), 100)
  return sideOi * index * market.scale <= cap
}

function countOpenInterest(plan: Plan, before: number, after: number): void {
  plan.longOi += Math.max(0, after) - Math.max(0, before)
  plan.shortOi += Math.max(0, -after) - Math.max(0, -before)
}
