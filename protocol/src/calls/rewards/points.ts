import { z } from 'zod'
import { ASSET_CLASSES } from '../../enums.ts'
import { decimalText, timeMs } from '../../wire/valueForms.ts'
import { PRIVATE } from '../access.ts'
import type { Call } from '../call.ts'

export const pointsResponse = z.object({
  total: decimalText,
  rank: z.int().nullable(),
  epoch: z.object({
    id: z.int(),
    startTime: timeMs,
    endTime: timeMs,
    pool: decimalText,
    /** What the account would get, were the week to end now, and for what. */
    estimated: decimalText,
    trading: decimalText,
    lp: decimalText,
    referral: decimalText,
    /** Among those who would get any; null without. */
    rank: z.int().nullable(),
    count: z.int(),
  }),
  /** How many have any points. */
  count: z.int(),
  multipliers: z.array(z.object({ asset: z.enum(ASSET_CLASSES), value: decimalText })),
  /** Others see the account's shortened address on the leaderboard. */
  shown: z.boolean(),
})
export type PointsResponse = z.infer<typeof pointsResponse>

export const pointsCall = {
  group: 'Rewards',
  method: 'GET',
  path: '/points',
  ...PRIVATE,
  summary: 'Points of the account, its rank, and what the present week would give it.',
  answer: pointsResponse,
  fields: {
    asset: 'Class of markets.',
    id: 'Number of the week.',
    total: 'Points of all weeks.',
    value: 'Points per fee, relative to others.',
    epoch: 'The running week.',
    pool: 'Points that the week divides.',
    estimated: 'What the account would get if the week ended now.',
    count: 'How many have any.',
    multipliers: 'Points per fee by class.',
  },
  example: {
    answer: {
      shown: false,
      total: '1234.500000',
      rank: null,
      epoch: {
        id: 12,
        startTime: 1699228800000,
        endTime: 1700000000000,
        pool: '1000000.000000',
        estimated: '20.000000',
        trading: '15.000000',
        lp: '4.000000',
        referral: '1.000000',
        rank: 57,
        count: 3412,
      },
      count: 2800,
      multipliers: [{ asset: 'stock', value: '1.5' }],
    },
  },
} as const satisfies Call
