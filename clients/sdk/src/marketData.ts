/** Public calls about markets: no key, no signature. Lists are bare arrays, answers are the wire's own shapes. */
import type { KlineInterval } from '@vest/protocol'
import type { CallError } from './errors.ts'
import type { Http } from './http.ts'

/** 1121: a symbol that does not exist. */
export type SymbolReadError = CallError<'tickers'>

export interface Symbols {
  /** Absent: all markets. */
  readonly symbols?: readonly string[] | undefined
}
/** A window of time, both ends inclusive; the newest `limit` rows of it (default and maximum 1000). */
export interface TimeWindow {
  readonly startTime?: number | undefined
  readonly endTime?: number | undefined
  readonly limit?: number | undefined
}

export const marketData = (http: Http) => ({
  /** Markets and the exchange's own figures ([7.12]). Throws {@link SymbolReadError}. */
  exchangeInfo: (query: Symbols = {}) =>
    http.get('exchangeInfoResponse', '/exchangeInfo', { query: { ...query } }),

  /** Mark, index, funding and 24 h change per market. Throws {@link SymbolReadError}. */
  tickers: async (query: Symbols = {}) =>
    (await http.get('tickersResponse', '/ticker/latest', { query: { ...query } })).tickers,

  /** Rolling 24 h figures ([7.18]); at most 100 symbols per call. Throws {@link SymbolReadError}. */
  tickers24hr: async (query: Symbols = {}) =>
    (await http.get('tickers24hrResponse', '/ticker/24hr', { query: { ...query } })).tickers,

  /** The best levels of both sides, best first. Throws {@link SymbolReadError}. */
  depth: (query: { readonly symbol: string; readonly limit?: number | undefined }) =>
    http.get('depthResponse', '/depth', { query }),

  /** Trades, newest first; negative `qty`: the taker sold ([7.16]). Throws {@link SymbolReadError}. */
  trades: (query: { readonly symbol: string } & TimeWindow) =>
    http.get('tradesResponse', '/trades', { query: { ...query } }),

  /** Candles of the mark price, oldest first. Throws {@link SymbolReadError}; 1130 for an unknown interval. */
  klines: (query: { readonly symbol: string; readonly interval?: KlineInterval | undefined } & TimeWindow) =>
    http.get('klinesResponse', '/klines', { query: { ...query } }),

  /** Sessions from the present one to those of the next eight days. Throws {@link SymbolReadError}. */
  tradingHours: (query: { readonly symbol: string }) =>
    http.get('tradingHoursResponse', '/tradingHours', { query }),

  /** Users' long and short open interest in base units ([7.17]). Throws {@link SymbolReadError}. */
  openInterest: async (query: Symbols = {}) =>
    (await http.get('openInterestResponse', '/oi', { query: { ...query } })).ois,

  /** Funding rates per hour, one row per interval (default 1m), oldest first. Throws {@link SymbolReadError}. */
  fundingHistory: (
    query: { readonly symbol: string; readonly interval?: KlineInterval | undefined } & TimeWindow,
  ) => http.get('fundingHistoryResponse', '/funding/history', { query: { ...query } }),
})
