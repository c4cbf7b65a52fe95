import { z } from 'zod'
import { ORDER_TYPES } from '../../enums.ts'
import { decimalText, id, timeMs } from '../../wire/valueForms.ts'
import { PRIVATE } from '../access.ts'
import type { Call } from '../call.ts'
import { PAGES, SYMBOL } from '../queryFields.ts'

export const fillRow = z.object({
  /** That of the trade. */
  id: z.int(),
  orderId: id,
  symbol: z.string(),
  isBuy: z.boolean(),
  orderType: z.enum(ORDER_TYPES),
  price: decimalText,
  size: decimalText,
  quoteQty: decimalText,
  fee: decimalText,
  isMaker: z.boolean(),
  /** With funding and fee. */
  realizedPnl: decimalText,
  /** > 0 = received. */
  settledFunding: decimalText,
  time: timeMs,
})
export type FillRow = z.infer<typeof fillRow>
export const fillsResponse = z.array(fillRow)

export const fillsCall = {
  group: 'Orders',
  method: 'GET',
  path: '/fills',
  ...PRIVATE,
  summary: 'What the account bought and sold, newest first.',
  query: {
    orderId: { schema: z.string(), text: 'Of this order only.' },
    symbol: { schema: SYMBOL.schema, text: SYMBOL.text },
    ...PAGES,
  },
  answer: fillsResponse,
  refusals: ['BAD_SYMBOL'],
  fields: {
    id: 'Number of the trade.',
    orderId: 'Order of the fill.',
    fee: 'Fee paid, in USDC.',
    isMaker: 'It rested before.',
  },
  example: { answer: [] },
} as const satisfies Call
