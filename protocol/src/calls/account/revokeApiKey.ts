import { z } from 'zod'
import { FULL } from '../access.ts'
import type { Call } from '../call.ts'

export const revokeApiKeyCall = {
  group: 'Account',
  method: 'DELETE',
  path: '/account/apiKeys/{id}',
  ...FULL,
  summary:
    'Ends the key of a program, or a session and its registration. Its socket is closed; the approval of a session opens no more keys.',
  params: { id: { schema: z.string(), text: 'The id of the key in the list.' } },
  answer: z.object({}),
  example: { params: { id: '0xaa' }, answer: {} },
} as const satisfies Call
