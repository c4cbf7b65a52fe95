/**
 * Schemas of everything that crosses the wire in this version: request bodies, queries, responses and socket
 * messages. Types are inferred from the schemas, so a route, its client and its contract test cannot differ.
 *
 * Clients ignore unknown fields and so does the server: objects are open. Decimal text stays text here;
 * `units.ts` turns it into integers once, at the edge.
 */
import { z } from 'zod'
import { API_KEY_ADDRESSES_MAX, API_KEY_LABEL_MAX } from './constants.ts'
import {
  API_KEY_SCOPES,
  ASSET_CLASSES,
  CAPITAL_STATUSES,
  KLINE_INTERVALS,
  LP_ORDER_TYPES,
  MARKET_CATEGORIES,
  MARKET_STATUSES,
  ORDER_STATUSES,
  ORDER_TYPES,
  TRANSFER_STATUSES,
  TRANSFER_TYPES,
} from './enums.ts'

// The titles are what the reference calls them.
const text = (title: string, pattern: RegExp) => z.string().regex(pattern).meta({ title })
const decimalText = text('decimal text', /^-?(0|[1-9]\d*)(\.\d+)?$/)
const id = text('id, 0x and 64 digits', /^0x[0-9a-f]{64}$/)
const address = text('address, 0x and 40 digits', /^0x[0-9a-fA-F]{40}$/)
const timeMs = z.int().nonnegative().meta({ title: 'time, epoch ms' })
const hex = text('hex text, 0x…', /^0x[0-9a-fA-F]*$/)
/** A nonce or an amount: JSON number or decimal text; its value is judged by the handler (1023, 1130). */
const integerInput = z.union([z.number(), z.string().max(40)])

// ---------------------------------------------------------------- requests

export const registerRequest = z.object({
  signingAddr: z.string().max(64),
  primaryAddr: z.string().max(64),
  signature: z.string().max(256),
  expiryTime: z.number(),
  networkType: z.number().nullish(),
  isMobile: z.boolean().nullish(),
  isFunded: z.boolean().nullish(),
  accessToken: z.string().max(8192).nullish(),
})
export type RegisterRequest = z.infer<typeof registerRequest>

export const leverageRequest = z.object({
  symbol: z.string().max(32),
  value: z.number(),
  time: z.number().nullish(),
})
export type LeverageRequest = z.infer<typeof leverageRequest>

export const orderRequest = z.object({
  order: z.object({
    time: z.number(),
    nonce: integerInput,
    symbol: z.string().max(32),
    isBuy: z.boolean(),
    size: z.string(),
    orderType: z.string().max(32),
    limitPrice: z.string().nullish(),
    reduceOnly: z.boolean(),
    timeInForce: z.string().max(32).nullish(),
    initMarginRatio: z.string().nullish(),
    tpPrice: z.string().nullish(),
    tpSignature: z.string().max(256).nullish(),
    slPrice: z.string().nullish(),
    slSignature: z.string().max(256).nullish(),
    clientId: z.string().nullish(),
  }),
  recvWindow: z.number().nullish(),
  signature: z.string().max(256),
})
export type OrderRequest = z.infer<typeof orderRequest>

export const cancelRequest = z.object({
  order: z.object({ id: z.string().max(80), nonce: integerInput, time: z.number() }),
  recvWindow: z.number().nullish(),
  signature: z.string().max(256),
})
export type CancelRequest = z.infer<typeof cancelRequest>

/** A cancellation and an order, each signed by itself with a nonce of its own. */
export const replaceRequest = z.object({
  cancel: cancelRequest.pick({ order: true, signature: true }),
  place: orderRequest.pick({ order: true, signature: true }),
  recvWindow: z.number().nullish(),
})
export type ReplaceRequest = z.infer<typeof replaceRequest>

