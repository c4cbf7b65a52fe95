/** The exchange as used by the runtime. */
import { randomInt } from 'node:crypto'
import {
  applyPublished,
  applyUnpublished,
  createExchange,
  decodeStateBytes,
  encodeStateBytes,
  type Exchange,
  isStateText,
  query,
  emitCurrentState,
  prefault,
} from '@vest/engine'
import type { Core } from './core.ts'

/** Unknown outside, so that a client cannot choose ids that are slow to find. */
const secret = randomInt(2 ** 31)

/** One megabyte: three milliseconds on a machine with expensive page faults. */
const PAGES_AT_ONCE = 256

/** `ordersAtFirst`: order capacity at the start; absent: a small default. */
export const createExchangeCore = (ordersAtFirst?: number): Core<Exchange> => ({
  create: () => createExchange(secret, ordersAtFirst),
  apply: applyPublished,
  applyUnpublished,
  emitCurrentState,
  query,
  prepare: (exchange) => void prefault(exchange, PAGES_AT_ONCE),
  encode: encodeStateBytes,
  reads: isStateText,
  decode: (text) => decodeStateBytes(text, secret, ordersAtFirst),
})

export const exchangeCore = createExchangeCore()
