/** What the exchange of the gallery answers; a scene puts other answers, silence or refusals in their place. */
import type {
  ChainInfo,
  ClosedPositionRow,
  EquityRow,
  FillRow,
  FundingPaymentRow,
  PoolResponse,
  ReferralsResponse,
  TradingHoursRow,
  TransferRow,
} from '@vest/protocol'
import type { VestClient } from '@vest/sdk'
import { BTC, COIN, orderId } from '../fixtures.ts'
import { NOW_MS, OWNER } from './accounts.ts'
import { NVDA } from './markets.ts'

/** By the name of the client's call. */
export type Answers = Readonly<Record<string, () => Promise<unknown>>>

export const answer =
  <T>(value: T) =>
  (): Promise<T> =>
    Promise.resolve(value)
export const silence = (): Promise<never> => new Promise(() => undefined)
export const refusal = (): Promise<never> => Promise.reject(new Error('The exchange does not answer'))

const HOUR_MS = 3_600_000
const VAULT = '0x5fbdb2315678afecb367f032d93f642f64180aa3'

const chain = (chainId: number, name: string): ChainInfo => ({
  chainId,
  name,
  networkType: 0,
  isDefault: chainId === 31_337,
  vault: VAULT,
  router: VAULT,
  cctpDomain: null,
  withdrawFee: '0',
  minDeposit: '10',
  explorerTx: 'https://explorer.example/tx/{hash}',
  rpcUrl: null,
  tokens: [{ symbol: 'USDC', address: VAULT, decimals: 6, authorization: null }],
})

export const FILLS: readonly FillRow[] = [1, 2, 3].map((n) => ({
  id: n,
  orderId: orderId(n),
  symbol: n === 2 ? BTC.symbol : COIN.symbol,
  isBuy: n !== 3,
  orderType: n === 1 ? 'LIMIT' : 'MARKET',
  price: n === 2 ? '108412.5' : '304.15',
  size: n === 2 ? '0.35000' : '42.0000',
  quoteQty: n === 2 ? '37944.375000' : '12774.300000',
  fee: n === 1 ? '0.000000' : '3.794438',
  isMaker: n === 1,
  realizedPnl: n === 3 ? '349.860000' : '0.000000',
  settledFunding: '0.000000',
  time: NOW_MS - n * HOUR_MS,
}))

export const LONG_FILLS: readonly FillRow[] = FILLS.map((row) => ({
  ...row,
  symbol: BTC.symbol,
  price: '108412.5',
  size: '9876.54321',
  quoteQty: '1070740740.123456',
  fee: '107074.074012',
  realizedPnl: '-98765432.100000',
}))

export const FUNDING: readonly FundingPaymentRow[] = [1, 2, 3].map((n) => ({
  id: `${COIN.symbol} ${n}`,
  symbol: n === 2 ? BTC.symbol : COIN.symbol,
  time: NOW_MS - n * HOUR_MS,
  payment: n === 2 ? '1.284400' : '-0.067200',
  rate: '0.00000525',
  size: n === 2 ? '0.35000' : '42.0000',
  isLong: n !== 2,
}))

export const CLOSED: readonly ClosedPositionRow[] = [1, 2].map((n) => ({
  id: `${NVDA.symbol} ${n}`,
  symbol: NVDA.symbol,
  isLong: n === 1,
  size: '85.0000',
  entryPrice: '181.40',
  exitPrice: '188.15',
  openTime: NOW_MS - 30 * HOUR_MS,
  closeTime: NOW_MS - n * HOUR_MS,
  realizedPnl: n === 1 ? '570.610000' : '-576.890000',
  fees: '3.140000',
  settledFunding: '0.000000',
  initMarginRatio: '0.1000',
  closeType: n === 1 ? 'TAKE_PROFIT' : 'LIQUIDATION',
}))

export const WITHDRAWAL: TransferRow = {
  id: orderId(901),
  nonce: 1,
  size: '1250.000000',
  orderType: 'WITHDRAW',
  status: 'VERIFIED',
  code: null,
  chainId: 31_337,
  postTime: NOW_MS,
  requestArgs: null,
  signer: null,
  signature: null,
  signatureProof: null,
  validatorSignature: null,
  recipient: OWNER,
  token: VAULT,
  txHash: null,
  eligibleTime: null,
}

const POOL: PoolResponse = {
  nav: '10000000',
  totalShares: '10000000',
  sharePrice: '1',
  apr30d: null,
  navCap: '50000000',
  utilization: '12.5',
  state: 'NORMAL',
  fees24h: '48271',
  volume24h: '482713506',
  immediateFee: '0.001',
  immediateRemaining24h: '500000',
  lockMs: 0,
  scheduleDelayMs: 0,
  insurance: '250000',
  time: NOW_MS,
}

const EQUITY: readonly EquityRow[] = Array.from({ length: 48 }, (_, n) => ({
  time: NOW_MS - (47 - n) * HOUR_MS,
  equity: String(18_400 + n * 31 + ((n * 7) % 11) * 40),
  collateral: '18000',
  unrealizedPnl: '400',
  netDeposits: '18000',
}))

const REFERRALS: ReferralsResponse = {
  ref_code: 'TAILOR',
  has_twitter_access: false,
  referred_by: null,
  referee_count: 3,
  referee_volume: '125000',
  rewards_paid: '12.5',
  rewards_pending: '1.25',
  reward_percent: '10',
  discount_percent: '5',
}

const USUAL: Answers = {
  status: answer({ status: 'UP' }),
  identity: answer({
    walletOrigin: 'https://wallet.example',
    google: true,
    statusUrl: null,
    mailboxUrl: '/devnet/mail',
  }),
  chains: answer([chain(31_337, 'Arbitrum'), chain(31_338, 'Base')]),
  fills: answer(FILLS),
  fundingPayments: answer(FUNDING),
  closedPositions: answer(CLOSED),
  orders: answer([]),
  equityHistory: answer(EQUITY),
  lpOrders: answer([]),
  pool: answer(POOL),
  referrals: answer(REFERRALS),
  transfers: answer([WITHDRAWAL]),
  withdrawAllowance: answer({
    withdrawable: '19842.31',
    quickThreshold: '50000',
    used24h: '0',
    quickRemaining: '50000',
    windowMs: 24 * HOUR_MS,
    delayMs: 24 * HOUR_MS,
  }),
  tradingHours: answer<TradingHoursRow[]>([
    { session: 'EXTENDED', startTime: NOW_MS - HOUR_MS, endTime: NOW_MS + 8 * HOUR_MS },
    { session: 'CLOSED', startTime: NOW_MS + 8 * HOUR_MS, endTime: NOW_MS + 60 * HOUR_MS },
    { session: 'OVERNIGHT', startTime: NOW_MS + 60 * HOUR_MS, endTime: NOW_MS + 68 * HOUR_MS },
    { session: 'REGULAR', startTime: NOW_MS + 68 * HOUR_MS, endTime: null },
  ]),
  syncTime: answer(undefined),
  // What is sent stays on its way, so that a picture shows it there.
  placeOrder: silence,
  replaceOrder: silence,
  amendOrder: silence,
  cancelOrder: silence,
  cancelAllOrders: silence,
  closeAllPositions: silence,
  setLeverage: silence,
  withdraw: silence,
}

export const clientWith = (answers: Answers): VestClient =>
  ({
    ...USUAL,
    ...answers,
    isAuthorized: () => true,
    hasSigner: () => true,
    correctedNow: () => NOW_MS,
  }) as unknown as VestClient