export const amendRequest = z.object({
  order: z.object({
    time: z.number(),
    nonce: integerInput,
    id: z.string().max(80),
    size: z.string(),
    limitPrice: z.string(),
  }),
  recvWindow: z.number().nullish(),
  signature: z.string().max(256),
})
export type AmendRequest = z.infer<typeof amendRequest>

/** Of POST /orders/cancelAll and POST /positions/closeAll: everything that is open, or in one market. */
export const bulkRequest = z.object({
  order: z.object({ time: z.number(), nonce: integerInput, symbol: z.string().max(32).nullish() }),
  recvWindow: z.number().nullish(),
  signature: z.string().max(256),
})
export type BulkRequest = z.infer<typeof bulkRequest>

export const deadmanRequest = z.object({
  order: z.object({ time: z.number(), nonce: integerInput, timeoutMs: z.number() }),
  recvWindow: z.number().nullish(),
  signature: z.string().max(256),
})
export type DeadmanRequest = z.infer<typeof deadmanRequest>

export const withdrawRequest = z.object({
  order: z.object({
    time: z.number(),
    nonce: integerInput,
    recipient: z.string().max(64),
    token: z.string().max(64),
    size: integerInput,
    chainId: z.number(),
  }),
  execute: z.boolean().nullish(),
  recvWindow: z.number().nullish(),
  signature: z.string().max(256),
})
export type WithdrawRequest = z.infer<typeof withdrawRequest>

export const depositAuthorizedRequest = z.object({
  account: z.string().max(64),
  value: integerInput,
  valid_after: z.number(),
  valid_before: z.number(),
  nonce: z.string().max(80),
  signature: z.string().max(256),
  chain_id: z.number(),
})
export type DepositAuthorizedRequest = z.infer<typeof depositAuthorizedRequest>

export const lpRequest = z.object({
  order: z.object({
    time: z.number(),
    nonce: integerInput,
    orderType: z.string().max(32),
    size: z.string(),
  }),
  recvWindow: z.number().nullish(),
  signature: z.string().max(256),
})
export type LpRequest = z.infer<typeof lpRequest>

export const joinReferralRequest = z.object({ refCode: z.string().max(64) })
export type JoinReferralRequest = z.infer<typeof joinReferralRequest>

export const faucetRequest = z.object({ address: z.string().max(64) })
export type FaucetRequest = z.infer<typeof faucetRequest>
export const devnetPriceRequest = z.object({ symbol: z.string().max(32), price: z.string() })
export type DevnetPriceRequest = z.infer<typeof devnetPriceRequest>
export const devnetSymbolRequest = z.object({ symbol: z.string().max(32) })
export const devnetJumpRequest = z.object({
  symbol: z.string().max(32),
  percent: z.number().gt(-99).lt(1000),
})
export const devnetRegimeRequest = z.object({ regime: z.enum(['calm', 'normal', 'stressed']) })

// ---------------------------------------------------------------- responses

export const errorBody = z.object({
  code: z.int(),
  msg: z.string(),
  detail: z.object({ code: z.int(), msg: z.string() }),
  /** Of ours: names the request in the exchange's own log. */
  requestId: z.string().optional(),
})
export type ErrorBody = z.infer<typeof errorBody>

export const marketInfo = z.object({
  symbol: z.string(),
  displayName: z.string(),
  base: z.string(),
  quote: z.string(),
  sizeDecimals: z.int(),
  priceDecimals: z.int(),
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
})
export type MarketInfo = z.infer<typeof marketInfo>

export const exchangeInfoResponse = z.object({
  symbols: z.array(marketInfo),
  exchange: z.object({ lp: decimalText, insurance: decimalText, collateralDecimals: z.int() }),
})
export type ExchangeInfoResponse = z.infer<typeof exchangeInfoResponse>

