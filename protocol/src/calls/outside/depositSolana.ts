import { z } from 'zod'
import { idResponse } from '../../wire/accountAnswers.ts'
import { FULL } from '../access.ts'
import type { Call } from '../call.ts'

export const solanaDepositRequest = z.object({
  transactionHash: z
    .string()
    .regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/)
    .meta({ title: 'signature in base58' }),
})
export type SolanaDepositRequest = z.infer<typeof solanaDepositRequest>

export const depositSolanaCall = {
  group: 'Outside',
  method: 'POST',
  path: '/transfer/deposit/solana',
  ...FULL,
  outside: 'solana',
  summary: 'Names a deposit that was sent on Solana, by its transaction.',
  body: solanaDepositRequest,
  answer: idResponse,
  refusals: ['INVALID_TRANSACTION', 'ALREADY_USE_TRANSACTION'],
  fields: {
    transactionHash: 'Transaction that moved the money.',
  },
  sdk: { argument: 'transactionHash' },
  example: {
    body: {
      transactionHash:
        '5555555555555555555555555555555555555555555555555555555555555555555555555555555555555555',
    },
    answer: { id: '0xabababababababababababababababababababababababababababababababab' },
  },
} as const satisfies Call
