/** What the exchange answers about itself and its markets; the same for everyone. */
import { z } from 'zod'
import {
  ASSET_CLASSES,
  INCIDENT_STATUSES,
  KLINE_INTERVALS,
  MARKET_CATEGORIES,
  MARKET_STATUSES,
  SESSIONS,
  TRADING_MODES,
} from '../enums.ts'
import { decimalText, timeMs } from './valueForms.ts'

export const errorBody = z.object({
  code: z.int(),
  msg: z.string(),
  detail: z.object({ code: z.int(), msg: z.string() }),
  /** Of ours: names the request in the exchange's own log. */
  requestId: z.string().optional(),
})
export type ErrorBody = z.infer<typeof errorBody>

export const marketInfo = z.object({
  symbol: z.string(),
  displayName: z.string(),
  base: z.string(),
  quote: z.string(),
  sizeDecimals: z.int(),
  priceDecimals: z.int(),
  /** Steps by which the book can be grouped, smallest first; every price with at most `priceDecimals` decimals is valid. */
  tickSizes: z.array(decimalText),
  minTickSize: decimalText,
  defaultTickSize: decimalText,
  initMarginRatio: decimalText,
  maintMarginRatio: decimalText,
  takerFee: decimalText,
  isolated: z.boolean(),
  asset: z.enum(ASSET_CLASSES),
  status: z.enum(MARKET_STATUSES),
  tradingStatus: z.enum(MARKET_STATUSES),
  category: z.enum(MARKET_CATEGORIES),
  evalAllowed: z.boolean(),
  fundedInitMarginRatio: decimalText,
  listTime: timeMs,
  /** Of ours: share of a profit that secures new orders outside the regular session. */
  offHoursProfit: decimalText,
  /** Of ours: how far from the mark orders fill in the regular session, in basis points. */
  fillBandBps: z.int(),
})
export type MarketInfo = z.infer<typeof marketInfo>

export const exchangeInfoResponse = z.object({
  symbols: z.array(marketInfo),
  exchange: z.object({
    lp: decimalText,
    insurance: decimalText,
    collateralDecimals: z.int(),
    /** Of ours: milliseconds between two payments of funding. */
    fundingInterval: z.int(),
  }),
})
export type ExchangeInfoResponse = z.infer<typeof exchangeInfoResponse>

const session = z.enum(SESSIONS)

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

/** Null: before or after everything that is scheduled. */
export const tradingHoursRow = z.object({
  session,
  startTime: timeMs.nullable(),
  endTime: timeMs.nullable(),
})
export type TradingHoursRow = z.infer<typeof tradingHoursRow>
export const tradingHoursResponse = z.array(tradingHoursRow)

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
export const tradesResponse = z.array(tradeRow)

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
export const klineInterval = z.enum(KLINE_INTERVALS)

export const openInterest = z.object({ symbol: z.string(), longOi: decimalText, shortOi: decimalText })
export type OpenInterest = z.infer<typeof openInterest>
export const openInterestResponse = z.object({ ois: z.array(openInterest) })
export type OpenInterestResponse = z.infer<typeof openInterestResponse>

export const fundingHistoryRow = z.object({ symbol: z.string(), time: timeMs, oneHrFundingRate: decimalText })
export type FundingHistoryRow = z.infer<typeof fundingHistoryRow>
export const fundingHistoryResponse = z.array(fundingHistoryRow)

export const timeResponse = z.object({ serverTime: timeMs })
export type TimeResponse = z.infer<typeof timeResponse>
export const statusResponse = z.object({
  status: z.enum(['UP', 'HASISSUES', 'UNDERMAINTENANCE']),
  message: z.string().nullable(),
  time: timeMs,
})
export type StatusResponse = z.infer<typeof statusResponse>

const incident = z.object({
  startTime: timeMs,
  /** Null: it is not over. */
  endTime: timeMs.nullable(),
  status: z.enum(INCIDENT_STATUSES),
  message: z.string().nullable(),
})
/** Incidents newest first, samples oldest first: a minute each, of a day at most. */
export const statusHistoryResponse = z.object({
  time: timeMs,
  startTime: timeMs,
  incidents: z.array(incident),
  samples: z.array(z.object({ time: timeMs, engineMs: z.int(), historyMs: z.int() })),
})
export type StatusHistoryResponse = z.infer<typeof statusHistoryResponse>
