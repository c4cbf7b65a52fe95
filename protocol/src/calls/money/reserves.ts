import { z } from 'zod'
import { reservesStatement, vaultReserves } from '../../wire/reserveAnswers.ts'
import { timeMs } from '../../wire/valueForms.ts'
import { PUBLIC } from '../access.ts'
import type { Call } from '../call.ts'

export const reservesResponse = z.object({
  /** Null until the first one was taken. */
  statement: reservesStatement.nullable(),
  nextTime: timeMs,
  /** The vaults now, at their newest final blocks. */
  chains: z.array(vaultReserves),
})
export type ReservesResponse = z.infer<typeof reservesResponse>

export const reservesCall = {
  group: 'Money',
  method: 'GET',
  path: '/reserves',
  ...PUBLIC,
  summary:
    'The newest signed statement of what all accounts are owed, as the root of a Merkle-sum tree, and what the vaults hold.',
  answer: reservesResponse,
  fields: {
    signature: 'Signature of the signer by personal_sign over keccak256 of the statement as text.',
    signer: 'Whose signature it carries.',
    seq: 'The number of the last command that it counts.',
    chains: 'The vaults: in a statement at its time, beside it now.',
    nextTime: 'When the next statement is due.',
  },
} as const satisfies Call