export const ticker = z.object({
  symbol: z.string(),
  markPrice: decimalText,
  indexPrice: decimalText,
  imbalance: decimalText,
  oneHrFundingRate: decimalText,
  cumFunding: decimalText,
  priceChange: decimalText,
  priceChangePercent: decimalText,
  status: z.enum(MARKET_STATUSES),
})
export type Ticker = z.infer<typeof ticker>
export const tickersResponse = z.object({ tickers: z.array(ticker) })
export type TickersResponse = z.infer<typeof tickersResponse>

export const ticker24hr = z.object({
  symbol: z.string(),
  openPrice: decimalText,
  closePrice: decimalText,
  lastPrice: decimalText,
  highPrice: decimalText,
  lowPrice: decimalText,
  quoteVolume: decimalText,
  volume: decimalText,
  priceChange: decimalText,
  priceChangePercent: decimalText,
  openTime: timeMs,
  closeTime: timeMs,
})
export type Ticker24hr = z.infer<typeof ticker24hr>
export const tickers24hrResponse = z.object({ tickers: z.array(ticker24hr) })
export type Tickers24hrResponse = z.infer<typeof tickers24hrResponse>

export const depthLevel = z.tuple([decimalText, decimalText])
export const depthResponse = z.object({ bids: z.array(depthLevel), asks: z.array(depthLevel) })
export type DepthResponse = z.infer<typeof depthResponse>

export const tradeRow = z.object({
  id: z.union([z.int(), z.string()]),
  price: decimalText,
  /** Negative = the taker sold. */
  qty: decimalText,
  quoteQty: decimalText,
  time: timeMs,
})
export type TradeRow = z.infer<typeof tradeRow>
export const tradesResponse = z.array(tradeRow)

/** REST order: [openTime, o, h, l, c, volume, closeTime, quoteVolume, numTrades]. */
export const klineRow = z.tuple([
  timeMs,
  decimalText,
  decimalText,
  decimalText,
  decimalText,
  decimalText,
  timeMs,
  decimalText,
  z.int(),
])
export type KlineRow = z.infer<typeof klineRow>
export const klinesResponse = z.array(klineRow)
/** Socket order: [openTime, o, h, l, c, closeTime, volume, quoteVolume, numTrades as text]. */
export const klineMessage = z.tuple([
  timeMs,
  decimalText,
  decimalText,
  decimalText,
  decimalText,
  timeMs,
  decimalText,
  decimalText,
  z.string(),
])
export type KlineMessage = z.infer<typeof klineMessage>
export const klineInterval = z.enum(KLINE_INTERVALS)

export const openInterest = z.object({ symbol: z.string(), longOi: decimalText, shortOi: decimalText })
export type OpenInterest = z.infer<typeof openInterest>
export const openInterestResponse = z.object({ ois: z.array(openInterest) })
export type OpenInterestResponse = z.infer<typeof openInterestResponse>

export const fundingHistoryRow = z.object({ symbol: z.string(), time: timeMs, oneHrFundingRate: decimalText })
export type FundingHistoryRow = z.infer<typeof fundingHistoryRow>
export const fundingHistoryResponse = z.array(fundingHistoryRow)

export const apiKeyRequest = z.object({
  label: z.string().min(1).max(API_KEY_LABEL_MAX),
  scopes: z.array(z.enum(API_KEY_SCOPES)).min(1).max(API_KEY_SCOPES.length),
  /** Absent: until it is revoked. */
  expiryTime: z.number().nullish(),
  /** Addresses and networks such as 203.0.113.0/24; absent or empty: from everywhere. */
  ipAllowList: z.array(z.string().max(64)).max(API_KEY_ADDRESSES_MAX).nullish(),
  /** The signing key of the program, registered before; absent: that of the session. */
  signingAddr: z.string().max(80).nullish(),
})
export type ApiKeyRequest = z.infer<typeof apiKeyRequest>
export const apiKeyResponse = z.object({ id: hex, apiKey: z.string() })
export type ApiKeyResponse = z.infer<typeof apiKeyResponse>
export const apiKeyRow = z.object({
  id: hex,
  /** Extra: the key of a session comes with a registration and may do everything. */
  kind: z.enum(['session', 'program']),
  label: z.string(),
  scopes: z.array(z.enum(API_KEY_SCOPES)),
  createTime: timeMs,
  /** null = until it is revoked. */
  expiryTime: timeMs.nullable(),
  /** null = not since the exchange was last started. */
  lastUsedTime: timeMs.nullable(),
  ipAllowList: z.array(z.string()),
  /** Extra: the signing key that it speaks with. */
  signingAddr: address,
  /** Extra: it is the key of this very request. */
  isCurrent: z.boolean(),
})
export type ApiKeyRow = z.infer<typeof apiKeyRow>
export const apiKeysResponse = z.array(apiKeyRow)

