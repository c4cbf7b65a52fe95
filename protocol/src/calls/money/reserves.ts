import { z } from 'zod'
import { lotUnderWay, reservesStatement, vaultReserves } from '../../wire/reserveAnswers.ts'
import { timeMs } from '../../wire/valueForms.ts'
import { PUBLIC } from '../access.ts'
import type { Call } from '../call.ts'

export const reservesResponse = z.object({
  /** Null until the first one was taken. */
  statement: reservesStatement.nullable(),
  nextTime: timeMs,
  /** The vaults now, at their newest final blocks. */
  chains: z.array(vaultReserves),
  underWay: z.array(lotUnderWay),
})
export type ReservesResponse = z.infer<typeof reservesResponse>

export const STATEMENT_EXAMPLE = {
  seq: 9,
  time: 1700000000000,
  root: '0xabababababababababababababababababababababababababababababababab',
  leaves: 64,
  liabilities: '5.000000',
  lacking: '0.000000',
  chains: [
    {
      chainId: 42161,
      vault: '0x1563915e194d8cfba1943570603f7606a3115508',
      blockNumber: 7,
      expected: '5.000000',
      found: '5.000000',
    },
  ],
  underWay: [{ fromChainId: 42161, toChainId: 8453, size: '250.000000', since: 1700000000000 }],
  signer: '0x1563915e194d8cfba1943570603f7606a3115508',
  signature:
    '0x1111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111',
} as const

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
    size: 'In USDC.',
    since: 'When it was burned.',
    nextTime: 'When the next statement is due.',
  },
  example: {
    answer: {
      statement: STATEMENT_EXAMPLE,
      nextTime: 1700006400000,
      chains: STATEMENT_EXAMPLE.chains,
      underWay: STATEMENT_EXAMPLE.underWay,
    },
  },
} as const satisfies Call
