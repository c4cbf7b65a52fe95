/**
 * Matching, as a plan: the resting orders and pool cells that an order would fill against, the prices, and the
 * projected state of every account. A plan changes nothing, so an order can be checked by its whole outcome and
 * refused without a trace; `settle` then writes exactly what was planned.
 */
import { reservationDelta } from '../book/index.ts'
import { chargedFee } from '../ledger/index.ts'
import {
  countOpenInterest,
  draftFee,
  draftFill,
  draftOf,
  fitsOpenInterest,
  isAffordable,
  isBeyondMeans,
  isPurelyReducing,
  MEANS,
  openDraft,
} from '../margin/index.ts'
import { highestFillIn, lowestFillIn } from '../markets/index.ts'
import { offeredLots, quotingLadder } from '../pool/index.ts'
import {
  ACCOUNT_ID,
  asPlace,
  bestLevel,
  BUY_BIT,
  BY_TRADE,
  DRAFT_FLAGS,
  DRAFT_LONG,
  DRAFT_NUMBERS,
  DRAFT_PNL,
  DRAFT_SIZE,
  draftIncrease,
  DRAFTS,
  draftSignedSize,
  type Exchange,
  FILL_PRICE,
  FILL_SIZE,
  FILL_VALUE,
  FILLED_SIZE,
  HAS_FILL,
  INIT_MARGIN_RATIO,
  INVENTORY,
  KIND,
  LIMIT_PRICE,
  LONG_OI,
  MAKER,
  MAKER_DRAFT,
  MAKER_FEE,
  MAKER_PNL,
  type Market,
  nextFill,
  NONE,
  OFFER,
  OLDEST,
  ORDER_MARGIN_DELTA,
  PLAN,
  PLAN_FILLED,
  REDUCE_ONLY_BIT,
  RESERVED_MARGIN,
  restoreDraft,
  SAVED,
  SHORT_OI,
  type SimSide,
  SIZE,
  TAKER,
  USER_FILLS,
  WORDS,
  worseLevel,
  YOUNGER,
} from '../state/index.ts'
import { firstUnreached, mirroredInventory, poolPriceAt, poolSizeAt } from './bestPrices.ts'
import { beginPlan, planPool, planTaker } from './fillPlan.ts'
import { askRun, bidRun, takerFee, valueOf } from '@vest/formulas'
import { REFUSAL, type ErrorCode, type Lots, type Ticks } from '@vest/protocol'

/**
 * Plans the fills of an order within its limit: better price first, at one price users before the pool, the older
 * first. Nothing fills beyond the fill band: the taker stops at its end as at its limit, resting orders beyond it are
 * cancelled, and quotes of the pool beyond it are no offers. There is one plan: it is valid until the next sweep.
 * `poolOnly`: the resting order itself is swept against the pool alone (index-cross rule). `order`: a new order; its
 * sweep ends as soon as the account certainly cannot pay for it (`sweepAffordability.ts`).
 */
