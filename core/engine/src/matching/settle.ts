/**
 * Writes a plan: positions, collateral, funding, fees, the pool's side, the records of all its orders. Nothing is
 * decided here; the plan was checked, and every figure comes from it.
 */
import {
  cancelOrder,
  emitOrder,
  fillLegsOfParents,
  leaveTriggers,
  noteFilledParent,
  noteRestingFill,
} from '../book/index.ts'
import { noteFunding } from '../funding/index.ts'
import { noteLoss } from '../keys/index.ts'
import { coverShortfall, distributeFee, noteMeetings, payShortfall, withholdPoints } from '../ledger/index.ts'
import { reportFunding } from '../margin/index.ts'
import { fillPool } from '../pool/index.ts'
import { fillHouse, noteCapitalFill } from '../sim/index.ts'
import {
  ACCOUNT_ID,
  accountRow,
  addFill,
  addPosition,
  AFTER,
  asPlace,
  BEFORE,
  BY_TRADE,
  COLLATERAL,
  COLLATERAL_DELTA,
  COST,
  credit,
  creditHouse,
  DRAFT_ACCOUNT,
  DRAFT_COST,
  DRAFT_FLAGS,
  DRAFT_ISOLATED,
  DRAFT_LONG,
  DRAFT_RATIO,
  DRAFT_ROW,
  DRAFT_SIZE,
  DRAFTS,
  EPOCH,
  type Exchange,
  FILL_PRICE,
  FILL_ROW,
  FILL_SIZE,
  FILL_VALUE,
  FILLED,
  FILLED_SIZE,
  FLAGS,
  FUNDING_PAID,
  HAS_FILL,
  IS_CLOSED,
  IS_DECREASED,
  IS_LIVE,
  IS_LONG,
  ISOLATED_MARGIN,
  isTriggerType,
  KIND,
  logFill,
  logPosition,
  logTrade,
  LONG_OI,
  MAKER,
  MAKER_DRAFT,
  MAKER_FEE,
  MAKER_PNL,
  type Market,
  MET,
  NONE,
  noteBookChanged,
  noteDue,
  OFFER,
  placeOfRow,
  placesIn,
  PLAN,
  PLAN_FILLED,
  POSITION_RATIO,
  POSITION_SIZE,
  REDUCE_ONLY_BIT,
  REDUCE_ONLY_ORDERS,
  removePosition,
  rowOfPosition,
  SETTLED,
  SHORT_OI,
  SIZE,
  STATUS,
  TAKER,
  TAKER_PNL,
  typeIn,
  USER_FILLS,
  VALUE,
  WORDS,
} from '../state/index.ts'
import { settleTaken } from './settleTakeover.ts'
import { type Lots, mulDivFloor, type Ticks, type Usd6, usd6, REFUSAL } from '@vest/protocol'

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
  const { market, cancelled, numbers } = PLAN
  for (let i = 0; i < cancelled.length; i++) cancelOrder(exchange, cancelled[i]!, PLAN.cancelCodes[i]!)
  if (numbers[PLAN_FILLED] === 0) return

  const meetsUsers = numbers[USER_FILLS]! > 0
  if (meetsUsers) withholdPoints(exchange, fee - penalty)
  const takerFunding = reportFunding(DRAFTS.numbers, TAKER)
  for (let draft = TAKER; draft < DRAFTS.end; draft += DRAFT_ROW)
    if ((DRAFTS.halves[2 * draft + DRAFT_FLAGS]! & HAS_FILL) !== 0)
      commitDraft(exchange, market, draft, reason)
  if (market.sim !== undefined) {
    market.sim.heldLots += numbers[LONG_OI]! + numbers[SHORT_OI]! - market.longOi - market.shortOi
    noteCapitalFill(exchange, PLAN.accountId)
  }
  market.longOi = numbers[LONG_OI] as Lots
  market.shortOi = numbers[SHORT_OI] as Lots
  settleFills(exchange, order, fee, isMaker, takerFunding)
  settleSwept(exchange, order, fee, penalty)
  if (meetsUsers) noteMeetings(exchange, fee - penalty)
  noteBookChanged(exchange, market)
  for (let draft = TAKER; draft < DRAFTS.end; draft += DRAFT_ROW) {
    const accountId = DRAFTS.halves[2 * draft + DRAFT_ACCOUNT]!
    if ((DRAFTS.halves[2 * draft + DRAFT_FLAGS]! & IS_DECREASED) !== 0)
      trimReduceOnly(exchange, market, draft, accountId)
    if (exchange.accountRows.numbers[accountRow(accountId) + COLLATERAL]! < 0)
      coverShortfall(exchange, exchange.accounts[accountId]!)
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
  const { market, fills, numbers } = PLAN
  const takerIsBuy = isMaker ? !PLAN.isBuy : PLAN.isBuy
  const total = numbers[VALUE]!
  const end = placeOfRow(PLAN.fillCount, FILL_ROW)
  let valueSoFar = 0
  let feeSoFar = 0
  let next = 0
  for (let fill = 0; fill < end; fill = next) {
    fill = asPlace(fill)
    const price = fills[fill + FILL_PRICE]!
    let size = fills[fill + FILL_SIZE]!
    let value = fills[fill + FILL_VALUE]!
    let pnl = fills[fill + TAKER_PNL]!
    next = fill + FILL_ROW
    while (next < end && isSamePrice(fill, next)) {
      size += fills[next + FILL_SIZE]!
      value += fills[next + FILL_VALUE]!
      pnl += fills[next + TAKER_PNL]!
      next += FILL_ROW
    }
    const tradeId = market.sim === undefined ? ++exchange.tradeCount : ++exchange.sim.tradeCount
    if (market.sim === undefined && PLAN.fillHalves[2 * fill + KIND]! <= OFFER)
      logTrade(exchange.work.log, market.id, tradeId, price, size, value, takerIsBuy)
    for (let cell = fill; cell < next; cell += FILL_ROW) settleFill(exchange, cell)
    valueSoFar += value
    const feeToHere = next < end ? mulDivFloor(fee, valueSoFar, total) : fee
    const part = feeToHere - feeSoFar
    feeSoFar = feeToHere
    tellSwept(exchange, order, tradeId, isMaker, price, size, value, part, pnl, fill === 0 ? funding : 0)
  }
  if (isMaker) noteFilledParent(exchange, order, numbers[PLAN_FILLED]!)
}

