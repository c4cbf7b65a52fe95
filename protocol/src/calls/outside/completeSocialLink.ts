import { z } from 'zod'
import { FULL } from '../access.ts'
import type { Call } from '../call.ts'
import { socialAccountResponse } from './socialAccount.ts'

export const socialLinkRequest = z.object({ code: z.string().max(512), state: z.string().max(128) })
export type SocialLinkRequest = z.infer<typeof socialLinkRequest>

export const completeSocialLinkCall = {
  group: 'Outside',
  method: 'POST',
  path: '/account/twitter/link/complete',
  ...FULL,
  outside: 'social',
  summary: 'Ends it, with what the browser came back with.',
  body: socialLinkRequest,
  answer: socialAccountResponse,
  fields: {
    code: 'As the browser came back with it.',
    state: 'As the browser came back with it.',
  },
  example: { body: { code: 'code', state: 'state' }, answer: { username: 'trader' } },
} as const satisfies Call
