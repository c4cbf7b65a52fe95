import { z } from 'zod'
import { idResponse } from '../../wire/accountAnswers.ts'
import { integerInput } from '../../wire/valueForms.ts'
import { FULL } from '../access.ts'
import type { Call } from '../call.ts'

export const lpRequest = z.object({
  order: z.object({
    time: z.number(),
    nonce: integerInput,
    orderType: z.string().max(32),
    size: z.string(),
  }),
  recvWindow: z.number().nullish(),
  signature: z.string().max(256),
})
export type LpRequest = z.infer<typeof lpRequest>

export const placeLpOrderCall = {
  group: 'Pool',
  method: 'POST',
  path: '/lp',
  ...FULL,
  isSigned: true,
  summary:
    'Puts collateral into the LP pool, or takes it out at once for a fee or in two days without one. What became of it is told by its record.',
  body: lpRequest,
  answer: idResponse,
  refusals: ['INVALID_NONCE', 'LP_DUPLICATE'],
  fields: {
    size: 'Amount, in USDC: at least 1, or all that is left to withdraw; signed as it is.',
    orderType: 'DEPOSIT, IMMEDIATE_WITHDRAW or SCHEDULE_WITHDRAW.',
  },
  example: {
    body: {
      order: { time: 1700000000000, nonce: 1700000000010, orderType: 'DEPOSIT', size: '100' },
      recvWindow: 10000,
      signature:
        '0x4d19732c5ef6e3cd29e1eae07046ec97a2cf2684f55ec88021a864d9605ed0f43bdfd93d7e50e7ef14583309831f33b9646e65120dea3437c400c3cb7f2248281b',
    },
    answer: { id: '0xabababababababababababababababababababababababababababababababab' },
  },
} as const satisfies Call
