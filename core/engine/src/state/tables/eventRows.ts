/**
 * Results of commands, as rows in two buffers: numbers in one, accumulators (and whole events, where they are
 * rare) in the other. Writing a row allocates nothing once the buffers have grown; a reader makes events of
 * them (`readEnvelopes`) before the next command. Rows and events carry the same data.
 */
import type { Address } from '@vest/protocol'
import type { EngineEvent, RecordMarket } from '../../api/index.ts'
import { rowOffset, integerAt, twiceAsLong } from '../memory/rows.ts'
import type { OrderFill, OrderRows } from './orders.ts'
import {
  CODE,
  FEES,
  FILLED_SIZE,
  FILLED_VALUE,
  FLAGS,
  IS_TRIGGERED,
  LAST_FILLED_PRICE,
  LAST_FILLED_SIZE,
  LAST_FILLED_TIME,
  REALIZED_PNL,
  SETTLED_FUNDING,
  STATUS,
  rowOf,
} from './orderLayout.ts'

/** Rows for a reader: the first `numberCount` numbers, the first `noteCount` notes. */
export interface EventRows {
  readonly numbers: Float64Array
  readonly numberCount: number
  readonly notes: unknown[]
  readonly noteCount: number
}

const ROW_NUMBERS_MAX = 11

/** Capacity for some hundred commands: while no buffer grows, V8 compiles no code for the growth. */
const NUMBERS_AT_FIRST = 16_384

const noRows = (): EventRows => {
  return { numbers: new Float64Array(NUMBERS_AT_FIRST), numberCount: 0, notes: [], noteCount: 0 }
}

export class EventLog {
  numbers: Float64Array = new Float64Array(NUMBERS_AT_FIRST)
  /** Capacity of `numbers`. */
  length = NUMBERS_AT_FIRST
  numberCount = 0
  /** Accumulators and rare events, in the order of the rows. */
  notes: unknown[] = []
  noteCount = 0
  /** The buffers whose rows were taken last; the next `takeRows` reuses them. */
  taken: EventRows = noRows()
  /** Rows were taken since the last command, so the order rows that they refer to may be reused. */
  areTaken = false
}

/** Clears the log. */
export function clearEventLog(log: EventLog): void {
  log.numberCount = 0
  log.noteCount = 0
  log.areTaken = true
}

/** Returns the rows since the last call and clears the log. They are valid until the next command. */
export function takeRows(log: EventLog): EventRows {
  const { numbers, numberCount, notes, noteCount, taken } = log
  const rows = { numbers, numberCount, notes, noteCount }
  log.numbers = taken.numbers
  log.length = taken.numbers.length
  log.notes = taken.notes
  log.taken = rows
  clearEventLog(log)
  return rows
}

/** Resolves the numbers in rows: the exchange that wrote them, before it executes another command. */
export interface Directory {
  readonly accounts: readonly { readonly address: Address }[]
  readonly markets: readonly RecordMarket[]
  readonly orderRows: OrderRows
}

// The first number of a row: its kind, in some kinds a side, and above these five bits the reference of an
// order, whose lowest five bits are 0, or the id of an account or market: ids stay below 2^25 (`accountRow`).
export const COMMAND = 0
export const EVENT = 1
export const ORDER = 2
export const TRADE = 3
export const FILL = 4
export const POSITION = 5
export const BOOK = 6
export const BOOKS = 7
const KIND_MASK = 7
export const SIDE_BIT = 8
const ID_SHIFT = 5
const PLACE_MASK = ~31

export const rowKind = (head: number): number => head & KIND_MASK

/** For rows whose head has an id: that of an account or a market. */
export const rowId = (head: number): number => head >> ID_SHIFT

/** For rows whose head has the reference of an order: that reference, and the same head with another one. */
export const rowPlace = (head: number): number => head & PLACE_MASK

export const withPlace = (head: number, place: number): number => (head & ~PLACE_MASK) | place

/** Length, in numbers, of the row that begins at `at`. */
export function rowLength(numbers: Float64Array, at: number): number {
  const head = integerAt(numbers, at)
  switch (rowKind(head)) {
    case COMMAND:
      return 3
    case ORDER:
      return numbers[at + 3] === 0 ? 4 : ROW_NUMBERS_MAX
    case FILL:
      return 8
    case TRADE:
    case POSITION:
      return 5
    case BOOKS:
      return 1 + rowId(head)
    default:
      return 1
  }
}

