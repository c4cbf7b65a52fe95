/** Converts rows of the event log to events. Rows and events carry the same data. */
import {
  type Address,
  type ErrorCode,
  type Lots,
  ORDER_STATUSES,
  type Ratio4,
  type TimeMs,
  type Usd6,
  assert,
  usd6,
} from '@vest/protocol'
import type { EngineEvent, EventEnvelope, OrderRecord } from '../api/index.ts'
import { orderRecord } from '../book/index.ts'
import {
  BOOK,
  BOOKS,
  COMMAND,
  type Directory,
  EVENT,
  type EventRows,
  FILL,
  ORDER,
  type Order,
  orderAt,
  POSITION,
  rowId,
  rowKind,
  rowPlace,
  SIDE_BIT,
  TRADE,
} from '../state/index.ts'

/** The events of every command in the rows, in order; the callback gets each command before its rows are read. */
export function readEnvelopes(
  rows: Pick<EventRows, 'numbers' | 'numberCount'> & { readonly notes: readonly unknown[] },
  directory: Directory,
  onCommand?: (seq: number) => void,
): EventEnvelope[] {
  const { numbers, numberCount, notes } = rows
  const cursor: Cursor = { numbers, notes, directory, at: 0, noteAt: 0, head: 0 }
  const envelopes: EventEnvelope[] = []
  let events: EngineEvent[] = []
  while (cursor.at < numberCount) {
    cursor.head = next(cursor) | 0
    if (rowKind(cursor.head) === COMMAND) {
      events = []
      const seq = next(cursor)
      onCommand?.(seq)
      envelopes.push({ seq, timeMs: next(cursor) as TimeMs, events })
    } else events.push(readEvent(cursor))
  }
  return envelopes
}

interface Cursor {
  readonly numbers: Float64Array
  readonly notes: readonly unknown[]
  readonly directory: Directory
  at: number
  noteAt: number
  /** The first number of the row. */
  head: number
}

const isSideSet = ({ head }: Cursor): boolean => (head & SIDE_BIT) !== 0

const idIn = ({ head }: Cursor): number => rowId(head)

const orderIn = ({ head, directory }: Cursor): Order => orderAt(directory.orderRows, rowPlace(head))

const next = (cursor: Cursor): number => cursor.numbers[cursor.at++]!

/** A number whose unit the row gives. */
const unit = (cursor: Cursor): never => next(cursor) as never

const note = (cursor: Cursor): never => cursor.notes[cursor.noteAt++] as never

const addressOf = (cursor: Cursor, accountId: number): Address =>
  cursor.directory.accounts[accountId]!.address

const symbolOf = (cursor: Cursor, marketId: number): string => cursor.directory.markets[marketId]!.spec.symbol

function readEvent(cursor: Cursor): EngineEvent {
  switch (rowKind(cursor.head)) {
    case EVENT:
      return note(cursor)
    case ORDER:
      return { kind: 'OrderUpdated', order: readOrder(cursor) }
    case TRADE:
      return readTrade(cursor)
    case FILL:
      return readFill(cursor)
    case POSITION:
      return readPosition(cursor)
    case BOOK:
      return { kind: 'BooksChanged', marketIds: [idIn(cursor)] }
    case BOOKS:
      return { kind: 'BooksChanged', marketIds: Array.from({ length: idIn(cursor) }, () => next(cursor)) }
    default:
      assert(false, `no row of events begins with ${cursor.head}`)
  }
}

function readOrder(cursor: Cursor): OrderRecord {
  const { directory } = cursor
  const order = orderIn(cursor)
  const status = ORDER_STATUSES[next(cursor)]!
  const code = next(cursor)
  const filledSize: Lots = unit(cursor)
  const begun = {
    status,
    code: Number.isNaN(code) ? undefined : (code as ErrorCode),
    filledSize,
    isTriggered: isSideSet(cursor),
  }
  const market = directory.markets[order.marketId]!
  if (filledSize === 0) return orderRecord(order, market, { ...NOTHING_FILLED, ...begun })
  return orderRecord(order, market, {
    ...begun,
    filledValue: unit(cursor),
    fees: unit(cursor),
    lastFilledSize: unit(cursor),
    lastFilledPrice: unit(cursor),
    lastFilledTimeMs: unit(cursor),
    realizedPnl: unit(cursor),
    settledFunding: unit(cursor),
    cumFunding: note(cursor),
  })
}

const NOTHING_FILLED = {
  filledValue: usd6(0),
  fees: usd6(0),
  lastFilledSize: undefined,
  lastFilledPrice: undefined,
  lastFilledTimeMs: undefined,
  realizedPnl: undefined,
  settledFunding: undefined,
  cumFunding: undefined,
} as const

function readTrade(cursor: Cursor): EngineEvent {
  const marketId = idIn(cursor)
  return {
    kind: 'TradeExecuted',
    tradeId: next(cursor),
    marketId,
    symbol: symbolOf(cursor, marketId),
    price: unit(cursor),
    size: unit(cursor),
    value: unit(cursor),
    takerIsBuy: isSideSet(cursor),
  }
}

function readFill(cursor: Cursor): EngineEvent {
  const order = orderIn(cursor)
  return {
    kind: 'FillBooked',
    tradeId: next(cursor),
    orderId: order.id,
    account: order.account,
    marketId: order.marketId,
    symbol: symbolOf(cursor, order.marketId),
    isBuy: order.isBuy,
    orderType: order.orderType,
    isMaker: isSideSet(cursor),
    price: unit(cursor),
    size: unit(cursor),
    value: unit(cursor),
    fee: unit(cursor),
    pnl: unit(cursor),
    settledFunding: unit(cursor),
  }
}

function readPosition(cursor: Cursor): EngineEvent {
  const told = {
    kind: 'PositionChanged' as const,
    account: addressOf(cursor, idIn(cursor)),
    symbol: symbolOf(cursor, next(cursor)),
    isLong: isSideSet(cursor),
    size: next(cursor) as Lots,
    cost: next(cursor) as Usd6,
  }
  const initMarginRatio = next(cursor) as Ratio4
  return told.size === 0 ? told : { ...told, initMarginRatio }
}
