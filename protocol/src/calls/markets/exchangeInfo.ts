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
  refusals: ['BAD_SYMBOL'],
  fields: {
    symbols: 'The markets, in listing order.',
    displayName: 'Name for people.',
    base: 'What is traded.',
    quote: 'In what it is priced and settled.',
    sizeDecimals: 'Decimals of sizes: the smallest is one unit of the last.',
    priceDecimals: 'Decimals of prices: the tick is one unit of the last.',
    tickSizes:
      'Steps of price by which the book can be grouped, smallest first. Every price with at most priceDecimals decimals is valid.',
    minTickSize: 'The first of tickSizes.',
    defaultTickSize: 'The one that our own book opens with.',
    initMarginRatio: 'The smallest initial margin as a part of the value: 1 ÷ the highest leverage.',
    maintMarginRatio: 'Margin below which a position is liquidated, as a part of its value.',
    takerFee: 'Fee of a taker as a part of the value; makers pay a part of it.',
    isolated: 'Positions stand on a margin of their own and share nothing.',
    asset: 'Class: stock, crypto or forex.',
    tradingStatus: 'The same as status.',
    category: 'For lists: stock, etf, index, ipo, dat, forex or crypto.',
    evalAllowed: 'Accounts of Vest Capital may trade it.',
    fundedInitMarginRatio: 'The smallest initial margin for accounts of Vest Capital.',
    listTime: 'When it was listed.',
    offHoursProfit:
      'Share of an unrealised profit that secures new orders outside the regular session: 1 is all of it.',
    fillBandBps:
      'How far from the mark orders fill and come to rest, in basis points; half as much again in the extended and overnight sessions.',
    exchange: 'Figures of the exchange as a whole.',
    lp: 'What the LP pool is worth, in USDC.',
    collateralDecimals: 'Decimals of money.',
    fundingInterval: 'Milliseconds between two payments of funding.',
  },
  example: {
    answer: {
      symbols: [
        {
          symbol: 'BTC-PERP',
          displayName: 'Bitcoin',
          base: 'BTC',
          quote: 'USDC',
          sizeDecimals: 4,
          priceDecimals: 2,
          tickSizes: ['0.01', '0.02', '0.05'],
          minTickSize: '0.01',
          defaultTickSize: '0.01',
          initMarginRatio: '0.1',
          maintMarginRatio: '0.05',
          takerFee: '0.0001',
          isolated: false,
          asset: 'crypto',
          status: 'TRADING',
          tradingStatus: 'TRADING',
          category: 'crypto',
          evalAllowed: true,
          fundedInitMarginRatio: '0.2',
          listTime: 1700000000000,
          offHoursProfit: '1',
          fillBandBps: 500,
        },
      ],
      exchange: { lp: '1.000000', insurance: '1.000000', collateralDecimals: 6, fundingInterval: 3600000 },
    },
  },
} as const satisfies Call