/** Two cells of the ladder at one price. */
const isSamePrice = (fill: number, next: number): boolean =>
  isCell(fill) && isCell(next) && PLAN.fills[fill + FILL_PRICE] === PLAN.fills[next + FILL_PRICE]

const isCell = (fill: number): boolean =>
  PLAN.fillHalves[2 * fill + KIND] === BY_TRADE && PLAN.fillHalves[2 * fill + MAKER] === NONE

/** The other side of a fill. */
function settleFill(exchange: Exchange, fill: number): void {
  const { market, fills } = PLAN
  fill = asPlace(fill)
  const maker = PLAN.fillHalves[2 * fill + MAKER]!
  const price = fills[fill + FILL_PRICE]!
  const size = fills[fill + FILL_SIZE]!
  const value = fills[fill + FILL_VALUE]!
  if (market.sim !== undefined) return fillHouse(exchange, market, PLAN.isBuy, size, value)
  if (PLAN.fillHalves[2 * fill + KIND]! !== BY_TRADE) return settleTaken(exchange, fill)
  if (maker === NONE) {
    fillPool(exchange, market, { isBuy: !PLAN.isBuy, size: size as Lots, price: price as Ticks })
    return
  }
  const fee = fills[fill + MAKER_FEE]!
  const pnl = fills[fill + MAKER_PNL]!
  distributeFee(exchange, market, fee, exchange.orderRows.halves[2 * asPlace(maker) + ACCOUNT_ID]!)
  const funding = reportFunding(DRAFTS.numbers, asPlace(PLAN.fillHalves[2 * fill + MAKER_DRAFT]!))
  noteRestingFill(exchange, market, maker, size, value, price, fee, pnl, funding)
  logFill(exchange.work.log, maker, exchange.tradeCount, true, price, size, value, fee, pnl, funding)
  noteFilledParent(exchange, maker, size)
  noteLoss(exchange, market, maker, price, size, fee)
}

/** Publishes the swept order's side of a fill. */
function tellSwept(
  exchange: Exchange,
  order: number,
  tradeId: number,
  isMaker: boolean,
  price: number,
  size: number,
  value: number,
  fee: number,
  pnl: number,
  funding: number,
): void {
  const { market } = PLAN
  if (isMaker) noteRestingFill(exchange, market, order, size, value, price, fee, pnl, funding)
  else {
    addFill(
      exchange.orderRows,
      order,
      size,
      value,
      price,
      exchange.timeMs,
      fee,
      pnl,
      funding,
      market.cumFunding,
    )
    emitOrder(exchange, order)
  }
  logFill(exchange.work.log, order, tradeId, isMaker, price, size, value, fee, pnl, funding)
  noteLoss(exchange, market, order, price, size, fee)
}

