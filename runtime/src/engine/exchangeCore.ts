/** The exchange as the runtime drives it. */
import { randomInt } from 'node:crypto'
import {
  applyTold,
  applyUntold,
  createExchange,
  decodeStateBytes,
  encodeStateBytes,
  type Exchange,
  isStateText,
  query,
  tellPresent,
  touchRoom,
} from '@vest/engine'
import type { Core } from './core.ts'

/** Nobody outside can know how this process hashes ids, and so choose ids that are slow to find. */
const secret = randomInt(2 ** 31)

/** One megabyte: three milliseconds where pages are dear. */
const PAGES_AT_ONCE = 256

/** With room for so many orders from the beginning; without a number for few. */
export const createExchangeCore = (ordersAtFirst?: number): Core<Exchange> => ({
  create: () => createExchange(secret, ordersAtFirst),
  apply: applyTold,
  applyUntold,
  tellPresent,
  query,
  prepare: (exchange) => void touchRoom(exchange, PAGES_AT_ONCE),
  encode: encodeStateBytes,
  reads: isStateText,
  decode: (text) => decodeStateBytes(text, secret, ordersAtFirst),
})

export const exchangeCore = createExchangeCore()
