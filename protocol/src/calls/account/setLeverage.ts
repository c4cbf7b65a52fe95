import { z } from 'zod'
import { PRIVATE } from '../access.ts'
import type { Call } from '../call.ts'

export const leverageResponse = z.object({ symbol: z.string(), value: z.int() })
export type LeverageResponse = z.infer<typeof leverageResponse>
export const leverageRequest = z.object({
  symbol: z.string().max(32),
  value: z.number(),
  time: z.number().nullish(),
})
export type LeverageRequest = z.infer<typeof leverageRequest>

export const setLeverageCall = {
  group: 'Account',
  method: 'POST',
  path: '/account/leverage',
  ...PRIVATE,
  scope: 'trade',
  summary: 'Sets the leverage of a market.',
  body: leverageRequest,
  answer: leverageResponse,
  refusals: [
    'ACCOUNT_NOT_FOUND',
    'BAD_SYMBOL',
    'PRICE_STALE',
    'DECREASE_LEVERAGE_WITH_POSITION',
    'OWN_LEVERAGE_CAP',
  ],
  sdk: 'written',
  example: {
    body: { time: 1700000000000, symbol: 'BTC-PERP', value: 10 },
    answer: { symbol: 'BTC-PERP', value: 10 },
  },
} as const satisfies Call
