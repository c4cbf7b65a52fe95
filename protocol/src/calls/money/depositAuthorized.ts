import { z } from 'zod'
import { idResponse } from '../../wire/accountAnswers.ts'
import { integerInput } from '../../wire/valueForms.ts'
import { FULL } from '../access.ts'
import type { Call } from '../call.ts'

export const depositAuthorizedRequest = z.object({
  account: z.string().max(64),
  value: integerInput,
  valid_after: z.number(),
  valid_before: z.number(),
  nonce: z.string().max(80),
  signature: z.string().max(256),
  chain_id: z.number(),
})
export type DepositAuthorizedRequest = z.infer<typeof depositAuthorizedRequest>

export const depositAuthorizedCall = {
  group: 'Money',
  method: 'POST',
  path: '/transfer/deposit/authorized',
  ...FULL,
  isSigned: true,
  summary:
    'A deposit that the exchange sends to the chain, by the signed authorization of its owner (EIP-3009).',
  body: depositAuthorizedRequest,
  answer: idResponse,
  refusals: ['TRANSFER_DUPLICATE'],
  fields: {
    value: 'Amount in the smallest unit of the token.',
    nonce: 'Random 32 bytes, each once.',
    valid_after: 'Epoch seconds from which the authorization holds.',
    valid_before: 'Epoch seconds until which it holds.',
    chain_id: 'Chain.',
  },
  example: {
    body: {
      account: '0x1563915e194d8cfba1943570603f7606a3115508',
      value: '1000000',
      valid_after: 0,
      valid_before: 1700003600,
      nonce: '0xabababababababababababababababababababababababababababababababab',
      signature:
        '0x111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111b',
      chain_id: 42161,
    },
    answer: { id: '0xabababababababababababababababababababababababababababababababab' },
  },
} as const satisfies Call
