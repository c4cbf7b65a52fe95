import { z } from 'zod'
import { PRIVATE } from '../access.ts'
import type { Call } from '../call.ts'

export const listenKeyResponse = z.object({ listenKey: z.string().regex(/^[0-9a-f]{32}$/) })
export type ListenKeyResponse = z.infer<typeof listenKeyResponse>

export const createListenKeyCall = {
  group: 'Account',
  method: 'POST',
  path: '/account/listenKey',
  ...PRIVATE,
  summary: 'Makes the key of the private socket, or answers the one there is.',
  answer: listenKeyResponse,
  example: { answer: { listenKey: '00000000000000000000000000000000' } },
} as const satisfies Call
