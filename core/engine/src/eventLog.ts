/**
 * What came of commands, as rows in two buffers: numbers in one, texts (and whole events, where they are rare) in the
 * other. Writing a row allocates nothing once the buffers have grown; whoever wants events reads them out, here or in
 * another thread, to which the buffers travel far cheaper than objects. Rows and events say the same.
 */
import { entryPrice } from '@vest/formulas'
import {
  assert,
  ORDER_STATUSES,
  ORDER_TYPES,
  TIMES_IN_FORCE,
  type TimeMs,
} from '@vest/protocol'
import type { EngineEvent, EventEnvelope, OrderRecord } from './event.ts'
import type { Account, Market, Order } from './state.ts'

export interface EventLog {
  numbers: Float64Array
  numberCount: number
  /** Texts, accumulators and rare events, in the order of the rows. */
  readonly notes: unknown[]
  noteCount: number
}

/** The rows of a log as they travel. */
export interface EventRows {
  readonly numbers: Float64Array
  readonly notes: readonly unknown[]
}

const ROW_NUMBERS_MAX = 32
const NUMBERS_AT_FIRST = 4_096

export const createEventLog = (): EventLog => ({
  numbers: new Float64Array(NUMBERS_AT_FIRST),
  numberCount: 0,
  notes: [],
  noteCount: 0,
})

export function clearEventLog(log: EventLog): void {
  log.numberCount = 0
  log.noteCount = 0
}

/** A copy of the rows, after which the log is empty. */
export function takeRows(log: EventLog): EventRows {
  const rows = { numbers: log.numbers.slice(0, log.numberCount), notes: log.notes.slice(0, log.noteCount) }
  clearEventLog(log)
  return rows
}

const COMMAND = 0
const EVENT = 1
const ORDER = 2
const TRADE = 3
const FILL = 4
const POSITION = 5
const BOOKS = 6

const ABSENT = NaN
const optional = (value: number | undefined): number => (value === undefined ? ABSENT : value)
const bit = (value: boolean): number => (value ? 1 : 0)

/** Makes room for one row and returns where it begins. */
function beginRow(log: EventLog, numbers: number): number {
  const at = log.numberCount
  if (at + numbers > log.numbers.length) {
    const wider = new Float64Array(Math.max(2 * log.numbers.length, at + numbers))
    wider.set(log.numbers)
    log.numbers = wider
  }
  return at
}

/** What follows came of this command. */
export function logCommand(log: EventLog, seq: number, timeMs: number): void {
  const at = beginRow(log, 3)
  const { numbers } = log
  numbers[at] = COMMAND
  numbers[at + 1] = seq
  numbers[at + 2] = timeMs
  log.numberCount = at + 3
}

export function logEvent(log: EventLog, event: EngineEvent): void {
  const at = beginRow(log, 1)
  log.numbers[at] = EVENT
  log.numberCount = at + 1
  log.notes[log.noteCount++] = event
}

/**
 * OrderUpdated, with the record as it stands now. False, and nothing written, for an order that was refused because
 * its words are none of the protocol's: such a record has no row.
 */
export function logOrder(log: EventLog, account: Account, market: Market, order: Order): boolean {
  const typeCode = placeIn(ORDER_TYPES, order.orderType)
  const timeInForceCode = placeIn(TIMES_IN_FORCE, order.timeInForce)
  if (typeCode < 0 || timeInForceCode < 0) return false
  const at = beginRow(log, ROW_NUMBERS_MAX)
  const { numbers, notes } = log
  numbers[at] = ORDER
  numbers[at + 1] = order.nonce
  numbers[at + 2] = order.marketId
  numbers[at + 3] = bit(order.isBuy)
  numbers[at + 4] = typeCode
  numbers[at + 5] = order.size
  numbers[at + 6] = order.limitPrice
  numbers[at + 7] = timeInForceCode
  numbers[at + 8] = bit(order.reduceOnly)
  numbers[at + 9] = order.initMarginRatio
  numbers[at + 10] = placeIn(ORDER_STATUSES, order.status)
  numbers[at + 11] = optional(order.code)
  numbers[at + 12] = optional(order.markPrice)
  numbers[at + 13] = order.filledSize
  numbers[at + 14] = order.filledValue
  numbers[at + 15] = order.fees
  numbers[at + 16] = order.orderTimeMs
  numbers[at + 17] = order.postTimeMs
  let notesAt = log.noteCount
  notes[notesAt++] = order.id
  notes[notesAt++] = account.address
  notes[notesAt++] = order.signer
  notes[notesAt++] = market.spec.symbol
  if (order.lastFilledSize === undefined) {
    numbers[at + 18] = 0
    log.numberCount = at + 19
  } else {
    numbers[at + 18] = 1
    numbers[at + 19] = order.lastFilledSize
    numbers[at + 20] = order.lastFilledPrice!
    numbers[at + 21] = order.lastFilledTimeMs!
    numbers[at + 22] = entryPrice(order.filledValue, order.filledSize, market.scale)
    numbers[at + 23] = order.realizedPnl!
    numbers[at + 24] = order.settledFunding!
    log.numberCount = at + 25
    notes[notesAt++] = order.cumFunding!
  }
  log.noteCount = notesAt
  return true
}

