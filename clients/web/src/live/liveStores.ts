/** The stores of raw state. One part writes each of them; `account` alone has several, whose names begin like its own. */
import { EMPTY_ACCOUNT, type AccountState, type Markets } from './account.ts'
import { NOT_CONNECTED, type Connection } from './connection.ts'
import { createFrameStore, type FrameStore, type RequestFrame } from './frameStore.ts'
import type { Book, MarketStats, OpenInterestSides, Ticker, Trade } from './market.ts'

/** The market on the trade page, with its book and trades; both undefined until they have arrived. */
export interface Focus {
  readonly symbol: string | undefined
  readonly book: Book | undefined
  readonly trades: readonly Trade[] | undefined
}

export interface LiveStores {
  readonly markets: FrameStore<Markets | undefined>
  readonly tickers: FrameStore<ReadonlyMap<string, Ticker>>
  readonly stats: FrameStore<ReadonlyMap<string, MarketStats>>
  /** The first read of `stats` is over, also where it failed. */
  readonly hasAskedStats: FrameStore<boolean>
  readonly openInterest: FrameStore<ReadonlyMap<string, OpenInterestSides>>
  readonly focus: FrameStore<Focus>
  readonly account: FrameStore<AccountState>
  readonly connection: FrameStore<Connection>
}

export const createLiveStores = (requestFrame: RequestFrame): LiveStores => ({
  markets: createFrameStore<Markets | undefined>(undefined, requestFrame),
  tickers: createFrameStore<ReadonlyMap<string, Ticker>>(new Map(), requestFrame),
  stats: createFrameStore<ReadonlyMap<string, MarketStats>>(new Map(), requestFrame),
  hasAskedStats: createFrameStore<boolean>(false, requestFrame),
  openInterest: createFrameStore<ReadonlyMap<string, OpenInterestSides>>(new Map(), requestFrame),
  focus: createFrameStore<Focus>({ symbol: undefined, book: undefined, trades: undefined }, requestFrame),
  account: createFrameStore<AccountState>(EMPTY_ACCOUNT, requestFrame),
  connection: createFrameStore<Connection>(NOT_CONNECTED, requestFrame),
})
