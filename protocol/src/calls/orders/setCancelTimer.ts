import { z } from 'zod'
import { integerInput, timeMs } from '../../wire/valueForms.ts'
import { CANCELS } from '../access.ts'
import type { Call } from '../call.ts'

/** null = the switch is not armed. */
export const deadmanResponse = z.object({ triggerTime: timeMs.nullable() })
export type DeadmanResponse = z.infer<typeof deadmanResponse>
export const deadmanRequest = z.object({
  order: z.object({ time: z.number(), nonce: integerInput, timeoutMs: z.number() }),
  recvWindow: z.number().nullish(),
  signature: z.string().max(256),
})
export type DeadmanRequest = z.infer<typeof deadmanRequest>

export const setCancelTimerCall = {
  group: 'Orders',
  method: 'POST',
  path: '/orders/deadman',
  ...CANCELS,
  summary: 'Arms, moves or (with 0) disarms the switch that cancels all open orders when its time has come.',
  body: deadmanRequest,
  answer: deadmanResponse,
  refusals: ['INVALID_NONCE', 'ACCOUNT_NOT_FOUND', 'ORDER_STALE', 'DUPLICATE'],
  fields: {
    timeoutMs: 'After so long without another word all orders are cancelled; 0 = never.',
    triggerTime: 'When the orders will be cancelled; null = never.',
  },
} as const satisfies Call
