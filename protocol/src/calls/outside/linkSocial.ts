import { z } from 'zod'
import { timeMs } from '../../wire/valueForms.ts'
import { FULL } from '../access.ts'
import type { Call } from '../call.ts'

export const socialLinkResponse = z.object({ url: z.string(), expires_time: timeMs })
export type SocialLinkResponse = z.infer<typeof socialLinkResponse>

export const linkSocialCall = {
  group: 'Outside',
  method: 'POST',
  path: '/account/twitter/link',
  ...FULL,
  outside: 'social',
  summary:
    'Begins to link an account at the network: the page on which its owner gives leave. Needs a deposit.',
  answer: socialLinkResponse,
  example: { answer: { url: 'https://social.example/authorize', expires_time: 1700000000000 } },
} as const satisfies Call