export function logTrade(
  log: EventLog,
  market: Market,
  tradeId: number,
  price: number,
  size: number,
  value: number,
  takerIsBuy: boolean,
): void {
  const at = beginRow(log, 7)
  const { numbers } = log
  numbers[at] = TRADE
  numbers[at + 1] = tradeId
  numbers[at + 2] = market.id
  numbers[at + 3] = price
  numbers[at + 4] = size
  numbers[at + 5] = value
  numbers[at + 6] = bit(takerIsBuy)
  log.numberCount = at + 7
  log.notes[log.noteCount++] = market.spec.symbol
}

export function logFill(
  log: EventLog,
  account: Account,
  market: Market,
  order: Order,
  tradeId: number,
  isMaker: boolean,
  price: number,
  size: number,
  value: number,
  fee: number,
  pnl: number,
  settledFunding: number,
): void {
  const at = beginRow(log, 12)
  const { numbers, notes } = log
  numbers[at] = FILL
  numbers[at + 1] = tradeId
  numbers[at + 2] = market.id
  numbers[at + 3] = bit(order.isBuy)
  numbers[at + 4] = placeIn(ORDER_TYPES, order.orderType)
  numbers[at + 5] = bit(isMaker)
  numbers[at + 6] = price
  numbers[at + 7] = size
  numbers[at + 8] = value
  numbers[at + 9] = fee
  numbers[at + 10] = pnl
  numbers[at + 11] = settledFunding
  log.numberCount = at + 12
  const notesAt = log.noteCount
  notes[notesAt] = order.id
  notes[notesAt + 1] = account.address
  notes[notesAt + 2] = market.spec.symbol
  log.noteCount = notesAt + 3
}

export function logPosition(
  log: EventLog,
  account: Account,
  market: Market,
  isLong: boolean,
  size: number,
  cost: number,
): void {
  const at = beginRow(log, 4)
  const { numbers, notes } = log
  numbers[at] = POSITION
  numbers[at + 1] = bit(isLong)
  numbers[at + 2] = size
  numbers[at + 3] = cost
  log.numberCount = at + 4
  const notesAt = log.noteCount
  notes[notesAt] = account.address
  notes[notesAt + 1] = market.spec.symbol
  log.noteCount = notesAt + 2
}

/** BooksChanged: the first `count` of the ids, ascending. */
export function logBooks(log: EventLog, marketIds: readonly number[], count: number): void {
  const at = beginRow(log, count + 2)
  const { numbers } = log
  numbers[at] = BOOKS
  numbers[at + 1] = count
  for (let i = 0; i < count; i++) numbers[at + 2 + i] = marketIds[i]!
  if (count > 1) numbers.subarray(at + 2, at + 2 + count).sort()
  log.numberCount = at + 2 + count
}

// ---------------------------------------------------------------- reading

/** The events of every command in the rows, in order. */
export function readEnvelopes(rows: EventRows): EventEnvelope[] {
  const cursor: Cursor = { ...rows, at: 0, noteAt: 0 }
  const envelopes: EventEnvelope[] = []
  let events: EngineEvent[] = []
  while (cursor.at < rows.numbers.length)
    if (rows.numbers[cursor.at] === COMMAND) {
      events = []
      envelopes.push({ seq: next(skipped(cursor)), timeMs: next(cursor) as TimeMs, events })
    } else events.push(readEvent(cursor))
  return envelopes
}

interface Cursor extends EventRows {
  at: number
  noteAt: number
}

