import { z } from 'zod'
import { decimalText, id, timeMs } from '../../wire/valueForms.ts'
import { PRIVATE } from '../access.ts'
import type { Call } from '../call.ts'
import { PAGES, SYMBOL } from '../queryFields.ts'

export const fundingPaymentRow = z.object({
  id,
  symbol: z.string(),
  time: timeMs,
  /** > 0 = received. */
  payment: decimalText,
  /** The hourly rate at that time. */
  rate: decimalText,
  size: decimalText,
  isLong: z.boolean(),
})
export type FundingPaymentRow = z.infer<typeof fundingPaymentRow>
export const fundingPaymentsResponse = z.array(fundingPaymentRow)

export const fundingPaymentsCall = {
  group: 'Orders',
  method: 'GET',
  path: '/funding/payments',
  ...PRIVATE,
  summary: 'Funding that the account received or paid, newest first.',
  query: { symbol: { schema: SYMBOL.schema, text: SYMBOL.text }, ...PAGES },
  answer: fundingPaymentsResponse,
  refusals: ['BAD_SYMBOL'],
  fields: {
    payment: 'In USDC; above zero = received.',
    rate: 'Hourly rate at that time.',
  },
  example: { query: { symbol: 'BTC-PERP' }, answer: [] },
} as const satisfies Call
