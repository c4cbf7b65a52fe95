import { z } from 'zod'
import { reservesStatement } from '../../wire/reserveAnswers.ts'
import { address, decimalText, hex } from '../../wire/valueForms.ts'
import { PRIVATE } from '../access.ts'
import type { Call } from '../call.ts'
import { STATEMENT_EXAMPLE } from './reserves.ts'

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
  fields: {
    signature: 'Signature of the signer by personal_sign over keccak256 of the statement as text.',
    signer: 'Whose signature it carries.',
    seq: 'The number of the last command that it counts.',
    chains: 'The vaults at the time of the statement.',
    size: 'In USDC.',
    since: 'When it was burned.',
    proof: 'Null for an account that is not in the statement: it came later, or holds no real money.',
    owed: 'What the leaf says that the account is owed.',
    salt: 'What keeps others from guessing the leaf.',
    index: 'The place of the leaf.',
    path: 'The sibling at each level, from the leaf up.',
    hash: 'Hash of the node.',
    sum: 'The sum of the leaves below.',
  },
  example: {
    answer: {
      statement: STATEMENT_EXAMPLE,
      proof: null,
    },
  },
} as const satisfies Call
