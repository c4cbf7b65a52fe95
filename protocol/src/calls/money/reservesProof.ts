import { z } from 'zod'
import { reservesStatement } from '../../wire/reserveAnswers.ts'
import { address, decimalText, hex } from '../../wire/valueForms.ts'
import { PRIVATE } from '../access.ts'
import type { Call } from '../call.ts'

export const sumNode = z.object({ hash: hex, sum: decimalText })
export const reservesProofResponse = z.object({
  statement: reservesStatement.nullable(),
  /** Null for an account that came after the statement, and for one that holds no real money. */
  proof: z
    .object({
      account: address,
      owed: decimalText,
      salt: hex,
      index: z.int(),
      /** The siblings from the leaf up. */
      path: z.array(sumNode),
    })
    .nullable(),
})
export type ReservesProofResponse = z.infer<typeof reservesProofResponse>

export const reservesProofCall = {
  group: 'Money',
  method: 'GET',
  path: '/reserves/proof',
  ...PRIVATE,
  summary: 'The leaf of the account in the newest statement and its way to the root.',
  answer: reservesProofResponse,
} as const satisfies Call
