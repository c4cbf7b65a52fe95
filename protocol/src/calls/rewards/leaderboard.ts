import { z } from 'zod'
import { decimalText } from '../../wire/valueForms.ts'
import { PUBLIC } from '../access.ts'
import type { Call } from '../call.ts'
import { integer } from '../queryFields.ts'

/** Named are those alone who let others see them. */
export const leaderboardRow = z.object({
  rank: z.int(),
  points: decimalText,
  address: z.string().nullable(),
})
export type LeaderboardRow = z.infer<typeof leaderboardRow>
export const leaderboardResponse = z.array(leaderboardRow)

export const leaderboardCall = {
  group: 'Rewards',
  method: 'GET',
  path: '/points/leaderboard',
  ...PUBLIC,
  summary:
    'The most points, of the present week as it stands or of all weeks that have ended. Named are those alone who let others see them.',
  query: {
    scope: { schema: z.enum(['epoch', 'all']), text: 'Default epoch: the present week.' },
    limit: { schema: integer.min(1).max(100), text: 'At most so many rows; default 10, maximum 100.' },
  },
  answer: leaderboardResponse,
  fields: {
    address: 'Shortened; null for who does not let others see it.',
    points: 'Points.',
  },
  example: { answer: [{ rank: 1, points: '18204.110000', address: '0x1a4c…77e0' }] },
} as const satisfies Call
