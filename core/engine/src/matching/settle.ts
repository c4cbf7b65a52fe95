/**
 * Writes a plan: positions, collateral, funding, fees, the pool's side, the records of all its orders. Nothing is
 * decided here; the plan was checked, and every figure comes from it.
 */
import { type Lots, mulDivFloor, type Ticks, type Usd6, usd6, REFUSAL } from '@vest/protocol'
import {
  cancelOrder,
  emitOrder,
  fillLegsOfParents,
  leaveTriggers,
  recordFilledParent,
  recordRestingFill,
} from '../book/index.ts'
import { recordFunding } from '../funding/index.ts'
import { recordLoss } from '../keys/index.ts'
import {
  coverShortfall,
  distributeFee,
  recordCounterparties,
  payShortfall,
  withholdPoints,
} from '../ledger/index.ts'
import { fillPool } from '../pool/index.ts'
import { fillHouse, recordCapitalFill } from '../sim/index.ts'
import {
  addFill,
  addPosition,
  BY_TRADE,
  credit,
  creditHouse,
  type Exchange,
  FILLED,
  type FillPlan,
  logFill,
  logPosition,
  logTrade,
  markBookChanged,
  type Market,
  NONE,
  type OrderFill,
  orderRefsIn,
  removePosition,
  scheduleMarginCheck,
  TAKER,
} from '../state/index.ts'
import { settleTaken } from './settleTakeover.ts'

export type FillReason = 'FILL' | 'LIQUIDATION'

/**
 * Commits a plan for the swept order. The fee is that of the whole sweep, already projected; the penalty of a
 * liquidation is a part of it. A resting order that fills against the pool (index-cross rule) is a maker, and the pool
 * its taker. The swept order is published after each fill, but stays in no book: the caller decides its end.
 */
export function settlePlan(
  exchange: Exchange,
  order: number,
  fee: number,
  isMaker = false,
  penalty = 0,
  reason: FillReason = 'FILL',
): void {
  const { plan, projections } = exchange.scratch
  const { market, cancelled } = plan
  for (let i = 0; i < cancelled.length; i++) cancelOrder(exchange, cancelled[i]!, plan.cancelCodes[i]!)
  if (plan.filled === 0) return

  const hasUserFills = plan.userFills > 0
  if (hasUserFills) withholdPoints(exchange, fee - penalty)
  const takerFunding = projections.takeFunding(TAKER)
  for (let projection = TAKER; projection !== NONE; projection = projections.next(projection))
    if (projections.hasFill(projection)) writeProjection(exchange, market, projection, reason)
  if (market.sim !== undefined) {
    market.sim.heldLots += plan.longOi + plan.shortOi - market.longOi - market.shortOi
    recordCapitalFill(exchange, plan.accountId)
  }
  market.longOi = plan.longOi as Lots
  market.shortOi = plan.shortOi as Lots
  settleFills(exchange, order, fee, isMaker, takerFunding)
  settleSwept(exchange, order, fee, penalty)
  if (hasUserFills) recordCounterparties(exchange, fee - penalty)
  markBookChanged(exchange, market)
  for (let projection = TAKER; projection !== NONE; projection = projections.next(projection)) {
    const accountId = projections.accountId(projection)
    if (projections.isDecreased(projection)) trimReduceOnly(exchange, market, projection, accountId)
    if (exchange.accountRows.collateral(accountId) < 0) coverShortfall(exchange, exchange.account(accountId))
  }
  if (exchange.work.filledParents.length > 0) fillLegsOfParents(exchange, market)
}

/**
 * Each matched resting order, and each price of the ladder whatever its number of cells, is one trade and one fill:
 * price · size = value. The swept order is published after each of them, with its part of the fee:
 *
 *   fee of fill i = ⌊ fee · V(i) / V(n) ⌋ − ⌊ fee · V(i−1) / V(n) ⌋ ;  V(i) = value of the fills to i
 *
 * so the parts add up to the fee. Profit is what each fill realised; funding was settled before the first fill and is
 * in it.
 */