const side = (value: boolean): number => (value ? SIDE_BIT : 0)

/** Reserves one row and returns its start. */
function beginRow(log: EventLog, numbers: number): number {
  const at = rowOffset(log.numberCount)
  if (at + numbers > log.length) widen(log, at + numbers)
  return at
}

function widen(log: EventLog, length: number): void {
  while (log.numbers.length < length) log.numbers = twiceAsLong(log.numbers)
  log.length = log.numbers.length
}

/** Begins the rows of a command. */
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
 * OrderUpdated with the current record. Constant fields are read from the order's row, which is not reused
 * before these rows are taken.
 */
export function logOrder(log: EventLog, rows: OrderRows, order: number): void {
  const at = beginRow(log, ROW_NUMBERS_MAX)
  const { numbers } = log
  const told = rows.numbers
  order = rowOffset(order)
  const filledSize = told[order + FILLED_SIZE]!
  numbers[at] = order | side((rows.int32s[2 * order + FLAGS]! & IS_TRIGGERED) !== 0) | ORDER
  numbers[at + 1] = told[order + STATUS]!
  numbers[at + 2] = told[order + CODE]!
  numbers[at + 3] = filledSize
  if (filledSize === 0) {
    log.numberCount = at + 4
    return
  }
  numbers[at + 4] = told[order + FILLED_VALUE]!
  numbers[at + 5] = told[order + FEES]!
  numbers[at + 6] = told[order + LAST_FILLED_SIZE]!
  numbers[at + 7] = told[order + LAST_FILLED_PRICE]!
  numbers[at + 8] = told[order + LAST_FILLED_TIME]!
  numbers[at + 9] = told[order + REALIZED_PNL]!
  numbers[at + 10] = told[order + SETTLED_FUNDING]!
  log.numberCount = at + ROW_NUMBERS_MAX
  log.notes[log.noteCount++] = rows.cumFundings[rowOf(order)]
}

export function logTrade(
  log: EventLog,
  marketId: number,
  tradeId: number,
  price: number,
  size: number,
  value: number,
  takerIsBuy: boolean,
): void {
  const at = beginRow(log, 5)
  const { numbers } = log
  numbers[at] = (marketId << ID_SHIFT) | side(takerIsBuy) | TRADE
  numbers[at + 1] = tradeId
  numbers[at + 2] = price
  numbers[at + 3] = size
  numbers[at + 4] = value
  log.numberCount = at + 5
}

export function logFill(
  log: EventLog,
  order: number,
  tradeId: number,
  isMaker: boolean,
  { price, size, value, fee, pnl, settledFunding }: OrderFill,
): void {
  const at = beginRow(log, 8)
  const { numbers } = log
  numbers[at] = order | side(isMaker) | FILL
  numbers[at + 1] = tradeId
  numbers[at + 2] = price
  numbers[at + 3] = size
  numbers[at + 4] = value
  numbers[at + 5] = fee
  numbers[at + 6] = pnl
  numbers[at + 7] = settledFunding
  log.numberCount = at + 8
}

export function logPosition(
  log: EventLog,
  accountId: number,
  marketId: number,
  isLong: boolean,
  size: number,
  cost: number,
  initMarginRatio: number,
): void {
  const at = beginRow(log, 5)
  const { numbers } = log
  numbers[at] = (accountId << ID_SHIFT) | side(isLong) | POSITION
  numbers[at + 1] = marketId
  numbers[at + 2] = size
  numbers[at + 3] = cost
  numbers[at + 4] = initMarginRatio
  log.numberCount = at + 5
}

/** BooksChanged of one market: the result of an order. */
export function logBook(log: EventLog, marketId: number): void {
  const at = beginRow(log, 1)
  log.numbers[at] = (marketId << ID_SHIFT) | BOOK
  log.numberCount = at + 1
}

/** BooksChanged of several markets. */
export function logBooks(log: EventLog, marketIds: readonly number[]): void {
  const at = beginRow(log, marketIds.length + 1)
  log.numbers[at] = (marketIds.length << ID_SHIFT) | BOOKS
  log.numbers.set(
    marketIds.toSorted((a, b) => a - b),
    at + 1,
  )
  log.numberCount = at + 1 + marketIds.length
}

// ---------------------------------------------------------------- reading