export const registerResponse = z.object({ apiKey: z.string(), accGroup: z.int() })
export type RegisterResponse = z.infer<typeof registerResponse>
export const listenKeyResponse = z.object({ listenKey: z.string().regex(/^[0-9a-f]{32}$/) })
export type ListenKeyResponse = z.infer<typeof listenKeyResponse>
export const nonceResponse = z.object({ lastNonce: z.int() })
export type NonceResponse = z.infer<typeof nonceResponse>
export const leverageResponse = z.object({ symbol: z.string(), value: z.int() })
export type LeverageResponse = z.infer<typeof leverageResponse>
export const idResponse = z.object({ id })
export type IdResponse = z.infer<typeof idResponse>
export const idsResponse = z.object({ ids: z.array(id) })
export type IdsResponse = z.infer<typeof idsResponse>
/** null = the switch is not armed. */
export const deadmanResponse = z.object({ triggerTime: timeMs.nullable() })
export type DeadmanResponse = z.infer<typeof deadmanResponse>

export const positionRow = z.object({
  symbol: z.string(),
  isLong: z.boolean(),
  size: decimalText,
  entryPrice: decimalText,
  entryFunding: decimalText,
  unrealizedPnl: decimalText,
  settledFunding: decimalText,
  markPrice: decimalText,
  indexPrice: decimalText,
  liqPrice: decimalText.nullable(),
  initMargin: decimalText,
  maintMargin: decimalText,
  initMarginRatio: decimalText,
  /** Extra: entry value in USDC, exact; entryPrice is rounded for display. */
  cost: decimalText,
  /** Extra: margin that an isolated market holds apart. */
  isolatedMargin: decimalText,
})
export type PositionRow = z.infer<typeof positionRow>

export const accountResponse = z.object({
  address: z.string(),
  balances: z.array(z.object({ asset: z.string(), total: decimalText, locked: decimalText })),
  collateral: decimalText,
  withdrawable: decimalText,
  totalAccountValue: decimalText,
  openOrderMargin: decimalText,
  totalMaintMargin: decimalText,
  positions: z.array(positionRow),
  leverages: z.array(z.object({ symbol: z.string(), value: z.int() })),
  lp: z.object({ balance: decimalText, shares: decimalText, unrealizedPnl: decimalText }),
  time: timeMs,
  twitterUsername: z.string().nullable(),
  discordUsername: z.string().nullable(),
  capital: z.null(),
})
export type AccountResponse = z.infer<typeof accountResponse>

export const orderRow = z.object({
  id,
  nonce: z.int(),
  symbol: z.string(),
  isBuy: z.boolean(),
  orderType: z.enum(ORDER_TYPES),
  limitPrice: decimalText,
  markPrice: decimalText.nullable(),
  size: decimalText,
  status: z.enum(ORDER_STATUSES),
  reduceOnly: z.boolean(),
  initMarginRatio: decimalText,
  code: z.int().nullable(),
  lastFilledSize: decimalText.nullable(),
  lastFilledPrice: decimalText.nullable(),
  lastFilledTime: timeMs.nullable(),
  avgFilledPrice: decimalText.nullable(),
  settledFunding: decimalText.nullable(),
  fees: decimalText,
  realizedPnl: decimalText.nullable(),
  postTime: timeMs,
  tpPrice: decimalText.nullable(),
  slPrice: decimalText.nullable(),
  timeInForce: z.string().nullable(),
  cumFunding: decimalText.nullable(),
  time: timeMs,
  filledSize: decimalText,
  parentId: id.nullable(),
  clientId: z.string().nullable(),
})
export type OrderRow = z.infer<typeof orderRow>
export const ordersResponse = z.array(orderRow)

