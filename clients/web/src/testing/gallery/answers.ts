/** What the exchange of the gallery answers; a scene puts other answers, silence or refusals in their place. */
import { REFUSAL } from '@vest/protocol'
import type {
  AddressBookResponse,
  ChainInfo,
  ClosedPositionRow,
  EquityRow,
  FillRow,
  FundingPaymentRow,
  LpOrderRow,
  NoticeRow,
  NoticeSettings,
  NoticesResponse,
  PointsResponse,
  PoolResponse,
  ReferralsResponse,
  TradingHoursRow,
  TransferRow,
} from '@vest/protocol'
import type { VestClient } from '@vest/sdk'
import { BTC, COIN, GOLD, orderId } from '../fixtures.ts'
import { NOW_MS, OWNER } from './accounts.ts'
import { NVDA } from './markets.ts'

/** By the name of the client's call. */
export type Answers = Readonly<Record<string, (query?: never) => Promise<unknown>>>

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
  withdrawSeconds: 60,
  explorerTx: 'https://explorer.example/tx/{hash}',
  rpcUrl: null,
  tokens: [{ symbol: 'USDC', address: VAULT, decimals: 6, authorization: null }],
})

export const CHAINS: readonly ChainInfo[] = [chain(31_337, 'Arbitrum'), chain(31_338, 'Base')]
export const WITH_SOLANA: readonly ChainInfo[] = [
  ...CHAINS,
  { ...chain(0, 'Solana'), networkType: 1, cctpDomain: 5, withdrawFee: '0.500000', withdrawSeconds: 900 },
]

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

export const EMPTY_BOOK: AddressBookResponse = {
  addresses: [],
  isListOn: false,
  listEndTime: null,
  lockedUntil: null,
  coolDown: 24 * HOUR_MS,
  paid: [],
}
export const ADDRESS_BOOK: AddressBookResponse = {
  ...EMPTY_BOOK,
  addresses: [
    {
      recipient: '0x91c40ad25f1866bce0a937f4dd812c5a904e7b3e',
      chainId: null,
      label: 'Ledger cold',
      usableTime: NOW_MS - 90 * HOUR_MS,
    },
    {
      recipient: '0x9102be40a7c6d3f58e1b09c2fa4471e6d05bbe07',
      chainId: 31_337,
      label: 'Kraken',
      usableTime: NOW_MS + 21 * HOUR_MS,
    },
    {
      recipient: '7sKqWvMhV3nHhV2Gg1fDJ8Qn1Qp6dYvQhC3kTt5m4vNe',
      chainId: 0,
      label: 'Phantom',
      usableTime: NOW_MS - 90 * HOUR_MS,
    },
  ],
  paid: [
    {
      recipient: '0x91c40ad25f1866bce0a937f4dd812c5a904e7b3e',
      chainId: 31_337,
      lastTime: NOW_MS - 19 * 24 * HOUR_MS,
    },
  ],
}

export const POOL: PoolResponse = {
  nav: '11842316.400000',
  navHigh: '11842855.200000',
  totalShares: '11236532.613652',
  sharePrice: '1.053912',
  apr30d: '13.54',
  aprBase: { price: '1.042310', days: 30 },
  navCap: '20000000',
  utilization: '10.96',
  state: 'NORMAL',
  fees24h: '4344.300000',
  volume24h: '48271350',
  immediateFee: '0.0030',
  immediateRemaining24h: '782140.220000',
  lockMs: 24 * HOUR_MS,
  scheduleDelayMs: 48 * HOUR_MS,
  insurance: '412600',
  initMargin: '2597000',
  maintMargin: '1298500',
  queuedShares: '112157.600000',
  positions: [
    {
      symbol: BTC.symbol,
      isLong: false,
      size: '11.84650',
      value: '1284310.400000',
      unrealizedPnl: '-8412.200000',
    },
    {
      symbol: NVDA.symbol,
      isLong: false,
      size: '5124.6622',
      value: '964204.110000',
      unrealizedPnl: '12904.660000',
    },
    {
      symbol: COIN.symbol,
      isLong: true,
      size: '1961.3656',
      value: '612887.520000',
      unrealizedPnl: '3310.080000',
    },
  ],
  time: NOW_MS,
}

const DAY_MS = 24 * HOUR_MS

