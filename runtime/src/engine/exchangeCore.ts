/** The exchange as the runtime drives it. */
import { apply, createExchange, decodeState, encodeState, query, type Exchange } from '@vest/engine'
import type { Core } from './core.ts'

export const exchangeCore: Core<Exchange> = {
  create: createExchange,
  apply,
  query,
  encode: encodeState,
  decode: decodeState,
}
