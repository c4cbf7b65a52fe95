import { z } from 'zod'
import { decimalText, timeMs } from '../../wire/valueForms.ts'
import { PRIVATE } from '../access.ts'
import type { Call } from '../call.ts'
import { WINDOW } from '../queryFields.ts'

export const pointsHistoryRow = z.object({
  epochId: z.int(),
  startTime: timeMs,
  endTime: timeMs,
  trading: decimalText,
  lp: decimalText,
  referral: decimalText,
  total: decimalText,
  rank: z.int(),
})
export type PointsHistoryRow = z.infer<typeof pointsHistoryRow>
export const pointsHistoryResponse = z.array(pointsHistoryRow)

export const pointsHistoryCall = {
  group: 'Rewards',
  method: 'GET',
  path: '/points/history',
  ...PRIVATE,
  summary: 'Points of the account week by week, newest first; the window is about the ends of the weeks.',
  query: { ...WINDOW },
  answer: pointsHistoryResponse,
  fields: {
    lp: 'Points for LP money.',
    total: 'Points of the week.',
    epochId: 'Number of the week.',
    rank: 'Among all accounts with points in the week; equal sums share it.',
  },
  example: {
    answer: [
      {
        epochId: 11,
        startTime: 1699228800000,
        endTime: 1700000000000,
        trading: '10.000000',
        lp: '2.000000',
        referral: '0.500000',
        total: '12.500000',
        rank: 3,
      },
    ],
  },
} as const satisfies Call