/** A hill, a hole and a climb, by the interval that is asked for. */
const poolHistory = (query: { readonly interval?: string } = {}): Promise<unknown> => {
  const { interval = '1d' } = query
  const [stepMs, count] =
    interval === '1h' ? [HOUR_MS, 168] : interval === '4h' ? [4 * HOUR_MS, 180] : [DAY_MS, 60]
  return Promise.resolve(
    Array.from({ length: count }, (_, n) => {
      const price =
        1.0423 + (n / count) * 0.012 + Math.sin(n / 9) * 0.003 - (n > count / 3 && n < count / 2 ? 0.014 : 0)
      const shares = 11_100_000 + ((n * 37) % 11) * 9_000
      return {
        time: NOW_MS - (count - n) * stepMs,
        nav: (price * shares).toFixed(6),
        sharePrice: price.toFixed(6),
        totalShares: shares.toFixed(6),
        pnl: '4200.000000',
      }
    }),
  )
}

const lpOrder = (n: number, change: Partial<LpOrderRow>): LpOrderRow => ({
  id: orderId(800 + n),
  nonce: n,
  size: '5000',
  orderType: 'DEPOSIT',
  status: 'FILLED',
  code: null,
  fees: '0.000000',
  postTime: NOW_MS - n * DAY_MS,
  shares: '4748.000000',
  executeTime: null,
  ...change,
})

export const LP_ORDERS: readonly LpOrderRow[] = [
  lpOrder(1, {}),
  lpOrder(2, {
    orderType: 'SCHEDULE_WITHDRAW',
    status: 'NEW',
    size: '1680',
    shares: '1600.000000',
    executeTime: NOW_MS + 42 * HOUR_MS,
  }),
  lpOrder(3, {
    orderType: 'SCHEDULE_WITHDRAW',
    status: 'PARTIALLY_FILLED',
    code: REFUSAL.LP_PARTIALLY_FILLED,
    size: '1200',
    shares: '1140.000000',
    executeTime: NOW_MS - HOUR_MS,
  }),
  lpOrder(4, {
    orderType: 'IMMEDIATE_WITHDRAW',
    status: 'REJECTED',
    code: REFUSAL.LP_WITHDRAW_CAP_EXCEEDED,
    shares: null,
  }),
  lpOrder(9, { size: '20000', shares: '19333.406250' }),
]

/** What GET /account says of a share, with nothing else in it. */
export const LP_SHARE = {
  lp: {
    balance: '25379.680000',
    shares: '24081.406250',
    unrealizedPnl: '879.680000',
    netDeposits: '24500.000000',
    scheduledShares: '2400.000000',
    lockedShares: '4748.000000',
    unlockTime: NOW_MS + 19 * HOUR_MS,
  },
}

const EQUITY: readonly EquityRow[] = Array.from({ length: 48 }, (_, n) => ({
  time: NOW_MS - (47 - n) * HOUR_MS,
  equity: String(18_400 + n * 31 + ((n * 7) % 11) * 40),
  collateral: '18000',
  unrealizedPnl: '400',
  netDeposits: '18000',
}))

export const REFERRALS: ReferralsResponse = {
  ref_code: 'TAILOR',
  has_twitter_access: false,
  referred_by: null,
  referee_count: 5,
  referee_volume: '125000',
  rewards_paid: '12.5',
  rewards_pending: '1.25',
  reward_percent: '10',
  discount_percent: '5',
  can_join: true,
  join_until: NOW_MS + 7 * 24 * HOUR_MS,
}

