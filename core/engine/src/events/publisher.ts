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
export interface PublishedBatch {
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
  readonly markets: readonly PublishedMarket[]
}

/** A market as of a command. */
export interface PublishedMarket extends RecordMarket {
  readonly marketId: MarketId
  readonly fromSeq: number
}

/** Resolves the published rows: an exchange, before it executes another command. */
export interface RowSource {
  readonly accounts: readonly NamedAccount[]
  readonly signers: readonly NamedSigner[]
  readonly markets: readonly RecordMarket[]
  readonly orderRows: OrderRows
}

const NUMBERS_AT_FIRST = 16_384

/** Collects the batch until it is taken; remembers what it has named. */
export class EventBatch {
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
  markets: PublishedMarket[] = []
  accountsNamed = 0
  signersNamed = 0
  readonly marketsNamed: PublishedMarket[] = []
  /** Markets whose books have changed. */
  changedBooks = new Set<MarketId>()
}

/** Adds the results of one command, the last that the exchange executed. */
export function publish(batch: EventBatch, rows: EventRows, exchange: RowSource): void {
  const { notes } = batch
  batch.commands += 1
  const hasEvents = publishNumbers(batch, rows, exchange.orderRows)
  for (let at = 0; at < rows.noteCount; at++) notes.push(rows.notes[at])
  const { accounts, signers, markets } = exchange
  while (batch.accountsNamed < accounts.length) batch.accounts.push(accounts[batch.accountsNamed++]!.address)
  while (batch.signersNamed < signers.length) batch.signers.push(signers[batch.signersNamed++]!.signer)
  // A command that renames a market always emits an event without a row.
  if (hasEvents || markets.length > batch.marketsNamed.length) nameMarkets(batch, rows.numbers[1]!, markets)
}

function nameMarkets(batch: EventBatch, fromSeq: number, markets: readonly RecordMarket[]): void {
  const { marketsNamed } = batch
  for (let marketId = 0; marketId < markets.length; marketId++) {
    const { spec, scale } = markets[marketId]!
    const named = marketsNamed[marketId]
    if (named !== undefined && named.spec.symbol === spec.symbol && named.scale === scale) continue
    const market = { marketId, fromSeq, spec: { symbol: spec.symbol }, scale }
    marketsNamed[marketId] = market
    batch.markets.push(market)
  }
}

/** Returns whether the rows include an event without a row of numbers. */
function publishNumbers(batch: EventBatch, rows: EventRows, orders: OrderRows): boolean {
  const { numbers: from, numberCount } = rows
  let at = rowOffset(batch.numberCount)
  while (at + numberCount > batch.numbers.length) batch.numbers = twiceAsLong(batch.numbers)
  const to = batch.numbers
  batch.copiesBefore = batch.copyCount
  let hasEvents = false
  let row = 0
  while (row < numberCount) {
    const head = integerAt(from, row)
    const kind = rowKind(head)
    const end = row + rowLength(from, row)
    const isOfOrder = kind === ORDER || kind === FILL
    to[at++] = isOfOrder ? withPlace(head, placeOfCopy(batch, orders, rowPlace(head))) : head
    row += 1
    if (kind === EVENT) hasEvents = true
    else if (kind === BOOK) batch.changedBooks.add(rowId(head))
    else if (kind === BOOKS) for (let id = row; id < end; id++) batch.changedBooks.add(from[id]!)
    while (row < end) to[at++] = from[row++]!
  }
  batch.numberCount = at
  return hasEvents
}

/** Position of the copy of an order that was made for this command. */
function placeOfCopy(batch: EventBatch, rows: OrderRows, order: number): number {
  const row = rowOf(order)
  while (row >= batch.copies.length) batch.copies = twiceAsLong(batch.copies)
  if (batch.copies[row]! <= batch.copiesBefore) batch.copies[row] = addCopy(batch, rows, order)
  return (batch.copies[row]! - 1 - batch.takenCopies) * ROW
}

/**
 * Number of a new copy of an order in its current state. Its extras are not needed: the record of an order
 * that has any is published as an event.
 */
function addCopy(batch: EventBatch, { numbers }: OrderRows, order: number): number {
  const place = (batch.copyCount - batch.takenCopies) * ROW
  if (place === batch.orders.length) batch.orders = twiceAsLong(batch.orders)
  batch.orders.set(numbers.subarray(order, order + ROW), place)
  return ++batch.copyCount
}

/** The same for events that exist already, from a source without rows. */
export function publishEvents(
  batch: EventBatch,
  seq: number,
  timeMs: number,
  events: readonly EngineEvent[],
): void {
  const log = new EventLog()
  logCommand(log, seq, timeMs)
  for (const event of events) {
    logEvent(log, event)
    if (event.kind === 'BooksChanged') for (const id of event.marketIds) batch.changedBooks.add(id)
  }
  publish(batch, log, { accounts: [], signers: [], markets: [], orderRows: createOrderRows([], []) })
}

/** Takes the batch collected since the last call. */
export function takeBatch(batch: EventBatch): PublishedBatch {
  const { commands, notes, accounts, signers, markets } = batch
  const published = {
    commands,
    numbers: batch.numbers.slice(0, batch.numberCount),
    notes,
    orders: batch.orders.slice(0, (batch.copyCount - batch.takenCopies) * ROW),
    accounts,
    signers,
    markets,
  }
  batch.commands = 0
  batch.numberCount = 0
  batch.notes = []
  batch.takenCopies = batch.copyCount
  batch.accounts = []
  batch.signers = []
  batch.markets = []
  return published
}

/** Reads the batches of one exchange. It needs all of them, in order, because names are published once. */
export function createBatchReader(): (published: PublishedBatch) => EventEnvelope[] {
  const accounts: NamedAccount[] = []
  const signers: NamedSigner[] = []
  const markets: RecordMarket[] = []
  const orderRows = createOrderRows(accounts, signers)
  const directory = { accounts, markets, orderRows }
  return (published) => {
    for (const address of published.accounts) accounts.push({ address })
    for (const signer of published.signers) signers.push({ signer })
    orderRows.numbers = published.orders
    orderRows.int32s = new Int32Array(
      published.orders.buffer,
      published.orders.byteOffset,
      2 * published.orders.length,
    )
    orderRows.handles.length = 0
    const rows = { numbers: published.numbers, numberCount: published.numbers.length, notes: published.notes }
    let next = 0
    const named = published.markets
    return readEnvelopes(rows, directory, (seq) => {
      for (; next < named.length && named[next]!.fromSeq <= seq; next++)
        markets[named[next]!.marketId] = named[next]!
    })
  }
}
