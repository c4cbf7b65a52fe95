import { z } from 'zod'
import { decimalText, timeMs } from '../../wire/valueForms.ts'
import { PUBLIC } from '../access.ts'
import type { Call } from '../call.ts'
import { INTERVAL, SYMBOL, WINDOW } from '../queryFields.ts'

/** REST order: [openTime, o, h, l, c, volume, closeTime, quoteVolume, numTrades]. */
export const klineRow = z.tuple([
  timeMs,
  decimalText,
  decimalText,
  decimalText,
  decimalText,
  decimalText,
  timeMs,
  decimalText,
  z.int(),
])
export type KlineRow = z.infer<typeof klineRow>
export const klinesResponse = z.array(klineRow)

export const klinesCall = {
  group: 'Markets',
  method: 'GET',
  path: '/klines',
  ...PUBLIC,
  summary: 'Candles of a market, oldest first.',
  query: { symbol: SYMBOL, interval: INTERVAL, ...WINDOW },
  answer: klinesResponse,
  refusals: ['BAD_SYMBOL'],
  example: {
    query: { symbol: 'BTC-PERP', interval: '1m' },
    answer: [[1725315120000, '1', '1', '1', '1', '20000', 1725315179999, '1975.380000', 34]],
  },
} as const satisfies Call
