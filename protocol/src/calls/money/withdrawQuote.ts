import { z } from 'zod'
import { decimalText, timeMs } from '../../wire/valueForms.ts'
import { PRIVATE } from '../access.ts'
import type { Call } from '../call.ts'
import { integer } from '../queryFields.ts'

export const withdrawQuoteResponse = z.object({
  chainId: z.int(),
  size: decimalText,
  fee: decimalText,
  receive: decimalText,
  /** It needs no delay of its own. */
  quick: z.boolean(),
  /** When it may leave; null = at once. */
  eligibleTime: timeMs.nullable(),
  estimatedSeconds: z.int(),
  validRecipient: z.boolean(),
  /** What the vault of the chain can pay now; null = it could not be asked. */
  available: decimalText.nullable(),
  /** Where that is less than the size: chains that can pay it now. */
  otherChains: z.array(z.int()),
})
export type WithdrawQuoteResponse = z.infer<typeof withdrawQuoteResponse>

export const withdrawQuoteCall = {
  group: 'Money',
  method: 'GET',
  path: '/transfer/withdraw/quote',
  ...PRIVATE,
  summary: 'What a withdrawal sent by a keeper would cost now, and when it would leave.',
  query: {
    chainId: { schema: integer, text: 'The chain that it goes to.', isRequired: true },
    size: { schema: z.string(), text: 'USDC, as decimal text.', isRequired: true },
    recipient: { schema: z.string(), text: 'Who receives it; absent: the account itself.' },
  },
  answer: withdrawQuoteResponse,
  refusals: ['BAD_DECIMALS', 'TRANSFER_WITHDRAW_CAP_EXCEEDED'],
  fields: {
    size: 'Amount, in USDC.',
    fee: 'Fee of the withdrawal, in USDC.',
    receive: 'What arrives.',
    quick: 'It needs no delay.',
    estimatedSeconds: 'How long it takes as a rule.',
    validRecipient: 'The address can be paid on that chain.',
    available:
      'What the vault of the chain can pay now, beside approved withdrawals; null where it could not be asked.',
    otherChains: 'Where the vault cannot pay the size now: chains that can.',
  },
  example: {
    query: { chainId: '42161', size: '100' },
    answer: {
      chainId: 42161,
      size: '100.000000',
      fee: '0.200000',
      receive: '99.800000',
      quick: true,
      eligibleTime: null,
      estimatedSeconds: 60,
      validRecipient: true,
      available: '2000000.000000',
      otherChains: [],
    },
  },
} as const satisfies Call
