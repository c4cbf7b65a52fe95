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
  example: {
    body: {
      order: { time: 1700000000000, nonce: 1700000000006, timeoutMs: 60000 },
      recvWindow: 10000,
      signature:
        '0xf17bcae41365fe260aabeb33aa32ae0149a34cfd95933f0c310726df81a4dc015f9c94f29f001ff9efe877e2e4c03ce9e2dcb9b5e9e5ef5aa569bb28ffdfae691c',
    },
    answer: { triggerTime: 1700000060000 },
  },
} as const satisfies Call