export const fillRow = z.object({
  /** That of the trade. */
  id: z.int(),
  orderId: id,
  symbol: z.string(),
  isBuy: z.boolean(),
  orderType: z.enum(ORDER_TYPES),
  price: decimalText,
  size: decimalText,
  quoteQty: decimalText,
  fee: decimalText,
  isMaker: z.boolean(),
  /** With funding and fee. */
  realizedPnl: decimalText,
  /** > 0 = received. */
  settledFunding: decimalText,
  time: timeMs,
})
export type FillRow = z.infer<typeof fillRow>
export const fillsResponse = z.array(fillRow)

export const fundingPaymentRow = z.object({
  id,
  symbol: z.string(),
  time: timeMs,
  /** > 0 = received. */
  payment: decimalText,
  /** The hourly rate at that time. */
  rate: decimalText,
  size: decimalText,
  isLong: z.boolean(),
})
export type FundingPaymentRow = z.infer<typeof fundingPaymentRow>
export const fundingPaymentsResponse = z.array(fundingPaymentRow)

/** A position that has ended, from its first fill on. */
export const closedPositionRow = z.object({
  id,
  symbol: z.string(),
  isLong: z.boolean(),
  /** All that came into it, and left it. */
  size: decimalText,
  /** Averages over everything that came in, and left. */
  entryPrice: decimalText,
  exitPrice: decimalText,
  openTime: timeMs,
  closeTime: timeMs,
  /** With funding and fees. */
  realizedPnl: decimalText,
  fees: decimalText,
  /** > 0 = received. */
  settledFunding: decimalText,
  initMarginRatio: decimalText,
  /** Of the last fill; MARKET where a corporate action ended it. */
  closeType: z.enum(ORDER_TYPES),
})
export type ClosedPositionRow = z.infer<typeof closedPositionRow>
export const closedPositionsResponse = z.array(closedPositionRow)

export const equityRow = z.object({
  /** Begin of the interval. */
  time: timeMs,
  /** collateral + unrealizedPnl. */
  equity: decimalText,
  /** Margin of isolated positions included. */
  collateral: decimalText,
  unrealizedPnl: decimalText,
  /** What came in from outside, less what left; shares of the pool are outside. */
  netDeposits: decimalText,
})
export type EquityRow = z.infer<typeof equityRow>
export const equityResponse = z.array(equityRow)

export const transferRow = z.object({
  id,
  nonce: z.int(),
  size: decimalText,
  orderType: z.enum(TRANSFER_TYPES),
  status: z.enum(TRANSFER_STATUSES),
  code: z.int().nullable(),
  chainId: z.int(),
  postTime: timeMs,
  requestArgs: hex.nullable(),
  signer: address.nullable(),
  signature: hex.nullable(),
  signatureProof: hex.nullable(),
  validatorSignature: hex.nullable(),
  recipient: z.string().nullable(),
  token: z.string(),
  txHash: hex.nullable(),
  eligibleTime: timeMs.nullable(),
})
export type TransferRow = z.infer<typeof transferRow>
export const transfersResponse = z.array(transferRow)

