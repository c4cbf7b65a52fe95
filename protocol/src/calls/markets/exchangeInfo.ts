import { z } from 'zod'
import { ASSET_CLASSES, MARKET_CATEGORIES, MARKET_STATUSES } from '../../enums.ts'
import { decimalText, timeMs } from '../../wire/valueForms.ts'
import { PUBLIC } from '../access.ts'
import type { Call } from '../call.ts'
import { SYMBOLS } from '../queryFields.ts'

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

export const exchangeInfoCall = {
  group: 'Markets',
  method: 'GET',
  path: '/exchangeInfo',
  ...PUBLIC,
  summary: 'What can be traded: markets with their decimals, leverage, fees and trading hours.',
  query: { symbols: SYMBOLS },
  answer: exchangeInfoResponse,
} as const satisfies Call
