/**
 * Matching, as a plan: the resting orders and pool cells that an order would fill against, the prices, and the
 * projected state of every account. A plan changes nothing, so an order can be checked by its whole outcome and
 * refused without a trace; `settle` then writes exactly what was planned.
 */
import { askRun, bidRun, takerFee, valueOf } from '@vest/formulas'
import { REFUSAL, type ErrorCode, type Lots, type Ticks } from '@vest/protocol'
import { reservationDelta } from '../book/index.ts'
import { guardrailRefusal } from '../guardrails/index.ts'
import { chargedFee } from '../ledger/index.ts'
import {
  fitsOpenInterest,
  isAffordable,
  cannotAfford,
  isPurelyReducing,
  openProjection,
  projectFee,
  projectFill,
  projectionOf,
} from '../margin/index.ts'
import { highestFillIn, lowestFillIn } from '../markets/index.ts'
import { offeredLots, quotingLadder } from '../pool/index.ts'
import {
  bestLevel,
  BY_TRADE,
  type Exchange,
  type Market,
  NONE,
  OFFER,
  type Scratch,
  type SimSide,
  TAKER,
  worseLevel,
} from '../state/index.ts'
import { firstUnreached, mirroredInventory, poolPriceAt, poolSizeAt } from './bestPrices.ts'
import { beginPlan, planPool, planTaker } from './fillPlan.ts'

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
  const { plan } = exchange.scratch
  beginPlan(exchange, accountId, market, isBuy, size, initMarginRatio)
  const lowest = lowestFillIn(market)
  const highest = highestFillIn(market)
  const bound = isBuy ? Math.min(limitPrice, highest) : Math.max(limitPrice, lowest)
  if (market.sim !== undefined) return planMirrored(exchange.scratch, market.sim, bound, lowest, highest)
  const ladder = quotingLadder(exchange, market)
  const side = isBuy ? market.asks : market.bids
  let offered = market.backstop === undefined ? 0 : offeredLots(market, isBuy)
  const orders = exchange.orderRows
  let level = poolOnly
    ? NONE
    : market.isCrossPending
      ? firstUnreached(exchange, market, isBuy)
      : bestLevel(side)
  let maker = level === NONE ? NONE : side.oldest(level)
  let met = 0
  let askedAt = order === NONE ? 0 : plan.askedAfterMakers

  while (plan.filled < size) {
    if (maker === NONE && level !== NONE) {
      level = worseLevel(side, level)
      if (level !== NONE) maker = side.oldest(level)
    }
    const inventory = plan.inventory
    const poolSize = ladder === undefined ? 0 : offered > 0 ? offered : poolSizeAt(ladder, inventory, isBuy)
    const poolPrice = poolSize > 0 ? poolPriceAt(ladder!, inventory, isBuy) : 0
    const hasPool = poolPrice >= 1 && (isBuy ? poolPrice >= lowest : poolPrice <= highest)
    if (maker === NONE && !hasPool) {
      plan.stop = 'CAPACITY'
      break
    }
    // Customer priority: at equal price the user's order comes before the pool.
    const userPrice = maker === NONE ? 0 : orders.limitPrice(maker)
    const isUser = maker !== NONE && (!hasPool || (isBuy ? userPrice <= poolPrice : userPrice >= poolPrice))
    const price = isUser ? userPrice : poolPrice
    if (isBuy ? price > bound : price < bound) {
      plan.stop = 'PRICE'
      break
    }
    if (isUser) {
      planMaker(exchange, maker, isBuy ? price < lowest : price > highest)
      maker = orders.younger(maker)
      met += 1
      if (met === askedAt) {
        if (cannotAfford(exchange, order, price)) break
        askedAt *= 2
      }
    } else if (offered > 0) {
      const taken = Math.min(offered, plan.unfilled)
      planPool(exchange.scratch, poolPrice, taken, OFFER)
      offered -= taken
    } else planPool(exchange.scratch, poolPrice, Math.min(poolSize, plan.unfilled), BY_TRADE)
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
  planMirrored(exchange.scratch, market.sim!, limitPrice, 0, Infinity)
}

