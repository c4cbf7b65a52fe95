/**
 * Publishes results of commands to a reader in another thread: the rows of `eventRows.ts` and all that they
 * refer to, in two arrays of numbers that can be transferred as they are. Orders in rows are copied as they
 * are after the command; accounts, keys and markets are named once, before the first row that refers to them.
 * The reader restores exactly the events that the exchange would have read from its rows.
 */
import type { Address } from '@vest/protocol'
import type { EngineEvent, EventEnvelope, MarketId, RecordMarket } from '../api/index.ts'
import {
  rowOffset,
  BOOK,
  BOOKS,
  createOrderRows,
  EVENT,
  EventLog,
  type EventRows,
  FILL,
  integerAt,
  logCommand,
  logEvent,
  type NamedAccount,
  type NamedSigner,
  ORDER,
  type OrderRows,
  ROW,
  rowId,
  rowKind,
  rowLength,
  rowOf,
  rowPlace,
  twiceAsLong,
  withPlace,
} from '../state/index.ts'
import { readEnvelopes } from './readEvents.ts'

/** Plain data that nothing else references, so its memory can be transferred. */
export interface Told {
  readonly commands: number
  /** Rows of events, command after command. The reference of an order is its position in `orders`. */
  readonly numbers: Float64Array
  /** Accumulators and rare events, in the order of the rows. */
  readonly notes: readonly unknown[]
  /** The rows of the orders. */
  readonly orders: Float64Array
  /** Accounts with the next ids. */
  readonly accounts: readonly Address[]
  readonly signers: readonly Address[]
  readonly markets: readonly ToldMarket[]
}

/** A market as of a command. */
export interface ToldMarket extends RecordMarket {
  readonly marketId: MarketId
  readonly fromSeq: number
}

/** Resolves the published rows: an exchange, before it executes another command. */
export interface TellingExchange {
  readonly accounts: readonly NamedAccount[]
  readonly signers: readonly NamedSigner[]
  readonly markets: readonly RecordMarket[]
  readonly orderRows: OrderRows
}

const NUMBERS_AT_FIRST = 16_384

/** Collects the batch until it is taken; remembers what it has named. */
export class Telling {
  commands = 0
  numbers: Float64Array = new Float64Array(NUMBERS_AT_FIRST)
  numberCount = 0
  notes: unknown[] = []
  orders: Float64Array = new Float64Array(NUMBERS_AT_FIRST)
  /** Numbers of order copies: ever made; at the last batch; before the command being published. */
  copyCount = 0
  takenCopies = 0
  copiesBefore = 0
  /** By row of an order: the number of its last copy, counted from 1. */
  copies: Float64Array = new Float64Array(NUMBERS_AT_FIRST / ROW)
  accounts: Address[] = []
  signers: Address[] = []
  markets: ToldMarket[] = []
  accountsNamed = 0
  signersNamed = 0
  readonly marketsNamed: ToldMarket[] = []
  /** Markets whose books have changed. */
  changedBooks = new Set<MarketId>()
}

/** Adds the results of one command, the last that the exchange executed. */
export function tell(telling: Telling, rows: EventRows, exchange: TellingExchange): void {
  const { notes } = telling
  telling.commands += 1
  const hasEvents = tellNumbers(telling, rows, exchange.orderRows)
  for (let at = 0; at < rows.noteCount; at++) notes.push(rows.notes[at])
  const { accounts, signers, markets } = exchange
  while (telling.accountsNamed < accounts.length)
    telling.accounts.push(accounts[telling.accountsNamed++]!.address)
  while (telling.signersNamed < signers.length) telling.signers.push(signers[telling.signersNamed++]!.signer)
  // A command that renames a market always emits an event without a row.
  if (hasEvents || markets.length > telling.marketsNamed.length)
    nameMarkets(telling, rows.numbers[1]!, markets)
}

function nameMarkets(telling: Telling, fromSeq: number, markets: readonly RecordMarket[]): void {
  const { marketsNamed } = telling
  for (let marketId = 0; marketId < markets.length; marketId++) {
    const { spec, scale } = markets[marketId]!
    const named = marketsNamed[marketId]
    if (named !== undefined && named.spec.symbol === spec.symbol && named.scale === scale) continue
    const market = { marketId, fromSeq, spec: { symbol: spec.symbol }, scale }
    marketsNamed[marketId] = market
    telling.markets.push(market)
  }
}