export function planSweep(
  exchange: Exchange,
  accountId: number,
  market: Market,
  isBuy: boolean,
  size: number,
  limitPrice: number,
  initMarginRatio: number,
  poolOnly = false,
  order = NONE,
): void {
  beginPlan(exchange, accountId, market, isBuy, size, initMarginRatio)
  const lowest = lowestFillIn(market)
  const highest = highestFillIn(market)
  const bound = isBuy ? Math.min(limitPrice, highest) : Math.max(limitPrice, lowest)
  if (market.sim !== undefined) return planMirrored(exchange, market.sim, bound, lowest, highest)
  const { numbers } = PLAN
  const ladder = quotingLadder(exchange, market)
  const side = isBuy ? market.asks : market.bids
  let offered = market.backstop === undefined ? 0 : offeredLots(market, isBuy)
  const { halves, numbers: orders } = exchange.orderRows
  let level = poolOnly
    ? NONE
    : market.isCrossPending
      ? firstUnreached(exchange, market, isBuy)
      : bestLevel(side)
  let maker = level === NONE ? NONE : side.halves[2 * level + OLDEST]!
  let met = 0
  let askedAt = order === NONE ? 0 : MEANS.askedAfterMakers

  while (numbers[PLAN_FILLED]! < size) {
    if (maker === NONE && level !== NONE) {
      level = worseLevel(side, asPlace(level))
      if (level !== NONE) maker = side.halves[2 * asPlace(level) + OLDEST]!
    }
    const inventory = numbers[INVENTORY]!
    const poolSize = ladder === undefined ? 0 : offered > 0 ? offered : poolSizeAt(ladder, inventory, isBuy)
    const poolPrice = poolSize > 0 ? poolPriceAt(ladder!, inventory, isBuy) : 0
    const hasPool = poolPrice >= 1 && (isBuy ? poolPrice >= lowest : poolPrice <= highest)
    if (maker === NONE && !hasPool) {
      PLAN.stop = 'CAPACITY'
      break
    }
    // Customer priority: at equal price the user's order comes before the pool.
    const userPrice = maker === NONE ? 0 : orders[asPlace(maker) + LIMIT_PRICE]!
    const isUser = maker !== NONE && (!hasPool || (isBuy ? userPrice <= poolPrice : userPrice >= poolPrice))
    const price = isUser ? userPrice : poolPrice
    if (isBuy ? price > bound : price < bound) {
      PLAN.stop = 'PRICE'
      break
    }
    if (isUser) {
      planMaker(exchange, maker, isBuy ? price < lowest : price > highest)
      maker = halves[2 * asPlace(maker) + YOUNGER]!
      met += 1
      if (met === askedAt) {
        if (isBeyondMeans(exchange, order, price)) break
        askedAt *= 2
      }
    } else if (offered > 0) {
      const taken = Math.min(offered, size - numbers[PLAN_FILLED]!)
      planPool(exchange, poolPrice, taken, OFFER)
      offered -= taken
    } else planPool(exchange, poolPrice, Math.min(poolSize, size - numbers[PLAN_FILLED]!), BY_TRADE)
  }
}

/** Closes a SIM position by force: at any price of the ladder, however far from the mark. */
export function planForced(
  exchange: Exchange,
  accountId: number,
  market: Market,
  isBuy: boolean,
  size: number,
  limitPrice: number,
  initMarginRatio: number,
): void {
  beginPlan(exchange, accountId, market, isBuy, size, initMarginRatio)
  planMirrored(exchange, market.sim!, limitPrice, 0, Infinity)
}

/** In SIM: the mirrored ladder alone, from the account's own position on it, up to the limit of one order. */
function planMirrored(
  exchange: Exchange,
  sim: SimSide,
  bound: number,
  lowest: number,
  highest: number,
): void {
  const { numbers, market, isBuy, size } = PLAN
  const { ladder } = market
  numbers[INVENTORY] = mirroredInventory(sim, isBuy)
  while (numbers[PLAN_FILLED]! < size) {
    const inventory = numbers[INVENTORY]!
    const room = sim.room - numbers[PLAN_FILLED]!
    const price = ladder === undefined || room <= 0 ? 0 : poolPriceAt(ladder, inventory, isBuy)
    if (price < 1 || (isBuy ? price < lowest : price > highest)) {
      PLAN.stop = 'CAPACITY'
      break
    }
    if (isBuy ? price > bound : price < bound) {
      PLAN.stop = 'PRICE'
      break
    }
    const run = isBuy ? askRun(ladder!, inventory) : bidRun(ladder!, inventory)
    planPool(exchange, price, Math.min(run, room, size - numbers[PLAN_FILLED]!), BY_TRADE)
  }
}

