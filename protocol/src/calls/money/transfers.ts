import { z } from 'zod'
import { TRANSFER_STATUSES, TRANSFER_TYPES } from '../../enums.ts'
import { transferPayout, transferProgress } from '../../wire/transferAnswers.ts'
import { address, decimalText, hex, id, solanaSignature, timeMs } from '../../wire/valueForms.ts'
import { PRIVATE } from '../access.ts'
import type { Call } from '../call.ts'
import { PAGES, SIGNER, integer } from '../queryFields.ts'

export const transferRow = z.object({
  id,
  nonce: z.int(),
  size: decimalText,
  orderType: z.enum(TRANSFER_TYPES),
  status: z.enum(TRANSFER_STATUSES),
  code: z.int().nullable(),
  chainId: z.int(),
  postTime: timeMs,
  requestArgs: hex.nullable(),
  signer: address.nullable(),
  signature: hex.nullable(),
  signatureProof: hex.nullable(),
  validatorSignature: hex.nullable(),
  recipient: z.string().nullable(),
  token: z.string(),
  /** On Solana the signature. */
  txHash: z.union([hex, solanaSignature]).nullable(),
  eligibleTime: timeMs.nullable(),
  /** Extra, of withdrawals to Solana that were burned since the exchange started: how far the money is. */
  payout: transferPayout.nullish(),
  /** Extra, of transfers that are not done. */
  progress: transferProgress.nullish(),
})
export type TransferRow = z.infer<typeof transferRow>
export const transfersResponse = z.array(transferRow)

export const transfersCall = {
  group: 'Money',
  method: 'GET',
  path: '/transfer',
  ...PRIVATE,
  summary: 'Deposits and withdrawals of the account, newest first.',
  query: {
    id: { schema: z.string(), text: 'Id of one transfer.' },
    nonce: { schema: integer, text: 'The nonce that the withdrawal was signed with.' },
    signer: SIGNER,
    orderType: { schema: z.enum(TRANSFER_TYPES), text: 'Of this type only.' },
    ...PAGES,
  },
  answer: transfersResponse,
  refusals: ['INVALID_ORDER_TYPE'],
  fields: {
    status: 'NEW, VERIFIED (the withdrawal can be claimed on the chain), FILLED or REJECTED.',
    size: 'Amount, in USDC.',
    orderType: 'DEPOSIT, WITHDRAW, or what moves money inside.',
    requestArgs: 'What the withdrawal contract is called with.',
    signatureProof: 'Proof of the signing key, for the contract.',
    validatorSignature:
      'Approval for the contract: the signatures of enough validators, one behind the other.',
  },
  example: {
    answer: [
      {
        id: '0xabababababababababababababababababababababababababababababababab',
        nonce: 9,
        size: '100.000000',
        orderType: 'WITHDRAW',
        status: 'NEW',
        code: null,
        chainId: 42161,
        postTime: 1700000000000,
        requestArgs: null,
        signer: null,
        signature: null,
        signatureProof: null,
        validatorSignature: null,
        recipient: '0x1563915e194d8cfba1943570603f7606a3115508',
        token: 'USDC',
        txHash: null,
        eligibleTime: null,
      },
    ],
  },
} as const satisfies Call
