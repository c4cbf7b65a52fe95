/** The life of an order record: made, resting, filled, cancelled, refused; one event reports each step. */
import {
  ABSENT,
  ACCOUNT_ID,
  accountRow,
  addFill,
  addOrderRow,
  addTrigger,
  asPlace,
  BUY_BIT,
  CANCELLED,
  CODE,
  type Exchange,
  FILLED_SIZE,
  FLAGS,
  HAS_EXTRAS,
  HAS_LEGS,
  indexOrder,
  insertOrder,
  insertOrderByRank,
  IS_LIVE,
  IS_ON_TRIAL,
  IS_SIM_ORDER,
  isTriggerType,
  LEVEL,
  linkOrder,
  linkOrderByRank,
  logEvent,
  logOrder,
  type Market,
  marketOfLive,
  NEXT_ENDED,
  NONE,
  noteBookChanged,
  noteClientId,
  OLDER,
  OPEN_ORDER_MARGIN,
  orderAt,
  RANK,
  REDUCE_ONLY_BIT,
  reduceLevel,
  removeOrder,
  removeTrigger,
  RESERVED_MARGIN,
  SIZE,
  STATUS,
  typeIn,
  unindexOrder,
  unlinkOrder,
  WORDS,
} from '../state/index.ts'
import { orderRecord } from './orderRecord.ts'
import { reservationDelta, restingMargin } from './reservedMargin.ts'
import { type ErrorCode, usd6 } from '@vest/protocol'

/** Adds a row for a new order, in no book and no list; `beginOrder` initialises it. */
export function newOrder(exchange: Exchange): number {
  const { work, orderRows } = exchange
  const order = work.spareOrder
  if (order === NONE) return addOrderRow(orderRows)
  work.spareOrder = orderRows.halves[2 * asPlace(order) + NEXT_ENDED]!
  return order
}

/** At the end of the command that made an order: an order that never rested has ended. */
export function forgetUnrested(exchange: Exchange, order: number): void {
  if (exchange.orderRows.numbers[order + RANK] === 0) noteEnded(exchange, order)
}

function noteEnded({ work, orderRows }: Exchange, order: number): void {
  orderRows.halves[2 * order + NEXT_ENDED] = work.endedOrder
  if (work.endedOrder === NONE) work.firstEndedOrder = order
  work.endedOrder = order
}

/** Reuses the rows of ended orders, once no reader needs them. */
export function recycleOrders(exchange: Exchange): void {
  const { work } = exchange
  const { extras, halves } = exchange.orderRows
  if (work.endedOrder === NONE) return
  if (extras.size > 0)
    for (let order = work.endedOrder; order !== NONE; order = halves[2 * order + NEXT_ENDED]!)
      extras.delete(order)
  halves[2 * work.firstEndedOrder + NEXT_ENDED] = work.spareOrder
  work.spareOrder = work.endedOrder
  work.endedOrder = NONE
}

/** Adds spare rows for `count` new orders, between commands, when every row is live or spare. */
export function stockOrders({ work, orderRows, orders }: Exchange, count: number): void {
  while (orderRows.count - orders.count < count) {
    const order = addOrderRow(orderRows)
    orderRows.halves[2 * order + NEXT_ENDED] = work.spareOrder
    work.spareOrder = order
  }
}

/**
 * Puts the remaining size of an order into the book (or, with a trigger, among the dormant orders); `margin`
 * is what it reserves from now on.
 */
export function restOrder(exchange: Exchange, market: Market, order: number, margin: number): void {
  const { numbers, halves } = exchange.orderRows
  order = asPlace(order)
  const words = halves[2 * order + WORDS]!
  const isSim = market.sim !== undefined
  numbers[order + RANK] = isSim ? ++exchange.sim.orderCount : ++exchange.orderCount
  numbers[order + RESERVED_MARGIN] = margin
  const flags = halves[2 * order + FLAGS]! | (isSim ? IS_LIVE | IS_SIM_ORDER : IS_LIVE)
  halves[2 * order + FLAGS] = flags
  halves[2 * order + LEVEL] = NONE
  indexOrder(exchange.orders, order)
  linkOrder(exchange, order)
  if ((flags & HAS_EXTRAS) !== 0) noteClientId(exchange, order, true)
  if (isTriggerType(typeIn(words))) {
    addTrigger(market.triggers, exchange.orderRows, order)
    return
  }
  insertOrder((words & BUY_BIT) !== 0 ? market.bids : market.asks, order)
  noteBookChanged(exchange, market)
}