/** Matches one resting order: it fills, or is cancelled with the reason. `isBeyond`: it rests beyond the fill band. */
function planMaker(exchange: Exchange, maker: number, isBeyond: boolean): void {
  const { market, numbers } = PLAN
  const orders = exchange.orderRows.numbers
  maker = asPlace(maker)
  const accountId = exchange.orderRows.halves[2 * maker + ACCOUNT_ID]!
  if (accountId === PLAN.accountId) {
    // Self-trade prevention: the resting order is cancelled, the taker continues.
    fallOut(maker, 0)
    const drafts = DRAFTS.numbers
    drafts[TAKER + ORDER_MARGIN_DELTA] =
      drafts[TAKER + ORDER_MARGIN_DELTA]! - orders[maker + RESERVED_MARGIN]!
    return
  }
  const draft = asPlace(draftOf(exchange, PLAN.sweep, accountId, market))
  const drafts = DRAFTS.numbers
  if (isBeyond) {
    fallOut(maker, REFUSAL.PRICE_CHECK_FAILED)
    drafts[draft + ORDER_MARGIN_DELTA] =
      drafts[draft + ORDER_MARGIN_DELTA]! - orders[maker + RESERVED_MARGIN]!
    return
  }
  const words = exchange.orderRows.halves[2 * maker + WORDS]!
  const isBuy = (words & BUY_BIT) !== 0
  const wanted = PLAN.size - numbers[PLAN_FILLED]!
  let size = orders[maker + SIZE]! - orders[maker + FILLED_SIZE]!
  if (size > wanted) size = wanted
  if ((words & REDUCE_ONLY_BIT) !== 0) {
    // A reduce-only order never fills more than its account still holds on the other side.
    const held = drafts[draft + DRAFT_SIZE]!
    if (held === 0 || (drafts[draft + DRAFT_LONG] === 1) === isBuy)
      return fallOut(maker, REFUSAL.REDUCE_ONLY_EXCEEDS_SIZE)
    if (size > held) size = held
  }
  const price = orders[maker + LIMIT_PRICE]!
  const ratio = orders[maker + INIT_MARGIN_RATIO]!
  const isSaved = (DRAFTS.halves[2 * draft + DRAFT_FLAGS]! & HAS_FILL) !== 0
  // Saved before this maker is checked. Without a call: it is rare, and after a call V8 reads everything again.
  if (isSaved) {
    for (let i = 0; i < DRAFT_NUMBERS; i++) drafts[SAVED + i] = drafts[draft + i]!
    DRAFTS.halves[2 * SAVED + DRAFT_FLAGS] = DRAFTS.halves[2 * draft + DRAFT_FLAGS]!
  }
  const orderMargin = drafts[draft + ORDER_MARGIN_DELTA]!
  const grows = draftIncrease(drafts, draft, isBuy, size)
  const before = draftSignedSize(drafts, draft)
  const value = valueOf(price as Ticks, size as Lots, market.scale)
  const fee = chargedFee(exchange, accountId, takerFee(value, market.makerFeeRate))
  draftFill(drafts, draft, market, isBuy, size, price, ratio)
  draftFee(drafts, draft, market, fee, ratio)
  drafts[draft + ORDER_MARGIN_DELTA] = orderMargin + reservationDelta(orders, maker, size, market.scale)

  const refusal = makerRefusal(exchange, draft, isBuy, grows)
  if (refusal !== 0) {
    fallOut(maker, refusal)
    if (isSaved) restoreDraft(drafts, draft)
    else openDraft(exchange, draft, accountId, market)
    // The margin that it reserved is free for the next orders of its account.
    drafts[draft + ORDER_MARGIN_DELTA] = orderMargin - orders[maker + RESERVED_MARGIN]!
    return
  }
  const at = nextFill()
  const { fills } = PLAN
  numbers[USER_FILLS] = numbers[USER_FILLS]! + 1
  PLAN.fillHalves[2 * at + MAKER] = maker
  PLAN.fillHalves[2 * at + MAKER_DRAFT] = draft
  fills[at + FILL_PRICE] = price
  fills[at + FILL_SIZE] = size
  fills[at + FILL_VALUE] = value
  PLAN.fillHalves[2 * at + KIND] = BY_TRADE
  fills[at + MAKER_PNL] = drafts[draft + DRAFT_PNL]!
  fills[at + MAKER_FEE] = fee
  planTaker(exchange, at)
  countOpenInterest(numbers, before, draftSignedSize(drafts, draft))
}

function fallOut(maker: number, code: ErrorCode | 0): void {
  PLAN.cancelled.push(maker)
  PLAN.cancelCodes.push(code)
}

/**
 * A maker must be able to afford its part (3002) and stay within the open interest cap (3010); 0 = it can. A reducing
 * maker must not end with a debt: far from the mark it would give away more than its account has, and others would
 * pay.
 */
function makerRefusal(exchange: Exchange, draft: number, isBuy: boolean, grows: number): ErrorCode | 0 {
  const { market, numbers } = PLAN
  if (!isAffordable(exchange, market, draft, isPurelyReducing(exchange, draft)))
    return REFUSAL.MARGIN_CHECK_FAILED
  if (grows > 0 && !fitsOpenInterest(exchange, market, numbers[isBuy ? LONG_OI : SHORT_OI]! + grows))
    return REFUSAL.OI_CAP_EXCEEDED
  return 0
}