/** Distributes the whole fee at once; a filled trigger order leaves the dormant ones. */
function settleSwept(exchange: Exchange, order: number, fee: number, penalty: number): void {
  const { market } = PLAN
  distributeFee(exchange, market, fee - penalty, PLAN.accountId)
  if (penalty !== 0)
    if (market.sim === undefined) credit(exchange, 'INSURANCE', penalty)
    else creditHouse(exchange, penalty)
  const rows = exchange.orderRows
  const isTrigger = isTriggerType(typeIn(rows.halves[2 * order + WORDS]!))
  if (isTrigger && rows.numbers[order + STATUS] === FILLED) leaveTriggers(exchange, order)
}

/** Writes the projection of an account to its position. */
function commitDraft(exchange: Exchange, market: Market, draft: number, reason: FillReason): void {
  const drafts = DRAFTS.numbers
  const { positionRows } = exchange
  draft = asPlace(draft)
  const accountId = DRAFTS.halves[2 * draft + DRAFT_ACCOUNT]!
  const accounts = exchange.accountRows.numbers
  const row = accountRow(accountId) + COLLATERAL
  const size = drafts[draft + DRAFT_SIZE]!
  const delta = drafts[draft + COLLATERAL_DELTA]!
  const beyond =
    market.spec.isolated && size === 0 && delta < 0 ? lossBeyondMargin(exchange, market, -delta) : 0
  accounts[row] = usd6(accounts[row]! + delta + beyond)
  noteDue(exchange.accountRows, accountId)
  const paid = drafts[draft + FUNDING_PAID]!
  let at = DRAFTS.halves[2 * draft + BEFORE]!
  // A closed position is published with its last side.
  let isLong = drafts[draft + DRAFT_LONG] === 1
  if (size === 0) isLong = at === NONE || positionRows.halves[2 * asPlace(at) + IS_LONG] === 1
  if (paid !== 0)
    noteFunding(exchange, {
      account: exchange.accounts[accountId]!,
      market,
      paid: paid as Usd6,
      reason,
    })
  if (size === 0) {
    if (at !== NONE) removePosition(exchange, accountId, at)
    at = NONE
  } else {
    at = asPlace(at === NONE ? addPosition(exchange, accountId, market.id) : at)
    const { numbers, halves } = positionRows
    const isNew = (DRAFTS.halves[2 * draft + DRAFT_FLAGS]! & IS_CLOSED) !== 0
    halves[2 * at + IS_LONG] = isLong ? 1 : 0
    if (isNew) halves[2 * at + MET] = NONE
    numbers[at + POSITION_SIZE] = size
    numbers[at + COST] = drafts[draft + DRAFT_COST]!
    numbers[at + POSITION_RATIO] = drafts[draft + DRAFT_RATIO]!
    numbers[at + SETTLED] = isNew ? 0 : usd6(numbers[at + SETTLED]! - paid)
    numbers[at + ISOLATED_MARGIN] = usd6(drafts[draft + DRAFT_ISOLATED]!)
    if (numbers[at + EPOCH] !== market.fundingEpoch) {
      numbers[at + EPOCH] = market.fundingEpoch
      positionRows.entryFundings[rowOfPosition(at)] = market.cumFunding
    }
  }
  DRAFTS.halves[2 * draft + AFTER] = at
  logPosition(
    exchange.work.log,
    accountId,
    market.id,
    isLong,
    size,
    drafts[draft + DRAFT_COST]!,
    drafts[draft + DRAFT_RATIO]!,
  )
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
function trimReduceOnly(exchange: Exchange, market: Market, draft: number, accountId: number): void {
  if (exchange.accountRows.halves[2 * accountRow(accountId) + REDUCE_ONLY_ORDERS] === 0) return
  const drafts = DRAFTS.numbers
  const left = (DRAFTS.halves[2 * draft + DRAFT_FLAGS]! & IS_CLOSED) !== 0 ? 0 : drafts[draft + DRAFT_SIZE]!
  const { numbers, halves } = exchange.orderRows
  let sum = 0
  for (const order of placesIn(exchange, accountId, market.id)) {
    const words = halves[2 * order + WORDS]!
    if ((words & REDUCE_ONLY_BIT) === 0 || (halves[2 * order + FLAGS]! & IS_LIVE) === 0) continue
    if (left === 0) {
      cancelOrder(exchange, order, 0)
      continue
    }
    if (isTriggerType(typeIn(words))) continue
    const remaining = numbers[order + SIZE]! - numbers[order + FILLED_SIZE]!
    if (sum + remaining > left) cancelOrder(exchange, order, REFUSAL.REDUCE_ONLY_EXCEEDS_SIZE)
    else sum += remaining
  }
}
