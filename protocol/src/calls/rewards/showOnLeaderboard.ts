import { z } from 'zod'
import { FULL } from '../access.ts'
import type { Call } from '../call.ts'

export const pointsNameRequest = z.object({ shown: z.boolean() })
export type PointsNameRequest = z.infer<typeof pointsNameRequest>
export const pointsNameResponse = z.object({ shown: z.boolean() })

export const showOnLeaderboardCall = {
  group: 'Rewards',
  method: 'POST',
  path: '/points/name',
  ...FULL,
  summary: 'Lets others see the shortened address of the account on the leaderboard, or no longer.',
  body: pointsNameRequest,
  answer: pointsNameResponse,
  sdk: { argument: 'shown' },
  example: { body: { shown: true }, answer: { shown: true } },
} as const satisfies Call
