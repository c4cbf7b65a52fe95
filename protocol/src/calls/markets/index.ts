/** The calls of markets, in the order of the reference. */
// Written by `node tools/program.mjs reference`, but for the order of the list.
import { depthCall } from './depth.ts'
import { exchangeInfoCall } from './exchangeInfo.ts'
import { fundingHistoryCall } from './fundingHistory.ts'
import { fundingHistoryOlderNameCall } from './fundingHistoryOlderName.ts'
import { klinesCall } from './klines.ts'
import { openInterestCall } from './openInterest.ts'
import { tickersCall } from './tickers.ts'
import { tickers24hrCall } from './tickers24hr.ts'
import { tradesCall } from './trades.ts'
import { tradingHoursCall } from './tradingHours.ts'

export * from './depth.ts'
export * from './exchangeInfo.ts'
export * from './fundingHistory.ts'
export * from './fundingHistoryOlderName.ts'
export * from './klines.ts'
export * from './openInterest.ts'
export * from './tickers.ts'
export * from './tickers24hr.ts'
export * from './trades.ts'
export * from './tradingHours.ts'

export const MARKET_CALLS = {
  exchangeInfo: exchangeInfoCall,
  tickers: tickersCall,
  tickers24hr: tickers24hrCall,
  fundingHistory: fundingHistoryCall,
  fundingHistoryOlderName: fundingHistoryOlderNameCall,
  klines: klinesCall,
  trades: tradesCall,
  depth: depthCall,
  tradingHours: tradingHoursCall,
  openInterest: openInterestCall,
} as const
