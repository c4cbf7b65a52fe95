/** What the exchange answers about itself and its markets; the same for everyone. */
import { z } from 'zod'
import { MARKET_STATUSES, SESSIONS, TRADING_MODES } from '../enums.ts'
import { decimalText, timeMs } from './valueForms.ts'

export const errorBody = z.object({
  code: z.int(),
  msg: z.string(),
  detail: z.object({ code: z.int(), msg: z.string() }),
  /** Of ours: names the request in the exchange's own log. */
  requestId: z.string().optional(),
})
export type ErrorBody = z.infer<typeof errorBody>

export const session = z.enum(SESSIONS)

export const ticker = z.object({
  symbol: z.string(),
  markPrice: decimalText,
  indexPrice: decimalText,
  imbalance: decimalText,
  oneHrFundingRate: decimalText,
  cumFunding: decimalText,
  priceChange: decimalText,
  priceChangePercent: decimalText,
  lastPrice: decimalText,
  status: z.enum(MARKET_STATUSES),
  /** Of ours: what the market takes, and its session with the one that follows; null where none ever does. */
  mode: z.enum(TRADING_MODES),
  session,
  nextSession: z.object({ session, time: timeMs }).nullable(),
})
export type Ticker = z.infer<typeof ticker>
export const tickersResponse = z.object({ tickers: z.array(ticker) })
export type TickersResponse = z.infer<typeof tickersResponse>

export const depthLevel = z.tuple([decimalText, decimalText])
export const depthResponse = z.object({ bids: z.array(depthLevel), asks: z.array(depthLevel) })
export type DepthResponse = z.infer<typeof depthResponse>

export const tradeRow = z.object({
  id: z.union([z.int(), z.string()]),
  price: decimalText,
  /** Negative = the taker sold. */
  qty: decimalText,
  quoteQty: decimalText,
  time: timeMs,
})
export type TradeRow = z.infer<typeof tradeRow>
/** Socket order: [openTime, o, h, l, c, closeTime, volume, quoteVolume, numTrades as text]. */
export const klineMessage = z.tuple([
  timeMs,
  decimalText,
  decimalText,
  decimalText,
  decimalText,
  timeMs,
  decimalText,
  decimalText,
  z.string(),
])
export type KlineMessage = z.infer<typeof klineMessage>
