import { z } from 'zod'
import { PRIVATE } from '../access.ts'
import type { Call } from '../call.ts'

export const nonceResponse = z.object({ lastNonce: z.int() })
export type NonceResponse = z.infer<typeof nonceResponse>

export const nonceCall = {
  group: 'Account',
  method: 'GET',
  path: '/account/nonce',
  ...PRIVATE,
  summary: 'The highest nonce that was accepted of the signing key, 0 if none.',
  answer: nonceResponse,
  fields: {
    lastNonce: 'The highest nonce that was accepted of the signing key.',
  },
  example: { answer: { lastNonce: 41 } },
} as const satisfies Call