/** Monday before the moment of the gallery. */
const MONDAY_MS = Date.UTC(2025, 10, 17)
const noticeRow = (
  n: number,
  row: Pick<NoticeRow, 'about' | 'kind' | 'values'> & Partial<NoticeRow>,
): NoticeRow => ({
  noticeId: `n${n}`,
  time: NOW_MS - n * 3 * HOUR_MS,
  read: n > 3,
  symbol: null,
  ...row,
})
export const NOTICES: NoticesResponse = {
  unread: 3,
  notices: [
    noticeRow(1, {
      about: 'ALERTS',
      kind: 'PRICE_REACHED',
      symbol: COIN.symbol,
      values: { direction: 'ABOVE', price: '312.00', mark: '312.48' },
    }),
    noticeRow(2, {
      about: 'FILLS',
      kind: 'ORDER_FILLED',
      symbol: COIN.symbol,
      values: { side: 'LONG', size: '12.4000', price: '310.00', fee: '0.384400' },
    }),
    noticeRow(3, {
      about: 'LIQUIDATION',
      kind: 'LIQUIDATION_NEAR',
      symbol: BTC.symbol,
      values: { side: 'SHORT', distance: '4.9', mark: '116210.0', liquidation: '121906.0' },
    }),
    noticeRow(8, {
      about: 'CAPITAL',
      kind: 'CAPITAL_LOSS_NEAR',
      values: { account: OWNER, loss: 'DAILY_LOSS', used: '80', room: '80.000000', floor: '9600.000000' },
    }),
    noticeRow(9, { about: 'TRANSFERS', kind: 'DEPOSIT_ARRIVED', values: { amount: '2500.000000' } }),
    noticeRow(10, {
      about: 'TRANSFERS',
      kind: 'WITHDRAWAL_APPROVED',
      values: { amount: '1250.000000', recipient: OWNER },
    }),
    noticeRow(20, { about: 'MAINTENANCE', kind: 'SERVICE_SAID', values: { status: 'UP' } }),
  ],
}
const by = (screen: boolean, browser: boolean, mail: boolean) => ({ screen, browser, mail })
export const NOTICE_SETTINGS: NoticeSettings = {
  channels: {
    FILLS: by(true, true, false),
    LIQUIDATION: by(true, true, true),
    FUNDING: by(true, false, false),
    TRANSFERS: by(true, true, true),
    CAPITAL: by(true, true, true),
    ALERTS: by(true, true, true),
    LISTINGS: by(true, false, false),
    MAINTENANCE: by(true, false, true),
  },
  fundingAbove: '0.05',
  quiet: { from: '22:00', to: '07:00', zone: 'Europe/Berlin' },
  language: 'en',
  email: 'ada@example.org',
}

export const POINTS: PointsResponse = {
  total: '13618.350000',
  rank: 63,
  shown: false,
  count: 2_901,
  epoch: {
    id: 12,
    startTime: MONDAY_MS,
    endTime: MONDAY_MS + 7 * DAY_MS,
    pool: '1000000.000000',
    estimated: '1284.400000',
    trading: '1010.600000',
    lp: '201.300000',
    referral: '72.500000',
    rank: 57,
    count: 3_412,
  },
  multipliers: [
    { asset: 'stock', value: '1.5' },
    { asset: 'crypto', value: '1.0' },
  ],
}
const WEEK_FILLS: readonly FillRow[] = [0, 1, 2, 3, 4].flatMap((day) =>
  [COIN, BTC].map((market, at) => ({
    ...FILLS[0]!,
    symbol: market.symbol,
    fee: `${1 + ((day * 3 + at * 2) % 5)}.250000`,
    time: MONDAY_MS + day * DAY_MS + 9 * HOUR_MS,
  })),
)