export const chainInfo = z.object({
  chainId: z.int(),
  name: z.string(),
  networkType: z.int(),
  isDefault: z.boolean(),
  vault: address,
  router: address,
  cctpDomain: z.int().nullable(),
  withdrawFee: decimalText,
  minDeposit: decimalText,
  explorerTx: z.string().nullable(),
  /** Extra: an RPC the browser may use; on devnet a path of this origin. */
  rpcUrl: z.string().nullable(),
  tokens: z.array(
    z.object({
      symbol: z.string(),
      address,
      decimals: z.int(),
      authorization: z.object({ name: z.string(), version: z.string() }).nullable(),
    }),
  ),
})
export type ChainInfo = z.infer<typeof chainInfo>
export const chainsResponse = z.array(chainInfo)
export type ChainsResponse = z.infer<typeof chainsResponse>

export const timeResponse = z.object({ serverTime: timeMs })
export type TimeResponse = z.infer<typeof timeResponse>
export const statusResponse = z.object({
  status: z.enum(['UP', 'HASISSUES', 'UNDERMAINTENANCE']),
  message: z.string().nullable(),
  time: timeMs,
})
export type StatusResponse = z.infer<typeof statusResponse>
export const withdrawAllowanceResponse = z.object({
  withdrawable: decimalText,
  quickThreshold: decimalText,
  used24h: decimalText,
  quickRemaining: decimalText,
  windowMs: z.int(),
  delayMs: z.int(),
})
export type WithdrawAllowanceResponse = z.infer<typeof withdrawAllowanceResponse>

export const withdrawQuoteResponse = z.object({
  chainId: z.int(),
  size: decimalText,
  fee: decimalText,
  receive: decimalText,
  /** It leaves at once. */
  quick: z.boolean(),
  /** Otherwise: when it may leave. */
  eligibleTime: timeMs.nullable(),
  estimatedSeconds: z.int(),
  validRecipient: z.boolean(),
})
export type WithdrawQuoteResponse = z.infer<typeof withdrawQuoteResponse>
export const depositAddressesResponse = z.array(
  z.object({
    chainId: z.int(),
    networkType: z.int(),
    address: z.string(),
    memo: z.string().nullable(),
    tokens: z.array(z.string()),
    minDeposit: decimalText,
  }),
)
export type DepositAddressesResponse = z.infer<typeof depositAddressesResponse>
export const lpOrderRow = z.object({
  id,
  nonce: z.int(),
  size: decimalText,
  orderType: z.enum(LP_ORDER_TYPES),
  status: z.enum(ORDER_STATUSES),
  code: z.int().nullable(),
  /** Left in the pool by a withdrawal at once. */
  fees: decimalText,
  postTime: timeMs,
  /** Minted, burnt, or locked until `executeTime`. */
  shares: decimalText.nullable(),
  executeTime: timeMs.nullable(),
})
export type LpOrderRow = z.infer<typeof lpOrderRow>
export const lpOrdersResponse = z.array(lpOrderRow)

export const poolResponse = z.object({
  nav: decimalText,
  totalShares: decimalText,
  sharePrice: decimalText,
  /** Percent; null while there is no price of an earlier moment. */
  apr30d: decimalText.nullable(),
  navCap: decimalText,
  /** Percent: initial margin of what the pool holds, of its value. */
  utilization: decimalText,
  state: z.enum(['NORMAL', 'STRESSED', 'INSOLVENT']),
  /** Of all markets. */
  fees24h: decimalText,
  volume24h: decimalText,
  immediateFee: decimalText,
  immediateRemaining24h: decimalText,
  lockMs: z.int(),
  scheduleDelayMs: z.int(),
  insurance: decimalText,
  time: timeMs,
})
export type PoolResponse = z.infer<typeof poolResponse>
export const poolHistoryRow = z.object({
  time: timeMs,
  nav: decimalText,
  sharePrice: decimalText,
  totalShares: decimalText,
  /** What the shares gained since the row before. */
  pnl: decimalText,
})
export type PoolHistoryRow = z.infer<typeof poolHistoryRow>
export const poolHistoryResponse = z.array(poolHistoryRow)