/** Margin reserved by `remaining` resting lots; 0 for a reduce-only order or a trigger. */
export function marginToRest(exchange: Exchange, market: Market, order: number, remaining: number): number {
  const { numbers, halves } = exchange.orderRows
  if ((halves[2 * order + WORDS]! & REDUCE_ONLY_BIT) !== 0) return 0
  return restingMargin(numbers, order, remaining, market.scale)
}

/** Removes a live order from book, triggers, account and index; the caller publishes the reason. */
function leave(exchange: Exchange, market: Market, order: number): void {
  order = asPlace(order)
  if (detach(exchange, market, order)) noteBookChanged(exchange, market)
  bury(exchange, order)
}

/** Returns true if it was in the book. */
function detach(exchange: Exchange, market: Market, order: number): boolean {
  const { halves } = exchange.orderRows
  order = asPlace(order)
  const words = halves[2 * order + WORDS]!
  const isResting = !isTriggerType(typeIn(words))
  if (isResting) removeOrder((words & BUY_BIT) !== 0 ? market.bids : market.asks, order)
  else removeTrigger(market.triggers, exchange.orderRows, order)
  if ((halves[2 * order + FLAGS]! & HAS_EXTRAS) !== 0) noteClientId(exchange, order, false)
  unlinkOrder(exchange, order)
  unindexOrder(exchange.orders, order)
  return isResting
}

function bury(exchange: Exchange, order: number): void {
  const { halves } = exchange.orderRows
  halves[2 * order + FLAGS] = halves[2 * order + FLAGS]! & ~IS_LIVE
  noteEnded(exchange, order)
}

/** A live order that is detached while another one is checked as if it were gone. */
export interface Lifted {
  readonly order: number
  readonly reserved: number
  /** The order before it in the queue of its price; -1 = none. */
  readonly before: number
}

/** The replaced order had no row: it was a delayed taker. */
export const NOTHING_LIFTED: Lifted = { order: NONE, reserved: 0, before: NONE }

/** Detaches a live order without an event: it is reattached, or it ends. */
export function liftOrder(exchange: Exchange, order: number): Lifted {
  const { numbers, halves } = exchange.orderRows
  const reserved = numbers[order + RESERVED_MARGIN]!
  const before = halves[2 * order + LEVEL] === NONE ? NONE : halves[2 * order + OLDER]!
  detach(exchange, marketOfLive(exchange, order), order)
  return { order, reserved, before }
}

/** Reattaches a detached order in its former position: the other one was refused. */
export function putOrderBack(exchange: Exchange, { order, reserved, before }: Lifted): void {
  standByRank(exchange, marketOfLive(exchange, order), order, reserved, before)
}

/** Ends a detached order: the other one has replaced it. */
export function endLifted(exchange: Exchange, lifted: Lifted): void {
  dropLifted(exchange, lifted)
  endOrder(exchange, lifted.order, CANCELLED, 0)
}

/** Discards the row of a detached order that continues in another row: it has not ended. */
export function dropLifted(exchange: Exchange, { order }: Lifted): void {
  const { halves } = exchange.orderRows
  if (!isTriggerType(typeIn(halves[2 * order + WORDS]!)))
    noteBookChanged(exchange, marketOfLive(exchange, order))
  bury(exchange, order)
}

/** Rests a new order in the queue position of the detached one, with its acceptance number. */
export function restInPlaceOf(exchange: Exchange, lifted: Lifted, order: number, margin: number): void {
  const { numbers } = exchange.orderRows
  numbers[order + RANK] = numbers[lifted.order + RANK]!
  const market = marketOfLive(exchange, lifted.order)
  standByRank(exchange, market, order, margin, lifted.before)
  noteBookChanged(exchange, market)
}

