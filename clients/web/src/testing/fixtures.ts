/** Markets, tickers and accounts for tests: COIN with a size of 0.0001 and a price of 0.01, so K = 1. */
import {
  funding12,
  lots,
  rate5,
  rate8,
  ratio4,
  ticks,
  timeMs,
  usd6,
  type CapitalEntry,
  type CapitalPlanText,
  type OrderEvent,
  type OrderRow,
} from '@vest/protocol'
import type { Market, Order, RawAccount, RawPosition, Ticker } from '../live/index.ts'

export const COIN: Market = {
  symbol: 'COIN-USD-PERP',
  label: 'COIN-USD',
  displayName: 'Coinbase',
  base: 'COIN',
  sizeDecimals: 4,
  priceDecimals: 2,
  priceSteps: [1, 2, 5, 10, 20, 50, 100, 200],
  defaultPriceStep: 1,
  scale: 1,
  initMarginRatio: ratio4(500),
  maintMarginRatio: ratio4(250),
  takerFeeRate: rate5(10),
  isIsolated: false,
  isEvalAllowed: true,
  asset: 'stock',
  category: 'stock',
  status: 'TRADING',
  listTimeMs: timeMs(0),
  leverageMax: 20,
  offHoursProfitPercent: 50,
  fillBandBps: 1_000,
  fundingIntervalMs: 3_600_000,
}

export const BTC: Market = {
  ...COIN,
  symbol: 'BTC-PERP',
  label: 'BTC-PERP',
  displayName: 'Bitcoin',
  base: 'BTC',
  sizeDecimals: 5,
  priceDecimals: 1,
  priceSteps: [1, 2, 5, 10, 20, 50, 100, 200],
  defaultPriceStep: 1,
  initMarginRatio: ratio4(200),
  maintMarginRatio: ratio4(100),
  asset: 'crypto',
  category: 'crypto',
  leverageMax: 50,
  offHoursProfitPercent: 100,
  fillBandBps: 500,
}

export const MARKETS = new Map([COIN, BTC].map((market) => [market.symbol, market]))

/** A price in USD as the ticks of a market. */
export const at = (market: Market, price: number) => ticks(Math.round(price * 10 ** market.priceDecimals))
/** A size in base units as lots. */
export const sized = (market: Market, size: number) => lots(Math.round(size * 10 ** market.sizeDecimals))
export const usd = (amount: number) => usd6(Math.round(amount * 1_000_000))

export const tickerOf = (market: Market, mark: number, change: Partial<Ticker> = {}): Ticker => ({
  symbol: market.symbol,
  markPrice: at(market, mark),
  indexPrice: at(market, mark),
  cumFunding: funding12(0n),
  oneHrFundingRate: rate8(0),
  priceChange: 0,
  priceChangePercent4: 0,
  status: 'TRADING',
  mode: 'OPEN',
  session: 'REGULAR',
  nextSession: undefined,
  ...change,
})

export const positionOf = (
  market: Market,
  side: 'long' | 'short',
  size: number,
  entry: number,
  ratio = 1_000,
): RawPosition => ({
  symbol: market.symbol,
  isLong: side === 'long',
  size: sized(market, size),
  cost: usd6(at(market, entry) * sized(market, size) * market.scale),
  entryFunding: funding12(0n),
  initMarginRatio: ratio4(ratio),
})

export const orderId = (n: number): string => `0x${n.toString(16).padStart(64, '0')}`

export const restingOrder = (n: number, change: Partial<Order> = {}): Order => ({
  id: orderId(n),
  nonce: n,
  symbol: COIN.symbol,
  isBuy: true,
  orderType: 'LIMIT',
  limitPrice: at(COIN, 300),
  size: sized(COIN, 10),
  filledSize: lots(0),
  status: 'NEW',
  isReduceOnly: false,
  initMarginRatio: ratio4(1_000),
  postTimeMs: timeMs(1_000 + n),
  ...change,
})

export const orderRow = (n: number, change: Partial<OrderRow> = {}): OrderRow => ({
  id: orderId(n),
  nonce: n,
  symbol: COIN.symbol,
  isBuy: true,
  orderType: 'LIMIT',
  limitPrice: '300.00',
  markPrice: null,
  size: '10.0000',
  status: 'NEW',
  reduceOnly: false,
  initMarginRatio: '0.1000',
  code: null,
  lastFilledSize: null,
  lastFilledPrice: null,
  lastFilledTime: null,
  avgFilledPrice: null,
  settledFunding: null,
  fees: '0.000000',
  realizedPnl: null,
  postTime: 1_000 + n,
  tpPrice: null,
  slPrice: null,
  timeInForce: 'GTC',
  cumFunding: null,
  time: 1_000,
  filledSize: '0.0000',
  parentId: null,
  clientId: null,
  triggered: false,
  ...change,
})

export const orderEvent = (n: number, change: Partial<OrderEvent> = {}): OrderEvent => ({
  id: orderId(n),
  symbol: COIN.symbol,
  isBuy: true,
  orderType: 'MARKET',
  limitPrice: '330.00',
  size: '10.0000',
  reduceOnly: false,
  initMarginRatio: '0.1000',
  status: 'NEW',
  postTime: 2_000,
  nonce: n,
  ...change,
})

/** An account of ours with 10,000 USDC and nothing else, but for what is given. */
export const accountOf = (change: Partial<RawAccount> = {}): RawAccount => ({
  address: '0x1',
  collateral: usd(10_000),
  softCredit: usd(0),
  positions: new Map(),
  leverages: new Map(),
  timeMs: timeMs(0),
  isCapital: false,
  ...change,
})

/** The Gold plan as the exchange tells it. */
export const GOLD: CapitalPlanText = {
  name: 'Gold',
  priceId: 'price_gold',
  unitAmount: 11_000,
  metadata: {
    account_size: '10000',
    step_1_goal: '10',
    max_daily_loss: '4',
    max_drawdown: '6',
    max_leverage: '5',
    max_profit_split: '90',
  },
}

/** A Gold evaluation whose day opened from 10,540.80. */
export const capitalEntryOf = (change: Partial<CapitalEntry> = {}): CapitalEntry => ({
  capital_status: 'active',
  is_funded: false,
  is_practice: false,
  is_frozen: false,
  reason: null,
  initial_capital: '10000.000000',
  equity: '10468.300000',
  target_equity: '11000.000000',
  max_daily_loss_limit: '10140.800000',
  max_drawdown_limit: '9400.000000',
  prior_day_balance: '10540.800000',
  next_reset_time: Date.UTC(2025, 10, 22),
  trading_days: 3,
  failed_time: null,
  claimable_time: null,
  available_profit: null,
  profit_time: null,
  primary_address: '0x3f9a41c0de77aa12b5e60d94c8f2b71a6e0d9c21',
  updated_time: Date.UTC(2025, 10, 21, 14, 5),
  active_capital_plan: GOLD,
  ...change,
})
