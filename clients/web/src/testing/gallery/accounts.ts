/** The accounts of the gallery: a trader in the middle of things, one with nothing, and one with very long numbers. */
import {
  REFUSAL,
  lots,
  timeMs,
  type CapitalEntry,
  type CapitalStatus,
  type TransferStatus,
  type TransferType,
} from '@vest/protocol'
import {
  readCapital,
  type AccountState,
  type Order,
  type RawAccount,
  type RawPosition,
  type Transfer,
} from '../../live/index.ts'
import {
  at,
  BTC,
  capitalEntryOf,
  COIN,
  GOLD,
  orderId,
  positionOf,
  restingOrder,
  sized,
  usd,
} from '../fixtures.ts'
import { NVDA, TSLA } from './markets.ts'

export const OWNER = '0x3f9a41c0de77aa12b5e60d94c8f2b71a6e0d9c21'
/** 21 November 2025, 14:05. */
export const NOW_MS = Date.UTC(2025, 10, 21, 14, 5)
const HOUR_MS = 3_600_000

const accountOf = (collateral: number, positions: readonly RawPosition[]): RawAccount => ({
  address: OWNER,
  collateral: usd(collateral),
  softCredit: usd(0),
  positions: new Map(positions.map((position) => [position.symbol, position])),
  leverages: new Map([
    [COIN.symbol, 10],
    [BTC.symbol, 20],
  ]),
  timeMs: timeMs(NOW_MS),
  isCapital: false,
})

const stateOf = (
  account: RawAccount,
  orders: readonly Order[],
  transfers: readonly Transfer[] = [],
): AccountState => ({
  account,
  orders: new Map(orders.map((order) => [order.id, order])),
  transfers: new Map(transfers.map((transfer) => [transfer.id, transfer])),
})

const order = (n: number, change: Partial<Order> = {}): Order =>
  restingOrder(n, { postTimeMs: timeMs(NOW_MS - n * HOUR_MS), timeInForce: 'GTC', ...change })

const exit = (n: number, orderType: 'TAKE_PROFIT' | 'STOP_LOSS', price: number): Order =>
  order(n, {
    orderType,
    isBuy: false,
    limitPrice: at(COIN, price),
    size: sized(COIN, 42),
    isReduceOnly: true,
  })

const filled = (n: number, change: Partial<Order> = {}): Order =>
  order(n, {
    status: 'FILLED',
    orderType: 'MARKET',
    filledSize: sized(COIN, 10),
    avgFilledPrice: at(COIN, 301.25),
    lastFilledTimeMs: timeMs(NOW_MS - n * HOUR_MS),
    realizedPnl: usd(-12.5),
    fees: usd(0.3013),
    ...change,
  })

const ORDERS: readonly Order[] = [
  order(1, { limitPrice: at(COIN, 298.2), size: sized(COIN, 12.4) }),
  order(2, {
    symbol: BTC.symbol,
    isBuy: false,
    limitPrice: at(BTC, 112_000),
    size: sized(BTC, 0.25),
    filledSize: sized(BTC, 0.1),
    status: 'PARTIALLY_FILLED',
  }),
  exit(3, 'TAKE_PROFIT', 348),
  exit(4, 'STOP_LOSS', 282.5),
  filled(5),
  filled(6, { status: 'CANCELLED', orderType: 'LIMIT', filledSize: lots(0) }),
  filled(7, { status: 'REJECTED', filledSize: lots(0), code: REFUSAL.INCREASE_DURING_INSOLVENCY }),
  filled(8, { isBuy: false, realizedPnl: usd(349.86) }),
  filled(9, { isReduceOnly: true }),
  filled(10, { symbol: NVDA.symbol, avgFilledPrice: at(NVDA, 187.2) }),
]

const transfer = (n: number, type: TransferType, status: TransferStatus, size: number): Transfer => ({
  id: orderId(900 + n),
  type,
  status,
  size: usd(size),
  chainId: 31_337,
  postTimeMs: timeMs(NOW_MS - n * HOUR_MS),
  ...(status === 'NEW' ? {} : { txHash: orderId(70_000 + n) }),
  ...(type === 'WITHDRAW' ? { recipient: OWNER } : {}),
  ...(status === 'REJECTED' ? { code: 4001 } : {}),
})

