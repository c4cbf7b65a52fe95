import { z } from 'zod'
import { decimalText } from '../../wire/valueForms.ts'
import { PRIVATE } from '../access.ts'
import type { Call } from '../call.ts'

export const withdrawAllowanceResponse = z.object({
  withdrawable: decimalText,
  quickThreshold: decimalText,
  used24h: decimalText,
  quickRemaining: decimalText,
  windowMs: z.int(),
  delayMs: z.int(),
})
export type WithdrawAllowanceResponse = z.infer<typeof withdrawAllowanceResponse>

export const withdrawAllowanceCall = {
  group: 'Money',
  method: 'GET',
  path: '/transfer/withdraw/allowance',
  ...PRIVATE,
  summary: 'What may leave now, and how much of it at once.',
  answer: withdrawAllowanceResponse,
  fields: {
    quickThreshold: 'What can be withdrawn within the window without a delay.',
    used24h: 'What was withdrawn within the window.',
    quickRemaining: 'What is left of the threshold.',
    windowMs: 'Length of the window.',
    delayMs: 'Delay of what is not quick.',
  },
  example: {
    answer: {
      withdrawable: '1.000000',
      quickThreshold: '50000.000000',
      used24h: '0.000000',
      quickRemaining: '50000.000000',
      windowMs: 86400000,
      delayMs: 43200000,
    },
  },
} as const satisfies Call