const next = (cursor: Cursor): number => cursor.numbers[cursor.at++]!
const note = (cursor: Cursor): never => cursor.notes[cursor.noteAt++] as never
const skipped = (cursor: Cursor): Cursor => {
  cursor.at += 1
  return cursor
}
const isSet = (cursor: Cursor): boolean => next(cursor) === 1

function readEvent(cursor: Cursor): EngineEvent {
  const row = next(cursor)
  switch (row) {
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
    case BOOKS:
      return readBooks(cursor)
    default:
      assert(false, `no row of events begins with ${row}`)
  }
}

const readOrder = (cursor: Cursor): OrderRecord => {
  const [nonce, marketId] = [next(cursor), next(cursor)]
  const record: { -readonly [Key in keyof OrderRecord]: OrderRecord[Key] } = {
    id: note(cursor),
    account: note(cursor),
    signer: note(cursor),
    nonce,
    marketId,
    symbol: note(cursor),
    isBuy: isSet(cursor),
    orderType: ORDER_TYPES[next(cursor)]!,
    size: next(cursor) as OrderRecord['size'],
    limitPrice: next(cursor) as OrderRecord['limitPrice'],
    timeInForce: TIMES_IN_FORCE[next(cursor)]!,
    reduceOnly: isSet(cursor),
    initMarginRatio: next(cursor) as OrderRecord['initMarginRatio'],
    status: ORDER_STATUSES[next(cursor)]!,
    filledSize: 0 as OrderRecord['filledSize'],
    filledValue: 0 as OrderRecord['filledValue'],
    fees: 0 as OrderRecord['fees'],
    orderTimeMs: 0 as TimeMs,
    postTimeMs: 0 as TimeMs,
  }
  const [code, markPrice] = [next(cursor), next(cursor)]
  record.filledSize = next(cursor) as OrderRecord['filledSize']
  record.filledValue = next(cursor) as OrderRecord['filledValue']
  record.fees = next(cursor) as OrderRecord['fees']
  record.orderTimeMs = next(cursor) as TimeMs
  record.postTimeMs = next(cursor) as TimeMs
  if (!Number.isNaN(markPrice)) record.markPrice = markPrice as OrderRecord['limitPrice']
  if (!Number.isNaN(code)) record.code = code as NonNullable<OrderRecord['code']>
  if (isSet(cursor)) {
    record.lastFilledSize = next(cursor) as OrderRecord['size']
    record.lastFilledPrice = next(cursor) as OrderRecord['limitPrice']
    record.lastFilledTimeMs = next(cursor) as TimeMs
    record.avgFilledPrice = next(cursor) as OrderRecord['limitPrice']
    record.realizedPnl = next(cursor) as OrderRecord['fees']
    record.settledFunding = next(cursor) as OrderRecord['fees']
    record.cumFunding = note(cursor)
  }
  return record
}

const readTrade = (cursor: Cursor): EngineEvent => ({
  kind: 'TradeExecuted',
  tradeId: next(cursor),
  marketId: next(cursor),
  symbol: note(cursor),
  price: next(cursor) as never,
  size: next(cursor) as never,
  value: next(cursor) as never,
  takerIsBuy: isSet(cursor),
})

const readFill = (cursor: Cursor): EngineEvent => ({
  kind: 'FillBooked',
  tradeId: next(cursor),
  orderId: note(cursor),
  account: note(cursor),
  marketId: next(cursor),
  symbol: note(cursor),
  isBuy: isSet(cursor),
  orderType: ORDER_TYPES[next(cursor)]!,
  isMaker: isSet(cursor),
  price: next(cursor) as never,
  size: next(cursor) as never,
  value: next(cursor) as never,
  fee: next(cursor) as never,
  pnl: next(cursor) as never,
  settledFunding: next(cursor) as never,
})

const readPosition = (cursor: Cursor): EngineEvent => ({
  kind: 'PositionChanged',
  account: note(cursor),
  symbol: note(cursor),
  isLong: isSet(cursor),
  size: next(cursor) as never,
  cost: next(cursor) as never,
})

function readBooks(cursor: Cursor): EngineEvent {
  const count = next(cursor)
  const marketIds = Array.from({ length: count }, () => next(cursor))
  return { kind: 'BooksChanged', marketIds }
}

/** Words travel as their places in the lists of the protocol; -1 = none of them. */
function placeIn<T>(list: readonly T[], value: T): number {
  for (let i = 0; i < list.length; i++) if (list[i] === value) return i
  return -1
}
