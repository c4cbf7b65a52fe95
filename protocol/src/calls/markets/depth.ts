import { depthResponse } from '../../wire/marketAnswers.ts'
import { PUBLIC } from '../access.ts'
import type { Call } from '../call.ts'
import { SYMBOL, integer } from '../queryFields.ts'

export const depthCall = {
  group: 'Markets',
  method: 'GET',
  path: '/depth',
  ...PUBLIC,
  summary: 'The order book of a market with what the pool offers: price and size of each level, best first.',
  query: {
    symbol: SYMBOL,
    limit: { schema: integer.min(1).max(100), text: 'Levels of a side: 20 by default, at most 100.' },
  },
  answer: depthResponse,
  refusals: ['BAD_SYMBOL'],
  example: {
    query: { symbol: 'BTC-PERP' },
    answer: { bids: [['4.00', '431.0000']], asks: [['4.02', '12.0000']] },
  },
} as const satisfies Call
