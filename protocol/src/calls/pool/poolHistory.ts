import { z } from 'zod'
import { HISTORY_INTERVALS } from '../../enums.ts'
import { decimalText, timeMs } from '../../wire/valueForms.ts'
import { PUBLIC } from '../access.ts'
import type { Call } from '../call.ts'
import { WINDOW } from '../queryFields.ts'

export const poolHistoryRow = z.object({
  time: timeMs,
  nav: decimalText,
  sharePrice: decimalText,
  totalShares: decimalText,
  /** What the shares gained since the row before. */
  pnl: decimalText,
})
export type PoolHistoryRow = z.infer<typeof poolHistoryRow>
export const poolHistoryResponse = z.array(poolHistoryRow)

export const poolHistoryCall = {
  group: 'Pool',
  method: 'GET',
  path: '/lp/pool/history',
  ...PUBLIC,
  summary:
    'The past of the LP pool, oldest first: of each interval its begin and the last hourly value in it.',
  query: {
    interval: { schema: z.enum(HISTORY_INTERVALS), text: 'From 1h on; default 1d.' },
    ...WINDOW,
  },
  answer: poolHistoryResponse,
  fields: {
    time: 'Begin of the interval.',
    pnl: 'What those gained since the row before who hold the shares.',
  },
  example: {
    answer: [
      {
        time: 1699228800000,
        nav: '1.000000',
        sharePrice: '1.000000',
        totalShares: '1.000000',
        pnl: '-0.100000',
      },
    ],
  },
} as const satisfies Call