function settleFills(
  exchange: Exchange,
  order: number,
  fee: number,
  isMaker: boolean,
  funding: number,
): void {
  const { plan } = exchange.scratch
  const { market, fillCount } = plan
  const takerIsBuy = isMaker ? !plan.isBuy : plan.isBuy
  const total = plan.value
  let valueSoFar = 0
  let feeSoFar = 0
  let next = 0
  for (let fill = 0; fill < fillCount; fill = next) {
    const price = plan.fillPrice(fill)
    let size = plan.fillSize(fill)
    let value = plan.fillValue(fill)
    let pnl = plan.takerPnl(fill)
    next = fill + 1
    while (next < fillCount && isSamePrice(plan, fill, next)) {
      size += plan.fillSize(next)
      value += plan.fillValue(next)
      pnl += plan.takerPnl(next)
      next += 1
    }
    const tradeId = market.sim === undefined ? ++exchange.tradeCount : ++exchange.sim.tradeCount
    if (market.sim === undefined && plan.isTrade(fill))
      logTrade(exchange.work.log, market.id, tradeId, price, size, value, takerIsBuy)
    for (let cell = fill; cell < next; cell += 1) settleFill(exchange, cell)
    valueSoFar += value
    const feeToHere = next < fillCount ? mulDivFloor(fee, valueSoFar, total) : fee
    const part = feeToHere - feeSoFar
    feeSoFar = feeToHere
    const settledFunding = fill === 0 ? funding : 0
    emitSwept(exchange, order, tradeId, isMaker, { price, size, value, fee: part, pnl, settledFunding })
  }
  if (isMaker) recordFilledParent(exchange, order, plan.filled)
}

/** Two cells of the ladder at one price. */
const isSamePrice = (plan: FillPlan, fill: number, next: number): boolean =>
  isCell(plan, fill) && isCell(plan, next) && plan.fillPrice(fill) === plan.fillPrice(next)

const isCell = (plan: FillPlan, fill: number): boolean =>
  plan.kind(fill) === BY_TRADE && plan.maker(fill) === NONE

/** The other side of a fill. */
function settleFill(exchange: Exchange, fill: number): void {
  const { plan, projections } = exchange.scratch
  const { market } = plan
  const maker = plan.maker(fill)
  const price = plan.fillPrice(fill)
  const size = plan.fillSize(fill)
  const value = plan.fillValue(fill)
  if (market.sim !== undefined) return fillHouse(exchange, market, plan.isBuy, size, value)
  if (plan.kind(fill) !== BY_TRADE) return settleTaken(exchange, fill)
  if (maker === NONE) {
    fillPool(exchange, market, { isBuy: !plan.isBuy, size: size as Lots, price: price as Ticks })
    return
  }
  const fee = plan.makerFee(fill)
  const pnl = plan.makerPnl(fill)
  distributeFee(exchange, market, fee, exchange.orderRows.accountId(maker))
  const funding = projections.takeFunding(plan.makerProjection(fill))
  const own = { price, size, value, fee, pnl, settledFunding: funding }
  recordRestingFill(exchange, market, maker, own)
  logFill(exchange.work.log, maker, exchange.tradeCount, true, own)
  recordFilledParent(exchange, maker, size)
  recordLoss(exchange, market, maker, price, size, fee)
}

/** Publishes the swept order's side of a fill. */
function emitSwept(
  exchange: Exchange,
  order: number,
  tradeId: number,
  isMaker: boolean,
  fill: OrderFill,
): void {
  const { plan } = exchange.scratch
  const { market } = plan
  if (isMaker) recordRestingFill(exchange, market, order, fill)
  else {
    addFill(exchange.orderRows, order, fill, exchange.timeMs, market.cumFunding)
    emitOrder(exchange, order)
  }
  logFill(exchange.work.log, order, tradeId, isMaker, fill)
  recordLoss(exchange, market, order, fill.price, fill.size, fill.fee)
}

