/** Public calls about markets whose answers are handed on without what is around their rows. */
import type { OpenInterestQuery, Tickers24hrQuery, TickersQuery } from './calls/index.ts'
import type { CallError } from './errors.ts'
import type { Http } from './http.ts'

/** BAD_SYMBOL: a symbol that does not exist. */
export type SymbolReadError = CallError<'tickers'>

export const marketData = (http: Http) => ({
  /** Mark, index, funding and 24 h change per market. Throws {@link SymbolReadError}. */
  tickers: async (query: TickersQuery = {}) => (await http.call('tickers', { query: { ...query } })).tickers,

  /** Rolling 24 h figures ([7.18]); at most 100 symbols per call. Throws {@link SymbolReadError}. */
  tickers24hr: async (query: Tickers24hrQuery = {}) =>
    (await http.call('tickers24hr', { query: { ...query } })).tickers,

  /** Users' long and short open interest in base units ([7.17]). Throws {@link SymbolReadError}. */
  openInterest: async (query: OpenInterestQuery = {}) =>
    (await http.call('openInterest', { query: { ...query } })).ois,
})
