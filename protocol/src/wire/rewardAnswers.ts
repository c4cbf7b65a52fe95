/** What the exchange answers about the pool, points and referrals. */
import { z } from 'zod'
import { ASSET_CLASSES, LP_ORDER_TYPES, ORDER_STATUSES } from '../enums.ts'
import { decimalText, id, timeMs } from './valueForms.ts'

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

/** At the prices, mark or index, at which the pool is worth less. */
export const poolPosition = z.object({
  symbol: z.string(),
  isLong: z.boolean(),
  size: decimalText,
  value: decimalText,
  unrealizedPnl: decimalText,
})
export type PoolPosition = z.infer<typeof poolPosition>
export const poolResponse = z.object({
  nav: decimalText,
  /** The larger of the values at mark and at index: the price at which deposits come in. */
  navHigh: decimalText,
  totalShares: decimalText,
  sharePrice: decimalText,
  /** Percent; null while there is no price of an earlier moment. */
  apr30d: decimalText.nullable(),
  /** The price that `apr30d` begins with, and how many days ago it was that of a share: 30, or the age of a younger pool. */
  aprBase: z.object({ price: decimalText, days: z.int() }).nullable(),
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
  initMargin: decimalText,
  maintMargin: decimalText,
  /** Shares that wait in scheduled withdrawals of everybody. */
  queuedShares: decimalText,
  /** Of the main pool; what its backstop took over is a row of its own. */
  positions: z.array(poolPosition),
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
    /** What the account would get, were the week to end now, and for what. */
    estimated: decimalText,
    trading: decimalText,
    lp: decimalText,
    referral: decimalText,
    /** Among those who would get any; null without. */
    rank: z.int().nullable(),
    count: z.int(),
  }),
  /** How many have any points. */
  count: z.int(),
  multipliers: z.array(z.object({ asset: z.enum(ASSET_CLASSES), value: decimalText })),
  /** Others see the account's shortened address on the leaderboard. */
  shown: z.boolean(),
})
export const pointsNameResponse = z.object({ shown: z.boolean() })
export type PointsResponse = z.infer<typeof pointsResponse>
/** Named are those alone who let others see them. */
export const leaderboardRow = z.object({
  rank: z.int(),
  points: decimalText,
  address: z.string().nullable(),
})
export type LeaderboardRow = z.infer<typeof leaderboardRow>
export const leaderboardResponse = z.array(leaderboardRow)
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
  /** Whether the account may still join, and until when it may trade before it does. */
  can_join: z.boolean(),
  join_until: timeMs,
})
export type ReferralsResponse = z.infer<typeof referralsResponse>
export const refereeRow = z.object({
  /** Shortened: who came is not told whole. */
  address: z.string(),
  /** null for a referee who joined before it was recorded. */
  joinTime: timeMs.nullable(),
  volume: decimalText,
  /** Paid, after their discount. */
  fees: decimalText,
  reward: decimalText,
})
export type RefereeRow = z.infer<typeof refereeRow>
export const refereesResponse = z.array(refereeRow)
export const referralDayRow = z.object({
  /** Begin of the UTC day. */
  time: timeMs,
  traders: z.int(),
  volume: decimalText,
  fees: decimalText,
  reward: decimalText,
})
export type ReferralDayRow = z.infer<typeof referralDayRow>
export const referralDaysResponse = z.array(referralDayRow)
export const referralCodeResponse = z.object({
  code: z.string(),
  /** False also of one's own. */
  free: z.boolean(),
  /** Free ones that look like it. */
  suggestions: z.array(z.string()),
})
export type ReferralCodeResponse = z.infer<typeof referralCodeResponse>
export const joinReferralResponse = z.object({ ref_code: z.string() })
export type JoinReferralResponse = z.infer<typeof joinReferralResponse>