/** In SIM: the mirrored ladder alone, from the account's own position on it, up to the limit of one order. */
function planMirrored(scratch: Scratch, sim: SimSide, bound: number, lowest: number, highest: number): void {
  const { plan } = scratch
  const { market, isBuy, size } = plan
  const { ladder } = market
  plan.inventory = mirroredInventory(sim, isBuy)
  while (plan.filled < size) {
    const inventory = plan.inventory
    const room = sim.room - plan.filled
    const price = ladder === undefined || room <= 0 ? 0 : poolPriceAt(ladder, inventory, isBuy)
    if (price < 1 || (isBuy ? price < lowest : price > highest)) {
      plan.stop = 'CAPACITY'
      break
    }
    if (isBuy ? price > bound : price < bound) {
      plan.stop = 'PRICE'
      break
    }
    const run = isBuy ? askRun(ladder!, inventory) : bidRun(ladder!, inventory)
    planPool(scratch, price, Math.min(run, room, plan.unfilled), BY_TRADE)
  }
}

/** Matches one resting order: it fills, or is cancelled with the reason. `isBeyond`: it rests beyond the fill band. */
function planMaker(exchange: Exchange, maker: number, isBeyond: boolean): void {
  const { plan, projections } = exchange.scratch
  const orders = exchange.orderRows
  const { market } = plan
  const accountId = orders.accountId(maker)
  if (accountId === plan.accountId) {
    // Self-trade prevention: the resting order is cancelled, the taker continues.
    plan.cancel(maker, 0)
    projections.addOrderMarginDelta(TAKER, -orders.reservedMargin(maker))
    return
  }
  const projection = projectionOf(exchange, accountId, market)
  if (isBeyond) {
    plan.cancel(maker, REFUSAL.PRICE_CHECK_FAILED)
    projections.addOrderMarginDelta(projection, -orders.reservedMargin(maker))
    return
  }
  const isBuy = orders.isBuy(maker)
  let size = Math.min(orders.remaining(maker), plan.unfilled)
  if (orders.isReduceOnly(maker)) {
    // A reduce-only order never fills more than its account still holds on the other side.
    const held = projections.reducible(projection, isBuy)
    if (held === 0) return plan.cancel(maker, REFUSAL.REDUCE_ONLY_EXCEEDS_SIZE)
    size = Math.min(size, held)
  }
  const price = orders.limitPrice(maker)
  const ratio = orders.initMarginRatio(maker)
  // Saved before this maker is checked.
  const isSaved = projections.hasFill(projection)
  if (isSaved) projections.save(projection)
  const orderMargin = projections.orderMarginDelta(projection)
  const grows = projections.increaseBy(projection, isBuy, size)
  const before = projections.signedSize(projection)
  const value = valueOf(price as Ticks, size as Lots, market.scale)
  const fee = chargedFee(exchange, accountId, takerFee(value, market.makerFeeRate))
  projectFill(projections, projection, market, isBuy, size, price, ratio)
  projectFee(projections, projection, market, fee, ratio)
  projections.addOrderMarginDelta(projection, reservationDelta(orders, maker, size, market.scale))

  const refusal = makerRefusal(exchange, projection, isBuy, grows)
  if (refusal !== 0) {
    plan.cancel(maker, refusal)
    if (isSaved) projections.restore(projection)
    else openProjection(exchange, projection, accountId, market)
    // The margin that it reserved is free for the next orders of its account.
    projections.setOrderMarginDelta(projection, orderMargin - orders.reservedMargin(maker))
    return
  }
  plan.addFill(maker, projection, BY_TRADE, price, size, value, projections.realizedPnl(projection), fee)
  planTaker(exchange.scratch, price, size)
  plan.countOpenInterest(before, projections.signedSize(projection))
}

/**
 * A maker must be able to afford its part (3002), stay within the open interest cap (3010) and within what its account
 * may open by its own guardrails (3034, 3035, 3037); 0 = it can. A reducing
 * maker must not end with a debt: far from the mark it would give away more than its account has, and others would
 * pay.
 */
function makerRefusal(exchange: Exchange, projection: number, isBuy: boolean, grows: number): ErrorCode | 0 {
  const { plan, projections } = exchange.scratch
  const { market } = plan
  if (!isAffordable(exchange, market, projection, isPurelyReducing(exchange, projection)))
    return REFUSAL.MARGIN_CHECK_FAILED
  if (grows > 0 && !fitsOpenInterest(exchange, market, (isBuy ? plan.longOi : plan.shortOi) + grows))
    return REFUSAL.OI_CAP_EXCEEDED
  if (grows === 0) return 0
  return guardrailRefusal(exchange, projections.accountId(projection), market, projections.size(projection))
}
