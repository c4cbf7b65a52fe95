/**
 * What came of commands, as rows in two buffers: numbers in one, texts (and whole events, where they are rare) in the
 * other. Writing a row allocates nothing once the buffers have grown; whoever wants events reads them out, here or in
 * another thread, to which the buffers travel far cheaper than objects. Rows and events say the same.
 */
import { entryPrice } from '@vest/formulas'
import {
  type Address,
  assert,
  ORDER_STATUSES,
  ORDER_TYPES,
  TIMES_IN_FORCE,
  type TimeMs,
} from '@vest/protocol'
import type { EngineEvent, EventEnvelope, OrderRecord } from './event.ts'
import { type Order, placeOf, TOLD_FILL_NUMBERS, TOLD_NUMBERS } from './order.ts'
import type { Market } from './state.ts'

export interface EventLog {
  numbers: Float64Array
  numberCount: number
  /** Ids, accumulators and rare events, in the order of the rows. */
  notes: unknown[]
  noteCount: number
  /** The buffers whose rows were taken last; they serve next. */
  taken: EventRows
}

/** Rows as they are read: the first `numberCount` numbers, the first `noteCount` notes. */
export interface EventRows {
  readonly numbers: Float64Array
  readonly numberCount: number
  readonly notes: unknown[]
  readonly noteCount: number
}

const ROW_NUMBERS_MAX = 32
const NUMBERS_AT_FIRST = 4_096

const noRows = (): EventRows => ({
  numbers: new Float64Array(NUMBERS_AT_FIRST),
  numberCount: 0,
  notes: [],
  noteCount: 0,
})

export const createEventLog = (): EventLog => ({ ...noRows(), taken: noRows() })

export function clearEventLog(log: EventLog): void {
  log.numberCount = 0
  log.noteCount = 0
}

/** The rows since the last time, after which the log is empty. They hold until rows are taken again. */
export function takeRows(log: EventLog): EventRows {
  const { numbers, numberCount, notes, noteCount, taken } = log
  const rows = { numbers, numberCount, notes, noteCount }
  log.numbers = taken.numbers
  log.notes = taken.notes
  log.taken = rows
  clearEventLog(log)
  return rows
}

/** Whom and what the numbers of rows mean. */
export interface Directory {
  readonly accounts: readonly { readonly address: Address }[]
  readonly signers: readonly { readonly signer: Address }[]
  readonly markets: readonly { readonly spec: { readonly symbol: string } }[]
}

const COMMAND = 0
const EVENT = 1
const ORDER = 2
const TRADE = 3
const FILL = 4
const POSITION = 5
const BOOKS = 6

const ABSENT = NaN
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

/** OrderUpdated, with the record as it stands now. */
export function logOrder(log: EventLog, market: Market, order: Order): void {
  const at = beginRow(log, ROW_NUMBERS_MAX)
  const { numbers } = log
  const { at: from, rows } = order
  const told = rows.numbers
  const filledSize = order.filledSize
  numbers[at] = ORDER
  numbers[at + 1] = order.accountId
  numbers[at + 2] = order.signerIndex
  // An order has filled exactly when it tells an average price.
  numbers[at + 3] = filledSize === 0 ? ABSENT : entryPrice(order.filledValue, filledSize, market.scale)
  let end = at + 4
  for (let i = 0; i < TOLD_NUMBERS; i++) numbers[end + i] = told[from + i]!
  end += TOLD_NUMBERS
  log.notes[log.noteCount++] = order.id
  if (filledSize !== 0) {
    for (let i = TOLD_NUMBERS; i < TOLD_NUMBERS + TOLD_FILL_NUMBERS; i++)
      numbers[end + i - TOLD_NUMBERS] = told[from + i]!
    end += TOLD_FILL_NUMBERS
    log.notes[log.noteCount++] = order.cumFunding
  }
  log.numberCount = end
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
}

export function logFill(
  log: EventLog,
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
  const at = beginRow(log, 13)
  const { numbers } = log
  numbers[at] = FILL
  numbers[at + 1] = tradeId
  numbers[at + 2] = order.marketId
  numbers[at + 3] = order.accountId
  numbers[at + 4] = bit(order.isBuy)
  numbers[at + 5] = placeOf(ORDER_TYPES, order.orderType)
  numbers[at + 6] = bit(isMaker)
  numbers[at + 7] = price
  numbers[at + 8] = size
  numbers[at + 9] = value
  numbers[at + 10] = fee
  numbers[at + 11] = pnl
  numbers[at + 12] = settledFunding
  log.numberCount = at + 13
  log.notes[log.noteCount++] = order.id
}

