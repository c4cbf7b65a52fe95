import { tickersResponse } from '../../wire/marketAnswers.ts'
import { PUBLIC } from '../access.ts'
import type { Call } from '../call.ts'
import { SYMBOLS } from '../queryFields.ts'

export const tickersCall = {
  group: 'Markets',
  method: 'GET',
  path: '/ticker/latest',
  ...PUBLIC,
  summary: 'Mark and index price, funding rate and status of markets, as they are now.',
  query: { symbols: SYMBOLS },
  answer: tickersResponse,
  refusals: ['BAD_SYMBOL'],
  fields: {
    time: 'When the next session begins.',
  },
  sdk: 'written',
  example: {
    answer: {
      tickers: [
        {
          symbol: 'BTC-PERP',
          markPrice: '34000.10',
          indexPrice: '34000.00',
          imbalance: '123.1200',
          oneHrFundingRate: '0.00010000',
          cumFunding: '1.230000000000',
          priceChange: '-94.99',
          priceChangePercent: '-0.2786',
          lastPrice: '34000.10',
          status: 'TRADING',
          mode: 'OPEN',
          session: 'REGULAR',
          nextSession: null,
        },
      ],
    },
  },
} as const satisfies Call
