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
} as const satisfies Call
