/** The exchange as the runtime drives it. */
import { randomInt } from 'node:crypto'
import {
  applyTold,
  applyUntold,
  createExchange,
  decodeState,
  encodeState,
  type Exchange,
  isStateText,
  query,
} from '@vest/engine'
import type { Core } from './core.ts'

/** Nobody outside can know how this process hashes ids, and so choose ids that are slow to find. */
const secret = randomInt(2 ** 31)

export const exchangeCore: Core<Exchange> = {
  create: () => createExchange(secret),
  apply: applyTold,
  applyUntold,
  query,
  encode: encodeState,
  reads: isStateText,
  decode: (text) => decodeState(text, secret),
}
