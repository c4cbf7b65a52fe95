import { z } from 'zod'
import { decimalText, timeMs } from '../../wire/valueForms.ts'
import { PRIVATE } from '../access.ts'
import type { Call } from '../call.ts'
import { WINDOW } from '../queryFields.ts'

export const referralDayRow = z.object({
  /** Begin of the UTC day. */
  time: timeMs,
  traders: z.int(),
  volume: decimalText,
  fees: decimalText,
  reward: decimalText,
})
export type ReferralDayRow = z.infer<typeof referralDayRow>
export const referralDaysResponse = z.array(referralDayRow)

export const referralDaysCall = {
  group: 'Rewards',
  method: 'GET',
  path: '/referrals/days',
  ...PRIVATE,
  summary: 'What the referees did by UTC day, newest first; days without any trade are left out.',
  query: { ...WINDOW },
  answer: referralDaysResponse,
  fields: {
    traders: 'How many referees traded.',
  },
  example: {
    answer: [
      { time: 1700000000000, traders: 9, volume: '612480.200000', fees: '58.180000', reward: '5.818000' },
    ],
  },
} as const satisfies Call
