/**
 * PlaceOrder and CancelOrder in bytes: they are most of what a busy exchange writes, and as JSON each would take four
 * times the space and most of the time of a replay. Hex text is stored as its bytes, numbers as varints, and enum
 * values as indexes into lists that only grow at their end.
 *
 * An order that does not have exactly the fields known here (a later optional field, mixed-case hex) is written as
 * JSON (`canEncode`), so the record always equals the command.
 */
import {
  lots,
  ratio4,
  ticks,
  type Address,
  type Id,
  type RequestOrderType,
  type TimeInForce,
  type TimeMs,
} from '@vest/protocol'
import type { CancelOrder, PlaceOrder } from '@vest/engine'
import { assert } from '@vest/protocol'
import { readVarint, writeVarint, type ByteCursor } from './varint.ts'

/** The order of the lists is part of the format: append only. */
const ORDER_TYPES: readonly RequestOrderType[] = ['MARKET', 'LIMIT', 'STOP_LOSS', 'TAKE_PROFIT']
const TIMES_IN_FORCE: readonly TimeInForce[] = ['GTC', 'FOK', 'IOC', 'POST_ONLY']
const ID_BYTES = 32
const ADDRESS_BYTES = 20
const SYMBOL_BYTES_MAX = 64

const HAS_BUY = 1
const HAS_REDUCE_ONLY = 2
const HAS_LIMIT_PRICE = 4
const HAS_RATIO = 8

const HEX_32 = /^0x[0-9a-f]{64}$/
const HEX_20 = /^0x[0-9a-f]{40}$/
const ASCII = /^[\x20-\x7e]*$/

const isUnsigned = (value: unknown): boolean =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && !Object.is(value, -0)

export function canEncodePlaceOrder(order: PlaceOrder): boolean {
  const optional = (order.limitPrice === undefined ? 0 : 1) + (order.initMarginRatio === undefined ? 0 : 1)
  return (
    Object.keys(order).length === 13 + optional &&
    canEncodeSigned(order) &&
    ASCII.test(order.symbol) &&
    order.symbol.length <= SYMBOL_BYTES_MAX &&
    typeof order.isBuy === 'boolean' &&
    typeof order.reduceOnly === 'boolean' &&
    isUnsigned(order.size) &&
    ORDER_TYPES.includes(order.orderType) &&
    TIMES_IN_FORCE.includes(order.timeInForce) &&
    (order.limitPrice === undefined || isUnsigned(order.limitPrice)) &&
    (order.initMarginRatio === undefined || isUnsigned(order.initMarginRatio))
  )
}

export const canEncodeCancelOrder = (cancel: CancelOrder): boolean =>
  Object.keys(cancel).length === 7 && canEncodeSigned(cancel)

/** Fields of every command that an account signs. */
type Signed = Pick<PlaceOrder, 'id' | 'account' | 'signer' | 'nonce' | 'orderTimeMs' | 'recvWindowMs'>

const canEncodeSigned = (command: Signed): boolean =>
  HEX_32.test(command.id) &&
  HEX_20.test(command.account) &&
  HEX_20.test(command.signer) &&
  isUnsigned(command.nonce) &&
  isUnsigned(command.orderTimeMs) &&
  isUnsigned(command.recvWindowMs)

export function writePlaceOrder(cursor: ByteCursor, order: PlaceOrder): void {
  writeSigned(cursor, order)
  const flags =
    (order.isBuy ? HAS_BUY : 0) |
    (order.reduceOnly ? HAS_REDUCE_ONLY : 0) |
    (order.limitPrice === undefined ? 0 : HAS_LIMIT_PRICE) |
    (order.initMarginRatio === undefined ? 0 : HAS_RATIO)
  cursor.bytes[cursor.at++] = flags
  cursor.bytes[cursor.at++] = ORDER_TYPES.indexOf(order.orderType)
  cursor.bytes[cursor.at++] = TIMES_IN_FORCE.indexOf(order.timeInForce)
  cursor.bytes[cursor.at++] = order.symbol.length
  cursor.at += cursor.bytes.write(order.symbol, cursor.at, 'latin1')
  writeVarint(cursor, order.size)
  if (order.limitPrice !== undefined) writeVarint(cursor, order.limitPrice)
  if (order.initMarginRatio !== undefined) writeVarint(cursor, order.initMarginRatio)
}

export function readPlaceOrder(cursor: ByteCursor): PlaceOrder {
  const signed = readSigned(cursor)
  const flags = cursor.bytes[cursor.at++]!
  const orderType = ORDER_TYPES[cursor.bytes[cursor.at++]!]
  const timeInForce = TIMES_IN_FORCE[cursor.bytes[cursor.at++]!]
  assert(orderType !== undefined && timeInForce !== undefined, 'the record was written by a newer version')
  const symbolBytes = cursor.bytes[cursor.at++]!
  const symbol = cursor.bytes.toString('latin1', cursor.at, cursor.at + symbolBytes)
  cursor.at += symbolBytes
  const size = lots(readVarint(cursor))
  const limitPrice = flags & HAS_LIMIT_PRICE ? ticks(readVarint(cursor)) : undefined
  const initMarginRatio = flags & HAS_RATIO ? ratio4(readVarint(cursor)) : undefined
  return {
    kind: 'PlaceOrder',
    ...signed,
    symbol,
    isBuy: (flags & HAS_BUY) !== 0,
    size,
    orderType,
    ...(limitPrice === undefined ? {} : { limitPrice }),
    reduceOnly: (flags & HAS_REDUCE_ONLY) !== 0,
    timeInForce,
    ...(initMarginRatio === undefined ? {} : { initMarginRatio }),
  }
}

export const writeCancelOrder = (cursor: ByteCursor, cancel: CancelOrder): void => writeSigned(cursor, cancel)
export const readCancelOrder = (cursor: ByteCursor): CancelOrder => ({
  kind: 'CancelOrder',
  ...readSigned(cursor),
})

function writeSigned(cursor: ByteCursor, command: Signed): void {
  writeHex(cursor, command.id)
  writeHex(cursor, command.account)
  // The account is its own signer as often as a signing key is: one byte instead of twenty.
  const isOwnSigner = command.signer === command.account
  cursor.bytes[cursor.at++] = isOwnSigner ? 1 : 0
  if (!isOwnSigner) writeHex(cursor, command.signer)
  writeVarint(cursor, command.nonce)
  writeVarint(cursor, command.orderTimeMs)
  writeVarint(cursor, command.recvWindowMs)
}

function readSigned(cursor: ByteCursor): Signed {
  const id = readHex(cursor, ID_BYTES) as Id
  const account = readHex(cursor, ADDRESS_BYTES) as Address
  const isOwnSigner = cursor.bytes[cursor.at++] === 1
  const signer = isOwnSigner ? account : (readHex(cursor, ADDRESS_BYTES) as Address)
  const nonce = readVarint(cursor)
  const orderTimeMs = readVarint(cursor) as TimeMs
  return { id, account, signer, nonce, orderTimeMs, recvWindowMs: readVarint(cursor) }
}

function writeHex(cursor: ByteCursor, text: string): void {
  cursor.at += cursor.bytes.write(text.slice(2), cursor.at, 'hex')
}

function readHex(cursor: ByteCursor, length: number): `0x${string}` {
  const start = cursor.at
  cursor.at += length
  return `0x${cursor.bytes.toString('hex', start, cursor.at)}`
}
