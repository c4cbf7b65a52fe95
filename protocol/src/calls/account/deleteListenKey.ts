import { z } from 'zod'
import { PRIVATE } from '../access.ts'
import type { Call } from '../call.ts'

export const deleteListenKeyCall = {
  group: 'Account',
  method: 'DELETE',
  path: '/account/listenKey',
  ...PRIVATE,
  summary: 'Ends the key of the private socket.',
  answer: z.object({}),
  refusals: ['INVALID_LISTEN_KEY'],
  example: { answer: {} },
} as const satisfies Call
