import { z } from 'zod'
import { timeMs } from '../../wire/valueForms.ts'
import { PUBLIC } from '../access.ts'
import type { Call } from '../call.ts'

export const timeResponse = z.object({ serverTime: timeMs })
export type TimeResponse = z.infer<typeof timeResponse>

export const timeCall = {
  group: 'Service',
  method: 'GET',
  path: '/time',
  ...PUBLIC,
  summary: 'The time of the exchange: signed times are judged by it.',
  answer: timeResponse,
  fields: {
    serverTime: 'Clock of the exchange.',
  },
  sdk: 'written',
  example: { answer: { serverTime: 1700000000000 } },
} as const satisfies Call
