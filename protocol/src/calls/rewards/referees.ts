import { z } from 'zod'
import { decimalText, timeMs } from '../../wire/valueForms.ts'
import { PRIVATE } from '../access.ts'
import type { Call } from '../call.ts'
import { WINDOW } from '../queryFields.ts'

export const refereeRow = z.object({
  /** Shortened: who came is not told whole. */
  address: z.string(),
  /** null for a referee who joined before it was recorded. */
  joinTime: timeMs.nullable(),
  volume: decimalText,
  /** Paid, after their discount. */
  fees: decimalText,
  reward: decimalText,
})
export type RefereeRow = z.infer<typeof refereeRow>
export const refereesResponse = z.array(refereeRow)

export const refereesCall = {
  group: 'Rewards',
  method: 'GET',
  path: '/referrals/referees',
  ...PRIVATE,
  summary: 'Accounts that came by the code, newest first, with what they traded and paid since.',
  query: { limit: WINDOW.limit },
  answer: refereesResponse,
  fields: {
    joinTime: 'When it joined; null where that was not noted.',
  },
  example: {
    answer: [
      {
        address: '0x81c2…4d0e',
        joinTime: 1700000000000,
        volume: '8412806.100000',
        fees: '799.200000',
        reward: '79.920000',
      },
    ],
  },
} as const satisfies Call
