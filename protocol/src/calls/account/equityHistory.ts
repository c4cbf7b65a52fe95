import { z } from 'zod'
import { HISTORY_INTERVALS } from '../../enums.ts'
import { decimalText, timeMs } from '../../wire/valueForms.ts'
import { PRIVATE } from '../access.ts'
import type { Call } from '../call.ts'
import { WINDOW } from '../queryFields.ts'

export const equityRow = z.object({
  /** Begin of the interval. */
  time: timeMs,
  /** collateral + unrealizedPnl. */
  equity: decimalText,
  /** Margin of isolated positions included. */
  collateral: decimalText,
  unrealizedPnl: decimalText,
  /** What came in from outside, less what left; shares of the pool are outside. */
  netDeposits: decimalText,
})
export type EquityRow = z.infer<typeof equityRow>
export const equityResponse = z.array(equityRow)

export const equityHistoryCall = {
  group: 'Account',
  method: 'GET',
  path: '/account/equity',
  ...PRIVATE,
  summary:
    'What the account was worth, oldest first: of each interval its begin and the last hourly value in it; where nothing had changed, the one before.',
  query: {
    interval: { schema: z.enum(HISTORY_INTERVALS), text: 'From 1h on; default 1h.' },
    ...WINDOW,
  },
  answer: equityResponse,
  fields: {
    time: 'Begin of the interval.',
    collateral: 'Money of the account, margin of isolated positions included.',
  },
  example: { answer: [] },
} as const satisfies Call
