import { z } from 'zod'
import { session } from '../../wire/marketAnswers.ts'
import { timeMs } from '../../wire/valueForms.ts'
import { PUBLIC } from '../access.ts'
import type { Call } from '../call.ts'
import { SYMBOL } from '../queryFields.ts'

/** Null: before or after everything that is scheduled. */
export const tradingHoursRow = z.object({
  session,
  startTime: timeMs.nullable(),
  endTime: timeMs.nullable(),
})
export type TradingHoursRow = z.infer<typeof tradingHoursRow>
export const tradingHoursResponse = z.array(tradingHoursRow)

export const tradingHoursCall = {
  group: 'Markets',
  method: 'GET',
  path: '/tradingHours',
  ...PUBLIC,
  summary: 'The sessions of a market, from the one that is under way to those of the next eight days.',
  query: { symbol: SYMBOL },
  answer: tradingHoursResponse,
  refusals: ['BAD_SYMBOL'],
  fields: {
    startTime: 'When the session begins or began; null where nothing is scheduled before it.',
    endTime: 'When it ends; null where nothing is scheduled after it.',
  },
  example: {
    query: { symbol: 'BTC-PERP' },
    answer: [{ session: 'REGULAR', startTime: 1700000000000, endTime: null }],
  },
} as const satisfies Call
