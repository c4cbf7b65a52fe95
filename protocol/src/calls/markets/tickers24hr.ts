import { z } from 'zod'
import { decimalText, timeMs } from '../../wire/valueForms.ts'
import { PUBLIC } from '../access.ts'
import type { Call } from '../call.ts'
import { SYMBOLS } from '../queryFields.ts'

export const ticker24hr = z.object({
  symbol: z.string(),
  openPrice: decimalText,
  closePrice: decimalText,
  lastPrice: decimalText,
  highPrice: decimalText,
  lowPrice: decimalText,
  quoteVolume: decimalText,
  volume: decimalText,
  priceChange: decimalText,
  priceChangePercent: decimalText,
  openTime: timeMs,
  closeTime: timeMs,
})
export type Ticker24hr = z.infer<typeof ticker24hr>
export const tickers24hrResponse = z.object({ tickers: z.array(ticker24hr) })
export type Tickers24hrResponse = z.infer<typeof tickers24hrResponse>

export const tickers24hrCall = {
  group: 'Markets',
  method: 'GET',
  path: '/ticker/24hr',
  ...PUBLIC,
  summary: 'Change, range and volume of markets over the last 24 hours.',
  query: { symbols: SYMBOLS },
  answer: tickers24hrResponse,
  refusals: ['BAD_SYMBOL'],
  fields: {
    lastPrice: 'The same as closePrice.',
    openPrice: 'Mark 24 hours ago.',
    closePrice: 'Mark now.',
    highPrice: 'Highest mark of 24 hours.',
    lowPrice: 'Lowest mark of 24 hours.',
    quoteVolume: 'The same in USDC.',
    openTime: 'Begin of the 24 hours.',
    closeTime: 'End of the 24 hours.',
  },
  sdk: 'written',
  example: {
    answer: {
      tickers: [
        {
          symbol: 'BTC-PERP',
          openPrice: '1',
          closePrice: '1',
          lastPrice: '1',
          highPrice: '1',
          lowPrice: '1',
          quoteVolume: '1',
          volume: '1',
          priceChange: '0',
          priceChangePercent: '0',
          openTime: 1700000000000,
          closeTime: 1700000000000,
        },
      ],
    },
  },
} as const satisfies Call
