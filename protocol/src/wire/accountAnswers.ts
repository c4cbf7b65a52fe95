/** What the exchange answers about one account: keys, positions, orders, and what is behind them. */
import { z } from 'zod'
import { API_KEY_SCOPES, ORDER_STATUSES, ORDER_TYPES } from '../enums.ts'
import { capitalEntry } from './outsideParts.ts'
import { address, decimalText, hex, id, timeMs } from './valueForms.ts'

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
  /** Extra: the address that it was used from then. */
  lastUsedFrom: z.string().nullable(),
  ipAllowList: z.array(z.string()),
  /** Extra: the signing key that it speaks with. */
  signingAddr: address,
  /** Extra: the most that the program's own signing key may give away in a day (UTC); null = no bound. */
  maxDailyLoss: decimalText.nullable(),
  /** Extra: what it has given away since 00:00 UTC, fees included; null where there is no bound. */
  lostToday: decimalText.nullable(),
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
/** Of each limit null = there is none. Amounts are positive decimal text in USDC. */
export const guardrailLimits = z.object({
  /** Loss of a day (UTC), unrealised included, from which on nothing is opened until the next day. */
  dailyStop: decimalText.nullable(),
  /** Largest value at the mark of a position that an order opens or adds to. */
  sizeMax: decimalText.nullable(),
  leverageMax: z.int().nullable(),
  /** Realised loss since the best balance, from which on nothing is opened for so many minutes. */
  coolDown: z.object({ loss: decimalText, minutes: z.int() }).nullable(),
})
export type GuardrailLimitsText = z.infer<typeof guardrailLimits>
export const guardrailsResponse = z.object({
  limits: guardrailLimits,
  /** Looser limits that hold from `nextResetTime` on; null = none were asked for. */
  pending: guardrailLimits.nullable(),
  /** The next 00:00 UTC. */
  nextResetTime: timeMs,
  /** Result of the day, deposits apart: a loss is negative. */
  dayResult: decimalText,
  /** What may be lost until the daily stop holds; null = there is no daily stop. */
  dailyLeft: decimalText.nullable(),
  /** The daily stop holds until `nextResetTime`. */
  isStopped: z.boolean(),
  /** The end of the cool-down that runs; null = none. */
  coolUntil: timeMs.nullable(),
})
export type GuardrailsResponse = z.infer<typeof guardrailsResponse>
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
  softCredit: decimalText,
  totalAccountValue: decimalText,
  openOrderMargin: decimalText,
  totalMaintMargin: decimalText,
  positions: z.array(positionRow),
  leverages: z.array(z.object({ symbol: z.string(), value: z.int() })),
  lp: z.object({
    balance: decimalText,
    shares: decimalText,
    unrealizedPnl: decimalText,
    netDeposits: decimalText,
    /** Of the shares, those that wait in scheduled withdrawals. */
    scheduledShares: decimalText,
    /** Of the shares, those that are too young to be withdrawn at once, and when the last of them no longer is. */
    lockedShares: decimalText,
    unlockTime: timeMs.nullable(),
  }),
  time: timeMs,
  twitterUsername: z.string().nullable(),
  discordUsername: z.string().nullable(),
  capital: capitalEntry.nullable(),
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
  triggered: z.boolean(),
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
