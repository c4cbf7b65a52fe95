import { z } from 'zod'
import { decimalText, timeMs } from '../../wire/valueForms.ts'
import { PUBLIC } from '../access.ts'
import type { Call } from '../call.ts'
import { INTERVAL, SYMBOL, WINDOW } from '../queryFields.ts'

export const fundingHistoryRow = z.object({ symbol: z.string(), time: timeMs, oneHrFundingRate: decimalText })
export type FundingHistoryRow = z.infer<typeof fundingHistoryRow>
export const fundingHistoryResponse = z.array(fundingHistoryRow)

export const fundingHistoryCall = {
  group: 'Markets',
  path: '/funding/history',
  method: 'GET',
  ...PUBLIC,
  summary: 'Hourly funding rates of a market.',
  query: { symbol: SYMBOL, interval: INTERVAL, ...WINDOW },
  answer: fundingHistoryResponse,
  refusals: ['BAD_SYMBOL'],
  fields: {
    oneHrFundingRate: 'Rate of the hour; above zero longs paid.',
    time: 'Begin of the hour.',
  },
  example: {
    query: { symbol: 'BTC-PERP' },
    answer: [{ symbol: 'BTC-PERP', time: 1700000000000, oneHrFundingRate: '0.001000' }],
  },
} as const satisfies Call