export const pointsResponse = z.object({
  total: decimalText,
  rank: z.int().nullable(),
  epoch: z.object({
    id: z.int(),
    startTime: timeMs,
    endTime: timeMs,
    pool: decimalText,
    /** What the account would get, were the week to end now. */
    estimated: decimalText,
  }),
  multipliers: z.array(z.object({ asset: z.enum(ASSET_CLASSES), value: decimalText })),
})
export type PointsResponse = z.infer<typeof pointsResponse>
export const pointsHistoryRow = z.object({
  epochId: z.int(),
  startTime: timeMs,
  endTime: timeMs,
  trading: decimalText,
  lp: decimalText,
  referral: decimalText,
  total: decimalText,
})
export type PointsHistoryRow = z.infer<typeof pointsHistoryRow>
export const pointsHistoryResponse = z.array(pointsHistoryRow)

export const referralsResponse = z.object({
  /** null before the first deposit. */
  ref_code: z.string().nullable(),
  has_twitter_access: z.boolean(),
  /** The code by which the account came. */
  referred_by: z.string().nullable(),
  referee_count: z.int(),
  referee_volume: decimalText,
  rewards_paid: decimalText,
  rewards_pending: decimalText,
  reward_percent: decimalText,
  discount_percent: decimalText,
})
export type ReferralsResponse = z.infer<typeof referralsResponse>
export const joinReferralResponse = z.object({ ref_code: z.string() })
export type JoinReferralResponse = z.infer<typeof joinReferralResponse>

// What parts outside the engine answer, in the forms of the product specification.

const capitalPlan = z.object({
  name: z.string(),
  priceId: z.string(),
  /** Cents. */
  unitAmount: z.int(),
  metadata: z.record(z.string(), z.string()),
})
export const capitalPlansResponse = z.object({
  products: z.array(capitalPlan.extend({ currency: z.string() })),
})
export type CapitalPlansResponse = z.infer<typeof capitalPlansResponse>
const capitalEntry = z.object({
  capital_status: z.enum(CAPITAL_STATUSES),
  is_funded: z.boolean(),
  initial_capital: decimalText,
  equity: decimalText,
  target_equity: decimalText.nullable(),
  max_daily_loss_limit: decimalText,
  max_drawdown_limit: decimalText,
  prior_day_balance: decimalText,
  next_reset_time: timeMs,
  failed_time: timeMs.nullable(),
  available_profit: decimalText.nullable(),
  network_type: z.int().optional(),
  primary_address: z.string(),
  updated_time: timeMs,
  active_capital_plan: capitalPlan.nullable(),
})
/** Of an address that is unknown or somebody else's. */
const noCapitalEntry = z.object({
  capital_status: z.literal('not_eligible'),
  active_capital_plan: z.null(),
})
export const capitalStatusResponse = z.record(z.string(), z.union([capitalEntry, noCapitalEntry]))
export type CapitalStatusResponse = z.infer<typeof capitalStatusResponse>
export const capitalCheckoutRequest = z.object({
  address: z.string().max(64),
  priceId: z.string().max(128),
  email: z.string().max(320),
})
export type CapitalCheckoutRequest = z.infer<typeof capitalCheckoutRequest>
export const capitalCheckoutResponse = z.object({
  url: z.string(),
  session_id: z.string(),
  expires_time: timeMs,
})
export type CapitalCheckoutResponse = z.infer<typeof capitalCheckoutResponse>
export const capitalRegisterRequest = z.object({
  primaryAddr: z.string().max(64),
  accessToken: z.string().max(8192),
  isFunded: z.boolean(),
})
export type CapitalRegisterRequest = z.infer<typeof capitalRegisterRequest>
export const capitalRegisterResponse = z.object({
  address: z.string(),
  is_funded: z.boolean(),
  capital_status: z.enum(CAPITAL_STATUSES),
  collateral: decimalText,
  active_capital_plan: capitalPlan.nullable(),
  time: timeMs,
})
export type CapitalRegisterResponse = z.infer<typeof capitalRegisterResponse>
export const capitalActivateRequest = z.object({
  funded_register_params: capitalRegisterRequest,
  eval_address: z.string().max(64).nullish(),
})
export type CapitalActivateRequest = z.infer<typeof capitalActivateRequest>
export const capitalActivateResponse = z.object({
  claim: z.object({
    id,
    eval_address: z.string(),
    funded_address: z.string(),
    status: z.enum(['pending', 'done', 'rejected']),
    time: timeMs,
  }),
})
export type CapitalActivateResponse = z.infer<typeof capitalActivateResponse>
export const profitWithdrawRequest = z.object({
  order: z.object({
    time: z.number(),
    nonce: integerInput,
    size: integerInput,
    recipient: z.string().max(64),
  }),
  recvWindow: z.number().nullish(),
  signature: z.string().max(256),
})
export type ProfitWithdrawRequest = z.infer<typeof profitWithdrawRequest>
export const onRampUrlResponse = z.object({ url: z.string(), expires_time: timeMs })
export type OnRampUrlResponse = z.infer<typeof onRampUrlResponse>
export const solanaDepositRequest = z.object({
  transactionHash: z
    .string()
    .regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/)
    .meta({ title: 'signature in base58' }),
})
export type SolanaDepositRequest = z.infer<typeof solanaDepositRequest>
export const postRequest = z.object({
  text: z.string().max(280),
  /** PNG or JPEG in base64, with or without `data:` in front. */
  image: z.string().max(5_600_000),
})
export type PostRequest = z.infer<typeof postRequest>
export const postSentResponse = z.object({ id: z.string(), url: z.string() })
export type PostSentResponse = z.infer<typeof postSentResponse>

