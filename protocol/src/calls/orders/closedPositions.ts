import { z } from 'zod'
import { ORDER_TYPES } from '../../enums.ts'
import { decimalText, id, timeMs } from '../../wire/valueForms.ts'
import { PRIVATE } from '../access.ts'
import type { Call } from '../call.ts'
import { PAGES, SYMBOL } from '../queryFields.ts'

/** A position that has ended, from its first fill on. */
export const closedPositionRow = z.object({
  id,
  symbol: z.string(),
  isLong: z.boolean(),
  /** All that came into it, and left it. */
  size: decimalText,
  /** Averages over everything that came in, and left. */
  entryPrice: decimalText,
  exitPrice: decimalText,
  openTime: timeMs,
  closeTime: timeMs,
  /** With funding and fees. */
  realizedPnl: decimalText,
  fees: decimalText,
  /** > 0 = received. */
  settledFunding: decimalText,
  initMarginRatio: decimalText,
  /** Of the last fill; MARKET where a corporate action ended it. */
  closeType: z.enum(ORDER_TYPES),
})
export type ClosedPositionRow = z.infer<typeof closedPositionRow>
export const closedPositionsResponse = z.array(closedPositionRow)

export const closedPositionsCall = {
  group: 'Orders',
  method: 'GET',
  path: '/positions/history',
  ...PRIVATE,
  summary: 'Positions that have ended, newest first; the window is about their ends.',
  query: { symbol: { schema: SYMBOL.schema, text: SYMBOL.text }, ...PAGES },
  answer: closedPositionsResponse,
  refusals: ['BAD_SYMBOL'],
  fields: {
    openTime: 'When its first fill came.',
    closeTime: 'When its last fill came.',
    size: 'All that came into it, and left it.',
    exitPrice: 'Average price of what left.',
    closeType: 'Type of the last fill’s order; MARKET where a corporate action ended it.',
  },
  example: { query: { symbol: 'BTC-PERP' }, answer: [] },
} as const satisfies Call