/** Returns whether the rows include an event without a row of numbers. */
function tellNumbers(telling: Telling, rows: EventRows, orders: OrderRows): boolean {
  const { numbers: from, numberCount } = rows
  let at = rowOffset(telling.numberCount)
  while (at + numberCount > telling.numbers.length) telling.numbers = twiceAsLong(telling.numbers)
  const to = telling.numbers
  telling.copiesBefore = telling.copyCount
  let hasEvents = false
  let row = 0
  while (row < numberCount) {
    const head = integerAt(from, row)
    const kind = rowKind(head)
    const end = row + rowLength(from, row)
    const isOfOrder = kind === ORDER || kind === FILL
    to[at++] = isOfOrder ? withPlace(head, placeOfCopy(telling, orders, rowPlace(head))) : head
    row += 1
    if (kind === EVENT) hasEvents = true
    else if (kind === BOOK) telling.changedBooks.add(rowId(head))
    else if (kind === BOOKS) for (let id = row; id < end; id++) telling.changedBooks.add(from[id]!)
    while (row < end) to[at++] = from[row++]!
  }
  telling.numberCount = at
  return hasEvents
}

/** Position of the copy of an order that was made for this command. */
function placeOfCopy(telling: Telling, rows: OrderRows, order: number): number {
  const row = rowOf(order)
  while (row >= telling.copies.length) telling.copies = twiceAsLong(telling.copies)
  if (telling.copies[row]! <= telling.copiesBefore) telling.copies[row] = addCopy(telling, rows, order)
  return (telling.copies[row]! - 1 - telling.takenCopies) * ROW
}

/**
 * Number of a new copy of an order in its current state. Its extras are not needed: the record of an order
 * that has any is published as an event.
 */
function addCopy(telling: Telling, { numbers }: OrderRows, order: number): number {
  const place = (telling.copyCount - telling.takenCopies) * ROW
  if (place === telling.orders.length) telling.orders = twiceAsLong(telling.orders)
  telling.orders.set(numbers.subarray(order, order + ROW), place)
  return ++telling.copyCount
}

/** The same for events that exist already, from a source without rows. */
export function tellEvents(
  telling: Telling,
  seq: number,
  timeMs: number,
  events: readonly EngineEvent[],
): void {
  const log = new EventLog()
  logCommand(log, seq, timeMs)
  for (const event of events) {
    logEvent(log, event)
    if (event.kind === 'BooksChanged') for (const id of event.marketIds) telling.changedBooks.add(id)
  }
  tell(telling, log, { accounts: [], signers: [], markets: [], orderRows: createOrderRows([], []) })
}

/** Takes the batch collected since the last call. */
export function takeTold(telling: Telling): Told {
  const { commands, notes, accounts, signers, markets } = telling
  const told = {
    commands,
    numbers: telling.numbers.slice(0, telling.numberCount),
    notes,
    orders: telling.orders.slice(0, (telling.copyCount - telling.takenCopies) * ROW),
    accounts,
    signers,
    markets,
  }
  telling.commands = 0
  telling.numberCount = 0
  telling.notes = []
  telling.takenCopies = telling.copyCount
  telling.accounts = []
  telling.signers = []
  telling.markets = []
  return told
}

/** Reads the batches of one exchange. It needs all of them, in order, because names are published once. */
export function createToldReader(): (told: Told) => EventEnvelope[] {
  const accounts: NamedAccount[] = []
  const signers: NamedSigner[] = []
  const markets: RecordMarket[] = []
  const orderRows = createOrderRows(accounts, signers)
  const directory = { accounts, markets, orderRows }
  return (told) => {
    for (const address of told.accounts) accounts.push({ address })
    for (const signer of told.signers) signers.push({ signer })
    orderRows.numbers = told.orders
    orderRows.int32s = new Int32Array(told.orders.buffer, told.orders.byteOffset, 2 * told.orders.length)
    orderRows.handles.length = 0
    const rows = { numbers: told.numbers, numberCount: told.numbers.length, notes: told.notes }
    let next = 0
    const named = told.markets
    return readEnvelopes(rows, directory, (seq) => {
      for (; next < named.length && named[next]!.fromSeq <= seq; next++)
        markets[named[next]!.marketId] = named[next]!
    })
  }
}
