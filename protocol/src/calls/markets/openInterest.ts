import { z } from 'zod'
import { decimalText } from '../../wire/valueForms.ts'
import { PUBLIC } from '../access.ts'
import type { Call } from '../call.ts'
import { SYMBOLS } from '../queryFields.ts'

export const openInterest = z.object({ symbol: z.string(), longOi: decimalText, shortOi: decimalText })
export type OpenInterest = z.infer<typeof openInterest>
export const openInterestResponse = z.object({ ois: z.array(openInterest) })
export type OpenInterestResponse = z.infer<typeof openInterestResponse>

export const openInterestCall = {
  group: 'Markets',
  method: 'GET',
  path: '/oi',
  ...PUBLIC,
  summary: 'Open interest of markets, long and short.',
  query: { symbols: SYMBOLS },
  answer: openInterestResponse,
  refusals: ['BAD_SYMBOL'],
  fields: {
    ois: 'One row per market.',
    longOi: 'Σ size of long positions.',
    shortOi: 'Σ size of short positions.',
  },
  sdk: 'written',
  example: { answer: { ois: [{ symbol: 'BTC-PERP', longOi: '12.5000', shortOi: '11.0000' }] } },
} as const satisfies Call