export function logPosition(
  log: EventLog,
  accountId: number,
  marketId: number,
  isLong: boolean,
  size: number,
  cost: number,
): void {
  const at = beginRow(log, 6)
  const { numbers } = log
  numbers[at] = POSITION
  numbers[at + 1] = accountId
  numbers[at + 2] = marketId
  numbers[at + 3] = bit(isLong)
  numbers[at + 4] = size
  numbers[at + 5] = cost
  log.numberCount = at + 6
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
export function readEnvelopes(rows: EventRows, directory: Directory): EventEnvelope[] {
  const cursor: Cursor = { ...rows, directory, at: 0, noteAt: 0 }
  const envelopes: EventEnvelope[] = []
  let events: EngineEvent[] = []
  while (cursor.at < rows.numberCount) {
    const row = next(cursor)
    if (row === COMMAND) {
      events = []
      envelopes.push({ seq: next(cursor), timeMs: next(cursor) as TimeMs, events })
    } else events.push(readEvent(cursor, row))
  }
  return envelopes
}

interface Cursor extends EventRows {
  readonly directory: Directory
  at: number
  noteAt: number
}

const next = (cursor: Cursor): number => cursor.numbers[cursor.at++]!
/** A number whose unit the row gives. */
const unit = (cursor: Cursor): never => next(cursor) as never
const note = (cursor: Cursor): never => cursor.notes[cursor.noteAt++] as never
const isSet = (cursor: Cursor): boolean => next(cursor) === 1
const addressOf = (cursor: Cursor, accountId: number): Address =>
  cursor.directory.accounts[accountId]!.address
const symbolOf = (cursor: Cursor, marketId: number): string => cursor.directory.markets[marketId]!.spec.symbol

function readEvent(cursor: Cursor, row: number): EngineEvent {
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
      return { kind: 'BooksChanged', marketIds: Array.from({ length: next(cursor) }, () => next(cursor)) }
    default:
      assert(false, `no row of events begins with ${row}`)
  }
}

function readOrder(cursor: Cursor): OrderRecord {
  const account = addressOf(cursor, cursor.numbers[cursor.at]!)
  cursor.at += 1
  const signerIndex = next(cursor)
  const avgFilledPrice = next(cursor)
  const nonce = next(cursor)
  const marketId = next(cursor)
  const told = {
    id: note(cursor),
    account,
    signer: signerIndex < 0 ? account : cursor.directory.signers[signerIndex]!.signer,
    nonce,
    marketId,
    symbol: symbolOf(cursor, marketId),
    isBuy: isSet(cursor),
    orderType: ORDER_TYPES[next(cursor)]!,
    size: unit(cursor),
    limitPrice: unit(cursor),
    timeInForce: TIMES_IN_FORCE[next(cursor)]!,
    reduceOnly: isSet(cursor),
    initMarginRatio: unit(cursor),
    status: ORDER_STATUSES[next(cursor)]!,
  }
  const code = next(cursor)
  const markPrice = next(cursor)
  const record: { -readonly [Key in keyof OrderRecord]: OrderRecord[Key] } = {
    ...told,
    filledSize: unit(cursor),
    filledValue: unit(cursor),
    fees: unit(cursor),
    orderTimeMs: unit(cursor),
    postTimeMs: unit(cursor),
  }
  if (!Number.isNaN(markPrice)) record.markPrice = markPrice as never
  if (!Number.isNaN(code)) record.code = code as never
  if (!Number.isNaN(avgFilledPrice)) {
    record.lastFilledSize = unit(cursor)
    record.lastFilledPrice = unit(cursor)
    record.lastFilledTimeMs = unit(cursor)
    record.avgFilledPrice = avgFilledPrice as never
    record.realizedPnl = unit(cursor)
    record.settledFunding = unit(cursor)
    record.cumFunding = note(cursor)
  }
  return record
}

function readTrade(cursor: Cursor): EngineEvent {
  const tradeId = next(cursor)
  const marketId = next(cursor)
  return {
    kind: 'TradeExecuted',
    tradeId,
    marketId,
    symbol: symbolOf(cursor, marketId),
    price: unit(cursor),
    size: unit(cursor),
    value: unit(cursor),
    takerIsBuy: isSet(cursor),
  }
}

function readFill(cursor: Cursor): EngineEvent {
  const tradeId = next(cursor)
  const marketId = next(cursor)
  return {
    kind: 'FillBooked',
    tradeId,
    orderId: note(cursor),
    account: addressOf(cursor, next(cursor)),
    marketId,
    symbol: symbolOf(cursor, marketId),
    isBuy: isSet(cursor),
    orderType: ORDER_TYPES[next(cursor)]!,
    isMaker: isSet(cursor),
    price: unit(cursor),
    size: unit(cursor),
    value: unit(cursor),
    fee: unit(cursor),
    pnl: unit(cursor),
    settledFunding: unit(cursor),
  }
}

const readPosition = (cursor: Cursor): EngineEvent => ({
  kind: 'PositionChanged',
  account: addressOf(cursor, next(cursor)),
  symbol: symbolOf(cursor, next(cursor)),
  isLong: isSet(cursor),
  size: unit(cursor),
  cost: unit(cursor),
})