export const devnetStateResponse = z.object({ seq: z.int(), hash: z.string() })
export type DevnetStateResponse = z.infer<typeof devnetStateResponse>
export const faucetResponse = z.object({ usdc: decimalText, eth: decimalText, txHash: hex })
export type FaucetResponse = z.infer<typeof faucetResponse>

// ---------------------------------------------------------------- socket

export const socketRequest = z.object({
  method: z.enum(['PING', 'SUBSCRIBE', 'UNSUBSCRIBE']),
  params: z.array(z.string().max(64)).max(1024).optional(),
  id: z.int().nullish(),
})
export type SocketRequest = z.infer<typeof socketRequest>

/** ORDER event: the fields that the status has; `code` only where the exchange says why. */
export const orderEvent = orderRow.partial().extend({
  id,
  status: z.enum(ORDER_STATUSES),
  postTime: timeMs,
  nonce: z.int(),
})
export type OrderEvent = z.infer<typeof orderEvent>
export const transferEvent = z.object({
  id,
  size: decimalText,
  orderType: z.enum(TRANSFER_TYPES),
  status: z.enum(TRANSFER_STATUSES),
  code: z.int().nullable(),
  postTime: timeMs,
  nonce: z.int(),
  chainId: z.int(),
})
export type TransferEvent = z.infer<typeof transferEvent>
export const lpEvent = z.object({
  id,
  size: decimalText,
  orderType: z.enum(LP_ORDER_TYPES),
  status: z.enum(ORDER_STATUSES),
  code: z.int().nullable(),
  postTime: timeMs,
  nonce: z.int(),
})
export type LpEvent = z.infer<typeof lpEvent>
export const privateMessage = z.discriminatedUnion('event', [
  z.object({ event: z.literal('ORDER'), args: orderEvent }),
  z.object({ event: z.literal('TRANSFER'), args: transferEvent }),
  z.object({ event: z.literal('LP'), args: lpEvent }),
])
export type PrivateMessage = z.infer<typeof privateMessage>
