/** The life of an order record: made, resting, filled, cancelled, refused; each step told by one event. */
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

/** A row for a new order, neither in the book nor with its account; its life begins with `beginOrder`. */
export function newOrder(exchange: Exchange): number {
  const { work, orderRows } = exchange
  const order = work.spareOrder
  if (order === NONE) return addOrderRow(orderRows)
  work.spareOrder = orderRows.halves[2 * asPlace(order) + NEXT_ENDED]!
  return order
}

/** The end of the command that made an order: one that never rested has ended. */
export function forgetUnrested(exchange: Exchange, order: number): void {
  if (exchange.orderRows.numbers[order + RANK] === 0) noteEnded(exchange, order)
}

function noteEnded({ work, orderRows }: Exchange, order: number): void {
  orderRows.halves[2 * order + NEXT_ENDED] = work.endedOrder
  if (work.endedOrder === NONE) work.firstEndedOrder = order
  work.endedOrder = order
}

/** Once nobody reads of them any more: the rows of orders that have ended serve again. */
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

/** Spare rows for so many new orders, made while no order is under way. Between commands every row is live or spare. */
export function stockOrders({ work, orderRows, orders }: Exchange, count: number): void {
  while (orderRows.count - orders.count < count) {
    const order = addOrderRow(orderRows)
    orderRows.halves[2 * order + NEXT_ENDED] = work.spareOrder
    work.spareOrder = order
  }
}

/**
 * Puts what an order has left into the book (or, with a trigger, among the dormant orders); `margin` is what it
 * reserves from now on.
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

/** What an order reserves while so many lots of it rest; nothing when it only reduces or waits for a trigger. */
export function marginToRest(exchange: Exchange, market: Market, order: number, remaining: number): number {
  const { numbers, halves } = exchange.orderRows
  if ((halves[2 * order + WORDS]! & REDUCE_ONLY_BIT) !== 0) return 0
  return restingMargin(numbers, order, remaining, market.scale)
}

/** Takes a live order out of book, triggers, account and memory; the caller tells why. */
function leave(exchange: Exchange, market: Market, order: number): void {
  order = asPlace(order)
  if (detach(exchange, market, order)) noteBookChanged(exchange, market)
  bury(exchange, order)
}

/** True = it stood in the book. */
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

/** A live order taken out for the time in which another is judged as if it were gone. */
export interface Lifted {
  readonly order: number
  readonly reserved: number
  /** Who stood right before it in the queue of its price; -1 = nobody. */
  readonly before: number
}

/** The one that makes room had no row: it waited for a price. */
export const NOTHING_LIFTED: Lifted = { order: NONE, reserved: 0, before: NONE }

/** Takes a live order out without a word: it goes back, or it ends. */
export function liftOrder(exchange: Exchange, order: number): Lifted {
  const { numbers, halves } = exchange.orderRows
  const reserved = numbers[order + RESERVED_MARGIN]!
  const before = halves[2 * order + LEVEL] === NONE ? NONE : halves[2 * order + OLDER]!
  detach(exchange, marketOfLive(exchange, order), order)
  return { order, reserved, before }
}

/** Nothing came of the other one: the lifted order stands where it stood. */
export function putOrderBack(exchange: Exchange, { order, reserved, before }: Lifted): void {
  standByRank(exchange, marketOfLive(exchange, order), order, reserved, before)
}

/** The other one has taken its place. */
export function endLifted(exchange: Exchange, lifted: Lifted): void {
  dropLifted(exchange, lifted)
  endOrder(exchange, lifted.order, CANCELLED, 0)
}

/** The same order goes on in another row: nothing of it has ended. */
export function dropLifted(exchange: Exchange, { order }: Lifted): void {
  const { halves } = exchange.orderRows
  if (!isTriggerType(typeIn(halves[2 * order + WORDS]!)))
    noteBookChanged(exchange, marketOfLive(exchange, order))
  bury(exchange, order)
}

/** Rests a new order in the queue at the place, and with the rank, of the one that was lifted. */
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

/** Ends a live order without a fill. The code tells why the exchange did it; 0 = its owner asked. */
export function cancelOrder(exchange: Exchange, order: number, code: ErrorCode | 0): void {
  leave(exchange, marketOfLive(exchange, order), order)
  endOrder(exchange, order, CANCELLED, code)
}

/** Ends an order that is not live; of one on trial nobody hears. */
export function endOrder(exchange: Exchange, order: number, status: number, code: ErrorCode | 0): void {
  const { numbers, halves } = exchange.orderRows
  order = asPlace(order)
  numbers[order + STATUS] = status
  numbers[order + CODE] = code === 0 ? ABSENT : code
  if ((halves[2 * order + FLAGS]! & IS_ON_TRIAL) === 0) emitOrder(exchange, order)
}

/**
 * A resting order has filled by `size` lots at one price, worth `value`: record, level and reservation follow, a full one
 * leaves, and it is told.
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

/** So many lots of a resting order have filled in this settlement: its legs, if it has any, follow at its end. */
export function noteFilledParent({ orderRows, work }: Exchange, order: number, size: number): void {
  if ((orderRows.halves[2 * order + FLAGS]! & HAS_LEGS) !== 0) work.filledParents.push(order, size)
}

/** A filled trigger order leaves the dormant ones. */
export function leaveTriggers(exchange: Exchange, order: number): void {
  const { halves } = exchange.orderRows
  if ((halves[2 * order + FLAGS]! & IS_LIVE) !== 0) leave(exchange, marketOfLive(exchange, order), order)
}

/** An order with extras is told whole: its size may change, and what stands beside its row ends with it. */
export function emitOrder(exchange: Exchange, order: number): void {
  const { work, orderRows } = exchange
  if ((orderRows.halves[2 * order + FLAGS]! & HAS_EXTRAS) === 0) return logOrder(work.log, orderRows, order)
  const handle = orderAt(orderRows, order)
  const record = orderRecord(handle, exchange.markets[handle.marketId]!)
  logEvent(work.log, { kind: 'OrderUpdated', order: record })
}
