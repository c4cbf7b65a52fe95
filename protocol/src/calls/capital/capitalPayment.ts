import { z } from 'zod'
import { timeMs } from '../../wire/valueForms.ts'
import { PRIVATE } from '../access.ts'
import type { Call } from '../call.ts'

export const capitalPaymentResponse = z.object({
  address: z.string(),
  began_time: timeMs,
  finished_time: timeMs.nullable(),
  paid_time: timeMs.nullable(),
})
export type CapitalPaymentResponse = z.infer<typeof capitalPaymentResponse>

export const capitalPaymentCall = {
  group: 'Capital',
  method: 'GET',
  path: '/capital/payment',
  ...PRIVATE,
  outside: 'capital',
  summary: 'When the plan of an evaluation was paid, step by step.',
  query: { address: { schema: z.string(), text: 'A wallet of the same owner; absent: that of the key.' } },
  answer: capitalPaymentResponse,
  refusals: ['ACCOUNT_NOT_FOUND'],
  fields: {
    began_time: 'When the checkout was begun.',
    finished_time:
      'When the buyer finished the checkout, as the payment provider says; null: not yet, or unknown.',
    paid_time: 'When the exchange recorded that the plan is paid; null while it has not.',
  },
  sdk: { argument: 'address' },
  example: {
    query: { address: '0x1563915e194d8cfba1943570603f7606a3115508' },
    answer: {
      address: '0x1563915e194d8cfba1943570603f7606a3115508',
      began_time: 1700000000000,
      finished_time: 1700000060000,
      paid_time: 1700000062000,
    },
  },
} as const satisfies Call
