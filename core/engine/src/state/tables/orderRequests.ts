/**
 * Orders and cancellations as rows of numbers, twelve each: the form that the engine executes. Accounts, keys
 * and markets are the numbers that the exchange assigned (`SignerRegistered`, `MarketListed`), the id is a
 * sequence of words, enum values are their indexes in the lists of the protocol. A row has no field for legs
 * or a client id: such an order stays an object. A command in object form is written into a row first.
 */
import {
  type Address,
  type Id,
  type Lots,
  ORDER_TYPES,
  type Ratio4,
  type RequestOrderType,
  TIMES_IN_FORCE,
  type Ticks,
  type TimeMs,
} from '@vest/protocol'
import type { CancelOrder, MarketId, PlaceOrder } from '../../api/index.ts'
import { rowOffset } from '../memory/rows.ts'
import { ID_WORDS, readHex, writeHex } from '../memory/words.ts'
import { BUY_BIT, REDUCE_ONLY_BIT, placeOf, timeInForceIn, typeIn, termsOf } from './orderLayout.ts'

// Numbers of a row.
export const COMMAND_NONCE = 0
export const SIGNED_TIME = 1
export const WINDOW = 2
export const ORDER_SIZE = 3

/** NaN = absent; the same for the ratio. */
export const PRICE = 4
export const RATIO = 5
export const COMMAND_ROW = 12

// Half-numbers of a row, counted from twice its reference.
/** The market's id; -1 = a symbol that is not listed. */
export const MARKET_OF = 12

/** As in the row of an order, plus the cancel bit. */
export const COMMAND_TERMS = 13

/** The account's id and the key's index, as assigned at the registration of the key. */
export const ACCOUNT_OF = 14
export const SIGNER_OF = 15
export const ID_OF = 16

/** Bit of COMMAND_WORDS: the row cancels the order with its id. */
const CANCEL_BIT = 1 << 10

export class CommandRows {
  declare readonly numbers: Float64Array
  /** The same memory as 32-bit halves. */
  declare readonly int32s: Int32Array

  constructor(count: number) {
    this.numbers = new Float64Array(count * COMMAND_ROW)
    this.int32s = new Int32Array(this.numbers.buffer)
  }

  // What the command says whose row begins at `at`.

  nonce(at: number): number {
    return this.numbers[rowOffset(at) + COMMAND_NONCE]!
  }
  /** Milliseconds since the epoch. */
  signedMs(at: number): number {
    return this.numbers[rowOffset(at) + SIGNED_TIME]!
  }
  windowMs(at: number): number {
    return this.numbers[rowOffset(at) + WINDOW]!
  }
  /** Lots. */
  size(at: number): number {
    return this.numbers[rowOffset(at) + ORDER_SIZE]!
  }
  /** Ticks; NaN = absent. */
  price(at: number): number {
    return this.numbers[rowOffset(at) + PRICE]!
  }
  /** Initial margin ratio; NaN = absent. */
  ratio(at: number): number {
    return this.numbers[rowOffset(at) + RATIO]!
  }
  /** -1 = a symbol that is not listed. */
  marketId(at: number): MarketId {
    return this.int32s[2 * rowOffset(at) + MARKET_OF]!
  }
  accountId(at: number): number {
    return this.int32s[2 * rowOffset(at) + ACCOUNT_OF]!
  }
  /** Index of the key that signed it. */
  signer(at: number): number {
    return this.int32s[2 * rowOffset(at) + SIGNER_OF]!
  }
  /** Side, reduce-only, type and time in force in one number. */
  terms(at: number): number {
    return this.int32s[2 * rowOffset(at) + COMMAND_TERMS]!
  }
  isReduceOnly(at: number): boolean {
    return (this.terms(at) & REDUCE_ONLY_BIT) !== 0
  }
  /** Where its id begins among `int32s`. */
  idAt(at: number): number {
    return 2 * rowOffset(at) + ID_OF
  }
  id(at: number): Id {
    return readHex(this.int32s, this.idAt(at), ID_WORDS) as Id
  }
}

export const createCommandRows = (count: number): CommandRows => new CommandRows(count)

export const isCancel = (rows: CommandRows, at: number): boolean =>
  (rows.int32s[2 * at + COMMAND_TERMS]! & CANCEL_BIT) !== 0

/** Writes a new order as the row that begins at `at`; returns -1 if the account or market is unknown. */
export function writeOrder(
  rows: CommandRows,
  at: number,
  command: PlaceOrder,
  accountId: number,
  signerIndex: number,
  marketId: MarketId,
): void {
  const { numbers, int32s } = rows
  writeSigned(rows, at, command, accountId, signerIndex)
  numbers[at + ORDER_SIZE] = command.size
  numbers[at + PRICE] = command.limitPrice ?? NaN
  numbers[at + RATIO] = command.initMarginRatio ?? NaN
  int32s[2 * at + MARKET_OF] = marketId
  int32s[2 * at + COMMAND_TERMS] = termsOf(
    command.isBuy,
    command.reduceOnly,
    placeOf(ORDER_TYPES, command.orderType),
    placeOf(TIMES_IN_FORCE, command.timeInForce),
  )
}

export function writeCancel(
  rows: CommandRows,
  at: number,
  command: CancelOrder,
  accountId: number,
  signerIndex: number,
): void {
  writeSigned(rows, at, command, accountId, signerIndex)
  rows.int32s[2 * at + COMMAND_TERMS] = CANCEL_BIT
}

function writeSigned(
  rows: CommandRows,
  at: number,
  command: PlaceOrder | CancelOrder,
  accountId: number,
  signerIndex: number,
): void {
  const { numbers, int32s } = rows
  numbers[at + COMMAND_NONCE] = command.nonce
  numbers[at + SIGNED_TIME] = command.orderTimeMs
  numbers[at + WINDOW] = command.recvWindowMs
  int32s[2 * at + ACCOUNT_OF] = accountId
  int32s[2 * at + SIGNER_OF] = signerIndex
  writeHex(command.id, int32s, 2 * at + ID_OF, ID_WORDS)
}

/** The order of a row as an object, with its account, key and market by name. */
export function readOrder(
  rows: CommandRows,
  at: number,
  names: { readonly account: Address; readonly signer: Address; readonly symbol: string },
): PlaceOrder {
  const { numbers, int32s } = rows
  const words = int32s[2 * at + COMMAND_TERMS]!
  const price = numbers[at + PRICE]!
  const ratio = numbers[at + RATIO]!
  return {
    kind: 'PlaceOrder',
    id: readHex(int32s, 2 * at + ID_OF, ID_WORDS) as Id,
    account: names.account,
    signer: names.signer,
    nonce: numbers[at + COMMAND_NONCE]!,
    orderTimeMs: numbers[at + SIGNED_TIME] as TimeMs,
    recvWindowMs: numbers[at + WINDOW]!,
    symbol: names.symbol,
    isBuy: (words & BUY_BIT) !== 0,
    size: numbers[at + ORDER_SIZE] as Lots,
    orderType: ORDER_TYPES[typeIn(words)] as RequestOrderType,
    ...(Number.isNaN(price) ? {} : { limitPrice: price as Ticks }),
    reduceOnly: (words & REDUCE_ONLY_BIT) !== 0,
    timeInForce: TIMES_IN_FORCE[timeInForceIn(words)]!,
    ...(Number.isNaN(ratio) ? {} : { initMarginRatio: ratio as Ratio4 }),
  }
}
