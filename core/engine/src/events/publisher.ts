/**
 * What came of commands, for whoever reads it elsewhere and later: the rows of `eventRows.ts` with all that they lean on
 * beside them, in two arrays of numbers that can be handed to another thread as they are. The orders that rows speak of
 * are copied as they stand after the command; accounts, keys and markets are named once, before the first row that
 * means them. The reader makes of it the very events that the exchange would have read out itself.
 */
import type { EngineEvent, EventEnvelope, MarketId, RecordMarket } from '../api/index.ts'
import {
  asPlace,
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
import type { Address } from '@vest/protocol'

/** Plain data; nobody else has its arrays, so their memory can be handed on. */
export interface Told {
  readonly commands: number
  /** Rows of events, command after command. Where one has the place of an order, it is that in `orders`. */
  readonly numbers: Float64Array
  /** Accumulators and rare events, in the order of the rows. */
  readonly notes: readonly unknown[]
  /** The orders' own rows. */
  readonly orders: Float64Array
  /** Those whose ids come next. */
  readonly accounts: readonly Address[]
  readonly signers: readonly Address[]
  readonly markets: readonly ToldMarket[]
}

/** A market as it is known from a command on. */
export interface ToldMarket extends RecordMarket {
  readonly marketId: MarketId
  readonly fromSeq: number
}

/** Whom and what the rows mean that are told: an exchange, before it executes anything else. */
export interface TellingExchange {
  readonly accounts: readonly NamedAccount[]
  readonly signers: readonly NamedSigner[]
  readonly markets: readonly RecordMarket[]
  readonly orderRows: OrderRows
}

const NUMBERS_AT_FIRST = 16_384

/** Collects what is told until it is taken; knows whom it has named before. */
export class Telling {
  commands = 0
  numbers: Float64Array = new Float64Array(NUMBERS_AT_FIRST)
  numberCount = 0
  notes: unknown[] = []
  orders: Float64Array = new Float64Array(NUMBERS_AT_FIRST)
  /** Copies of orders ever made; those that were taken; those before the command that is told. */
  copyCount = 0
  takenCopies = 0
  copiesBefore = 0
  /** By row of an order: the number of its last copy, from 1. */
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

/** Adds what came of one command, the last that the exchange has executed. */
export function tell(telling: Telling, rows: EventRows, exchange: TellingExchange): void {
  const { notes } = telling
  telling.commands += 1
  const hasEvents = tellNumbers(telling, rows, exchange.orderRows)
  for (let at = 0; at < rows.noteCount; at++) notes.push(rows.notes[at])
  const { accounts, signers, markets } = exchange
  while (telling.accountsNamed < accounts.length)
    telling.accounts.push(accounts[telling.accountsNamed++]!.address)
  while (telling.signersNamed < signers.length) telling.signers.push(signers[telling.signersNamed++]!.signer)
  // Whatever renames a market also tells an event that is no order's.
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

/** Is there an event among the rows that has no numbers? */
function tellNumbers(telling: Telling, rows: EventRows, orders: OrderRows): boolean {
  const { numbers: from, numberCount } = rows
  let at = asPlace(telling.numberCount)
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

/** Where the copy of an order stands that was made for this command. */
function placeOfCopy(telling: Telling, rows: OrderRows, order: number): number {
  const row = rowOf(order)
  while (row >= telling.copies.length) telling.copies = twiceAsLong(telling.copies)
  if (telling.copies[row]! <= telling.copiesBefore) telling.copies[row] = addCopy(telling, rows, order)
  return (telling.copies[row]! - 1 - telling.takenCopies) * ROW
}

/**
 * The number of a new copy of an order as it stands now. What stands beside its row is not needed: the record of an
 * order that has any of it is told as an event.
 */
function addCopy(telling: Telling, { numbers }: OrderRows, order: number): number {
  const place = (telling.copyCount - telling.takenCopies) * ROW
  if (place === telling.orders.length) telling.orders = twiceAsLong(telling.orders)
  telling.orders.set(numbers.subarray(order, order + ROW), place)
  return ++telling.copyCount
}

/** The same of events that are there already, from whoever has no rows. */
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

/** What was told since the last time. */
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

/** Reads what one exchange tells: all of it, in order, or it would not know whom the rows mean. */
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
    orderRows.halves = new Int32Array(told.orders.buffer, told.orders.byteOffset, 2 * told.orders.length)
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
