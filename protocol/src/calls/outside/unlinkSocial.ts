import { FULL } from '../access.ts'
import type { Call } from '../call.ts'
import { socialAccountResponse } from './socialAccount.ts'

export const unlinkSocialCall = {
  group: 'Outside',
  method: 'DELETE',
  path: '/account/twitter/link',
  ...FULL,
  outside: 'social',
  summary: 'Takes the leave back, here and at the network.',
  answer: socialAccountResponse,
  example: { answer: { username: null } },
} as const satisfies Call
