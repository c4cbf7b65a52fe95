import { z } from 'zod'
import { PRIVATE } from '../access.ts'
import type { Call } from '../call.ts'

export const socialAccountResponse = z.object({ username: z.string().nullable() })
export type SocialAccountResponse = z.infer<typeof socialAccountResponse>

export const socialAccountCall = {
  group: 'Outside',
  method: 'GET',
  path: '/account/twitter',
  ...PRIVATE,
  outside: 'social',
  summary: 'The account at the network that the owner of the account has linked.',
  answer: socialAccountResponse,
  example: { answer: { username: 'trader' } },
} as const satisfies Call
