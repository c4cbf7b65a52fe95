import { PRIVATE } from '../access.ts'
import type { Call } from '../call.ts'
import { listenKeyResponse } from './createListenKey.ts'

export const extendListenKeyCall = {
  group: 'Account',
  method: 'PUT',
  path: '/account/listenKey',
  ...PRIVATE,
  summary: 'Extends the key of the private socket.',
  answer: listenKeyResponse,
  refusals: ['INVALID_LISTEN_KEY'],
  example: { answer: { listenKey: '00000000000000000000000000000000' } },
} as const satisfies Call