/** Distributes the whole fee at once; a filled trigger order leaves the dormant ones. */
function settleSwept(exchange: Exchange, order: number, fee: number, penalty: number): void {
  const { plan } = exchange.scratch
  const { market } = plan
  distributeFee(exchange, market, fee - penalty, plan.accountId)
  if (penalty !== 0)
    if (market.sim === undefined) credit(exchange, 'INSURANCE', penalty)
    else creditHouse(exchange, penalty)
  const orders = exchange.orderRows
  if (orders.isTrigger(order) && orders.status(order) === FILLED) leaveTriggers(exchange, order)
}

/** Writes the projection of an account to its position. */
function writeProjection(exchange: Exchange, market: Market, projection: number, reason: FillReason): void {
  const { projections } = exchange.scratch
  const { accountRows: accounts, positionRows: positions } = exchange
  const accountId = projections.accountId(projection)
  const size = projections.size(projection)
  const delta = projections.collateralDelta(projection)
  const beyond =
    market.spec.isolated && size === 0 && delta < 0 ? lossBeyondMargin(exchange, market, -delta) : 0
  accounts.addCollateral(accountId, delta + beyond)
  scheduleMarginCheck(accounts, accountId)
  const paid = projections.fundingPaid(projection)
  const held = projections.held(projection)
  const cost = projections.cost(projection)
  const ratio = projections.initMarginRatio(projection)
  // A closed position is published with its last side.
  let isLong = projections.isLong(projection)
  if (size === 0) isLong = held === NONE || positions.isLong(held)
  if (paid !== 0)
    recordFunding(exchange, {
      account: exchange.account(accountId),
      market,
      paid: paid as Usd6,
      reason,
    })
  let position: number = NONE
  if (size === 0) {
    if (held !== NONE) removePosition(exchange, accountId, held)
  } else {
    position = held === NONE ? addPosition(exchange, accountId, market.id) : held
    const isNew = projections.isClosed(projection)
    const settled = isNew ? 0 : usd6(positions.settledFunding(position) - paid)
    if (isNew) positions.forgetCounterparty(position)
    positions.write(
      position,
      isLong,
      size,
      cost,
      ratio,
      settled,
      usd6(projections.isolatedMargin(projection)),
    )
    if (positions.fundingEpoch(position) !== market.fundingEpoch)
      positions.settleFundingTo(position, market.fundingEpoch, market.cumFunding)
  }
  projections.setWritten(projection, position)
  logPosition(exchange.work.log, accountId, market.id, isLong, size, cost, ratio)
}

/**
 * An isolated position has closed with a loss beyond its margin: neither the rest of its account nor the money of the
 * liquidity providers pays it. Returns the part paid by others.
 */
function lossBeyondMargin(exchange: Exchange, market: Market, loss: number): number {
  if (market.sim !== undefined) creditHouse(exchange, -loss)
  else payShortfall(exchange, loss, 'POOL_ISO')
  return loss
}

/**
 * After a decrease: the sum of resting reduce-only orders, oldest first, may not exceed the position; those beyond it
 * are cancelled (3019). A closed or flipped position cancels its TP and SL orders.
 */
function trimReduceOnly(exchange: Exchange, market: Market, projection: number, accountId: number): void {
  const { projections } = exchange.scratch
  if (exchange.accountRows.reduceOnlyOrders(accountId) === 0) return
  const left = projections.isClosed(projection) ? 0 : projections.size(projection)
  const orders = exchange.orderRows
  let sum = 0
  for (const order of orderRefsIn(exchange, accountId, market.id)) {
    if (!orders.isReduceOnly(order) || !orders.isLive(order)) continue
    if (left === 0) {
      cancelOrder(exchange, order, 0)
      continue
    }
    if (orders.isTrigger(order)) continue
    const remaining = orders.remaining(order)
    if (sum + remaining > left) cancelOrder(exchange, order, REFUSAL.REDUCE_ONLY_EXCEEDS_SIZE)
    else sum += remaining
  }
}