function standByRank(
  exchange: Exchange,
  market: Market,
  order: number,
  reserved: number,
  before: number,
): void {
  const { numbers, halves } = exchange.orderRows
  const words = halves[2 * order + WORDS]!
  numbers[order + RESERVED_MARGIN] = reserved
  const flags = halves[2 * order + FLAGS]! | (market.sim === undefined ? IS_LIVE : IS_LIVE | IS_SIM_ORDER)
  halves[2 * order + FLAGS] = flags
  indexOrder(exchange.orders, order)
  linkOrderByRank(exchange, order)
  if ((flags & HAS_EXTRAS) !== 0) noteClientId(exchange, order, true)
  if (isTriggerType(typeIn(words))) addTrigger(market.triggers, exchange.orderRows, order, before)
  else insertOrderByRank((words & BUY_BIT) !== 0 ? market.bids : market.asks, order, before)
}

// ---------------------------------------------------------------- ending and filling

/** Ends a live order without a fill. The code gives the exchange's reason; 0 = its owner asked. */
export function cancelOrder(exchange: Exchange, order: number, code: ErrorCode | 0): void {
  leave(exchange, marketOfLive(exchange, order), order)
  endOrder(exchange, order, CANCELLED, code)
}

/** Ends an order that is not live; the end of a tentative one is not published. */
export function endOrder(exchange: Exchange, order: number, status: number, code: ErrorCode | 0): void {
  const { numbers, halves } = exchange.orderRows
  order = asPlace(order)
  numbers[order + STATUS] = status
  numbers[order + CODE] = code === 0 ? ABSENT : code
  if ((halves[2 * order + FLAGS]! & IS_ON_TRIAL) === 0) emitOrder(exchange, order)
}

/**
 * Applies a fill of a resting order by `size` lots at one price, worth `value`: record, level and reserved
 * margin follow, a full order leaves the book, and the update is published.
 */
export function noteRestingFill(
  exchange: Exchange,
  market: Market,
  order: number,
  size: number,
  value: number,
  price: number,
  fee: number,
  pnl: number,
  settledFunding: number,
): void {
  const rows = exchange.orderRows
  const { numbers, halves } = rows
  order = asPlace(order)
  reduceLevel((halves[2 * order + WORDS]! & BUY_BIT) !== 0 ? market.bids : market.asks, order, size)
  const delta = reservationDelta(numbers, order, size, market.scale)
  addFill(rows, order, size, value, price, exchange.timeMs, fee, pnl, settledFunding, market.cumFunding)
  if (delta !== 0) {
    const account = accountRow(rows.halves[2 * order + ACCOUNT_ID]!) + OPEN_ORDER_MARGIN
    const accounts = exchange.accountRows.numbers
    numbers[order + RESERVED_MARGIN] = numbers[order + RESERVED_MARGIN]! + delta
    accounts[account] = usd6(accounts[account]! + delta)
  }
  noteBookChanged(exchange, market)
  if (numbers[order + FILLED_SIZE] === numbers[order + SIZE]) leave(exchange, market, order)
  emitOrder(exchange, order)
}

/** Records a fill of a resting order in this settlement: its legs, if it has any, follow at its end. */
export function noteFilledParent({ orderRows, work }: Exchange, order: number, size: number): void {
  if ((orderRows.halves[2 * order + FLAGS]! & HAS_LEGS) !== 0) work.filledParents.push(order, size)
}

/** Removes a filled trigger order from the dormant ones. */
export function leaveTriggers(exchange: Exchange, order: number): void {
  const { halves } = exchange.orderRows
  if ((halves[2 * order + FLAGS]! & IS_LIVE) !== 0) leave(exchange, marketOfLive(exchange, order), order)
}

/** An order with extras is published as a whole record: its size may change, and its extras end with it. */
export function emitOrder(exchange: Exchange, order: number): void {
  const { work, orderRows } = exchange
  if ((orderRows.halves[2 * order + FLAGS]! & HAS_EXTRAS) === 0) return logOrder(work.log, orderRows, order)
  const handle = orderAt(orderRows, order)
  const record = orderRecord(handle, exchange.markets[handle.marketId]!)
  logEvent(work.log, { kind: 'OrderUpdated', order: record })
}
