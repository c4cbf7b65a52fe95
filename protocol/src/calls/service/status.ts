import { z } from 'zod'
import { timeMs } from '../../wire/valueForms.ts'
import { PUBLIC } from '../access.ts'
import type { Call } from '../call.ts'

export const statusResponse = z.object({
  status: z.enum(['UP', 'HASISSUES', 'UNDERMAINTENANCE']),
  message: z.string().nullable(),
  time: timeMs,
})
export type StatusResponse = z.infer<typeof statusResponse>

export const statusCall = {
  group: 'Service',
  method: 'GET',
  path: '/status',
  ...PUBLIC,
  summary: 'Whether the service is up, and what to tell people if it is not.',
  answer: statusResponse,
  fields: {
    status: 'UP, or HASISSUES.',
    message: 'What is the matter; null while all is well.',
  },
  example: { answer: { status: 'UP', message: null, time: 1700000000000 } },
} as const satisfies Call
