import { z } from 'zod'
import { LP_ORDER_TYPES, ORDER_STATUSES } from '../../enums.ts'
import { decimalText, id, timeMs } from '../../wire/valueForms.ts'
import { PRIVATE } from '../access.ts'
import type { Call } from '../call.ts'
import { PAGES, SIGNER, integer } from '../queryFields.ts'

export const lpOrderRow = z.object({
  id,
  nonce: z.int(),
  size: decimalText,
  orderType: z.enum(LP_ORDER_TYPES),
  status: z.enum(ORDER_STATUSES),
  code: z.int().nullable(),
  /** Left in the pool by a withdrawal at once. */
  fees: decimalText,
  postTime: timeMs,
  /** Minted, burnt, or locked until `executeTime`. */
  shares: decimalText.nullable(),
  executeTime: timeMs.nullable(),
})
export type LpOrderRow = z.infer<typeof lpOrderRow>
export const lpOrdersResponse = z.array(lpOrderRow)

export const lpOrdersCall = {
  group: 'Pool',
  method: 'GET',
  path: '/lp',
  ...PRIVATE,
  summary: 'LP orders of the account, newest first.',
  query: {
    id: { schema: z.string(), text: 'Comma list of ids.', isList: true },
    nonce: { schema: integer, text: 'The nonce that the order was signed with.' },
    signer: SIGNER,
    orderType: { schema: z.enum(LP_ORDER_TYPES), text: 'Of this type only.' },
    status: { schema: z.enum(ORDER_STATUSES), text: 'Of this status only.' },
    ...PAGES,
  },
  answer: lpOrdersResponse,
  refusals: ['INVALID_ORDER_TYPE'],
  fields: {
    status: 'NEW while it waits, PARTIALLY_FILLED, FILLED or REJECTED.',
    size: 'Amount, in USDC.',
    shares: 'Minted, burnt, or locked until the withdrawal is due.',
    orderType: 'DEPOSIT, IMMEDIATE_WITHDRAW or SCHEDULE_WITHDRAW.',
    fees: 'Left in the pool by a withdrawal at once.',
    executeTime: 'When a scheduled withdrawal is due.',
  },
  example: {
    answer: [
      {
        id: '0xabababababababababababababababababababababababababababababababab',
        nonce: 11,
        size: '100.000000',
        orderType: 'DEPOSIT',
        status: 'FILLED',
        code: null,
        fees: '0.000000',
        postTime: 1700000000000,
        shares: '100.000000',
        executeTime: null,
      },
    ],
  },
} as const satisfies Call