const TRANSFERS: readonly Transfer[] = [
  transfer(1, 'WITHDRAW', 'VERIFIED', 1_250),
  { ...transfer(2, 'WITHDRAW', 'NEW', 60_000), eligibleTimeMs: timeMs(NOW_MS + 24 * HOUR_MS) },
  transfer(3, 'DEPOSIT', 'FILLED', 25_000),
  transfer(4, 'DEPOSIT', 'REJECTED', 5),
]

const POSITIONS: readonly RawPosition[] = [
  positionOf(COIN, 'long', 42, 304.15),
  positionOf(BTC, 'short', 0.35, 109_950, 500),
  positionOf(TSLA, 'long', 12, 430.5),
]

/** Three positions (one in a halted market), orders in every state, transfers in every state. */
export const BUSY = stateOf(accountOf(25_000, POSITIONS), ORDERS, TRANSFERS)
/** The same positions on so little money that liquidation is near. */
export const NEAR_LIQUIDATION = stateOf(accountOf(1_900, POSITIONS), ORDERS)
/** Its stop loss has fired and found no counterparty. */
export const TRYING = stateOf(
  accountOf(25_000, POSITIONS),
  ORDERS.map((one) => (one.orderType === 'STOP_LOSS' ? { ...one, isTriggered: true } : one)),
)
/** Money and nothing else. */
export const FLAT = stateOf(accountOf(25_000, []), [])
/** The same account in the capital programme, under the Gold plan. */
export const asCapital = (
  state: AccountState,
  capitalStatus: CapitalStatus = 'active',
  change: Partial<CapitalEntry> = {},
): AccountState => {
  const isFunded = capitalStatus.startsWith('funded')
  const entry = capitalEntryOf({
    capital_status: capitalStatus,
    is_funded: isFunded,
    ...(isFunded ? { target_equity: null } : {}),
    ...change,
  })
  return {
    ...state,
    account: state.account && {
      ...state.account,
      isCapital: true,
      capitalStatus,
      capital: readCapital(entry),
    },
  }
}

/** A Gold evaluation in the middle of its day, and one whose day is nearly lost. */
export const EVALUATION = asCapital(stateOf(accountOf(10_468.3, []), []))
export const NEAR_FLOOR = asCapital(stateOf(accountOf(10_182.15, []), []))
/** A funded account with a profit of 612.40. */
export const FUNDED = asCapital(stateOf(accountOf(10_612.4, []), []), 'funded_active', {
  max_daily_loss_limit: '10180.000000',
  prior_day_balance: '10580.000000',
})
/** Of a plan whose first profit waits. */
export const FUNDED_EARLY = asCapital(stateOf(accountOf(10_612.4, []), []), 'funded_active', {
  profit_time: NOW_MS + 46 * 3_600_000,
  trading_days: 2,
  active_capital_plan: {
    ...GOLD,
    metadata: { ...GOLD.metadata, min_trading_days: '5', min_funded_days: '3', first_profit_days: '7' },
  },
})
export const FUNDED_HOLDING = asCapital(
  stateOf(accountOf(10_612.4, [positionOf(NVDA, 'short', 20, 176.38)]), []),
  'funded_active',
)
export const PENNILESS = stateOf(accountOf(0, []), [])
/** Nothing is known yet. */
export const UNKNOWN: AccountState = { account: undefined, orders: new Map(), transfers: new Map() }

/** As wide as figures get: a billion here, a five-digit price there. */
export const LONG = stateOf(
  accountOf(1_821_350_640.12, [
    positionOf(BTC, 'short', 9_876.54321, 99_999.9, 500),
    positionOf(COIN, 'long', 1_234_567.8912, 298.15),
  ]),
  [
    order(1, { limitPrice: at(COIN, 298.21), size: sized(COIN, 1_234_567.8912) }),
    order(2, { symbol: BTC.symbol, limitPrice: at(BTC, 98_765.4), size: sized(BTC, 1_234.56789) }),
    filled(3, {
      symbol: BTC.symbol,
      size: sized(BTC, 1_234.56789),
      filledSize: sized(BTC, 1_234.56789),
      avgFilledPrice: at(BTC, 108_412.5),
      realizedPnl: usd(-12_345_678.9),
      fees: usd(123_456.78),
    }),
  ],
  [transfer(1, 'WITHDRAW', 'VERIFIED', 987_654_321.98), transfer(2, 'DEPOSIT', 'FILLED', 1_234_567_890.12)],
)
