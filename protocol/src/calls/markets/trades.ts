import { z } from 'zod'
import { tradeRow } from '../../wire/marketAnswers.ts'
import { PUBLIC } from '../access.ts'
import type { Call } from '../call.ts'
import { PAGES, SYMBOL } from '../queryFields.ts'

export const tradesResponse = z.array(tradeRow)

export const tradesCall = {
  group: 'Markets',
  method: 'GET',
  path: '/trades',
  ...PUBLIC,
  summary: 'Trades of a market, newest first.',
  query: { symbol: SYMBOL, ...PAGES },
  answer: tradesResponse,
  refusals: ['BAD_SYMBOL'],
  fields: {
    id: 'Number of the trade, rising.',
  },
  example: {
    query: { symbol: 'BTC-PERP' },
    answer: [{ id: 28457, price: '4.00', qty: '-12.0000', quoteQty: '48.000000', time: 1700000000000 }],
  },
} as const satisfies Call