const USUAL: Answers = {
  status: answer({ status: 'UP' }),
  identity: answer({
    walletOrigin: 'https://wallet.example',
    google: true,
    statusUrl: null,
    mailboxUrl: '/devnet/mail',
  }),
  chains: answer(CHAINS),
  capitalPlans: answer({
    rulebook: 'vest-capital-1',
    products: [
      ['Silver', '5000', 6_000],
      ['Gold', '10000', 11_000],
      ['Platinum', '25000', 27_500],
    ].map(([name, size, cents]) => ({
      ...GOLD,
      name,
      priceId: `price_${String(name).toLowerCase()}`,
      unitAmount: cents,
      currency: 'usd',
      metadata: { ...GOLD.metadata, account_size: size },
    })),
  }),
  capitalStatus: answer({}),
  fills: answer(FILLS),
  fundingPayments: answer(FUNDING),
  closedPositions: answer(CLOSED),
  orders: answer([]),
  equityHistory: answer(EQUITY),
  account: answer(LP_SHARE),
  lpOrders: answer(LP_ORDERS),
  placeLpOrder: silence,
  cancelLpOrder: silence,
  pool: answer(POOL),
  poolHistory,
  referrals: answer(REFERRALS),
  points: answer(POINTS),
  notices: answer(NOTICES),
  readNotices: answer({ unread: 0 }),
  noticeSettings: answer(NOTICE_SETTINGS),
  setNoticeSettings: answer(NOTICE_SETTINGS),
  alerts: answer({ alerts: [] }),
  pointsHistory: answer(
    [11, 10, 9, 8].map((epochId) => ({
      epochId,
      startTime: Date.UTC(2025, 10, 17) - (12 - epochId) * 7 * DAY_MS,
      endTime: Date.UTC(2025, 10, 24) - (12 - epochId) * 7 * DAY_MS,
      trading: `${1_118 - epochId * 9}.300000`,
      lp: '204.120000',
      referral: '79.760000',
      total: `${1_402 - epochId * 9}.180000`,
      rank: 140 + epochId * 3,
    })),
  ),
  leaderboard: answer(
    [18_204.11, 15_870.54, 12_446.9, 9_120.02, 7_331.4].map((points, at) => ({
      rank: at + 1,
      points: points.toFixed(6),
      address: at % 2 === 0 ? `0x${at}a4c…77e${at}` : null,
    })),
  ),
  referees: answer(
    [1, 2, 3, 4, 5].map((n) => ({
      address: `0x${n}1c${n}…4d0${n}`,
      joinTime: NOW_MS - n * 9 * DAY_MS,
      volume: n === 4 ? '0.000000' : `${8_412_806 - n * 700_000}.100000`,
      fees: '799.200000',
      reward: `${90 - n * 11}.920000`,
    })),
  ),
  referralDays: answer(
    [0, 1, 2, 4, 5, 6, 9, 12, 13, 20].map((n) => ({
      time: Date.UTC(2025, 10, 21) - n * DAY_MS,
      traders: 3 + (n % 5),
      volume: `${612_480 - n * 20_000}.200000`,
      fees: `${58 - n}.180000`,
      reward: `${5 + ((n * 7) % 4)}.818000`,
    })),
  ),
  referralCode: answer({ code: 'TRADER', free: false, suggestions: ['TRADER7', 'TRADERX7'] }),
  socialAccount: answer({ username: null }),
  linkSocial: silence,
  transfers: answer([WITHDRAWAL]),
  strays: answer({ rows: [], unread: [] }),
  reservesProof: answer({ statement: null, proof: null }),
  claimStray: silence,
  depositAddresses: answer(
    [31_337, 31_338].map((chainId) => ({
      chainId,
      networkType: 0,
      address: OWNER,
      memo: null,
      tokens: ['USDC'],
      minDeposit: '1.000000',
    })),
  ),
  withdrawAllowance: answer({
    withdrawable: '19842.31',
    quickThreshold: '50000',
    used24h: '0',
    quickRemaining: '50000',
    windowMs: 24 * HOUR_MS,
    delayMs: 24 * HOUR_MS,
  }),
  withdrawQuote: (query: { readonly chainId?: number; readonly size?: string } = {}) =>
    Promise.resolve({
      chainId: query.chainId ?? 31_337,
      size: query.size ?? '0',
      fee: '0.000000',
      receive: query.size ?? '0',
      quick: true,
      eligibleTime: null,
      estimatedSeconds: 60,
      validRecipient: true,
      available: '2000000.000000',
      otherChains: [],
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
  addressBook: answer(EMPTY_BOOK),
  changeAddressBookSignedBy: silence,
  guardrails: silence,
  setGuardrails: silence,
  setLeverage: silence,
  withdraw: silence,
}

/** Lists of one page: what the call of the same name answers. */
const pagesOf = (answers: Answers) =>
  Object.fromEntries(
    (['orders', 'transfers', 'lpOrders', 'closedPositions', 'fundingPayments'] as const).map((name) => [
      name,
      async function* () {
        yield await answers[name]!()
      },
    ]),
  )

export const clientWith = (answers: Answers): VestClient =>
  ({
    ...USUAL,
    ...answers,
    pages: {
      ...pagesOf({ ...USUAL, ...answers }),
      fills: async function* () {
        yield WEEK_FILLS
      },
    },
    isAuthorized: () => true,
    hasSigner: () => true,
    correctedNow: () => NOW_MS,
  }) as unknown as VestClient
