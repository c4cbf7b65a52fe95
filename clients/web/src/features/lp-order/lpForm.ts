/**
 * What an LP order would do, before it is signed: price, shares, fee, what is received and when; and what the engine
 * would refuse, in its order, where it can be known. Pure, with the engine's own formulas.
 */
import { burntShares, immediateFee, mintedShares, shareValue } from '@vest/formulas'
import {
  mulDivFloor,
  TRANSFER_MIN_USD6,
  timeMs,
  usd6,
  type LpOrderType,
  type TimeMs,
  type Usd6,
} from '@vest/protocol'
import { amountText, type AmountDraft } from '../../entities/transfer/transferAmount.ts'
import type { LpPool, LpShare } from '../../entities/lp/index.ts'
import { readNumeric } from '../../shared/numeric/index.ts'

export interface LpDraft {
  readonly orderType: LpOrderType
  readonly amount: AmountDraft
}

export interface LpFacts {
  readonly pool: LpPool
  /** Undefined while no person is signed in, or until the account is known. */
  readonly share: LpShare | undefined
  /** Trading collateral that may leave. */
  readonly withdrawable: Usd6 | undefined
  readonly nowMs: number
  readonly isAmountRefused: boolean
}

export type LpProblem =
  | 'empty'
  | 'refused'
  | 'below-minimum'
  /** 4006, 4002, 4009 of a deposit, 4007, 4012, 4009 of a withdrawal: young shares, or the pool's day. */
  | 'insolvent'
  | 'insufficient'
  | 'pool-full'
  | 'no-shares'
  | 'above-shares'
  | 'locked'
  | 'day-full'

export interface LpPreview {
  /** Undefined = no amount yet. */
  readonly size: Usd6 | undefined
  readonly price: Usd6
  /** Minted, burnt, or locked until the withdrawal is due. */
  readonly shares: number | undefined
  readonly fee: Usd6 | undefined
  readonly receive: Usd6 | undefined
  /** Of a deposit what the pool still takes, of a withdrawal at once what may still leave today. */
  readonly roomLeft: Usd6
  readonly executeTimeMs: TimeMs | undefined
  /** What Max means. */
  readonly most: Usd6 | undefined
  readonly problem: LpProblem | undefined
}

export function previewLp({ orderType, amount }: LpDraft, facts: LpFacts): LpPreview {
  const { pool } = facts
  const most = mostOf(orderType, facts)
  const size = usd6(readNumeric(amountText(amount, most), 6) ?? 0)
  const isDeposit = orderType === 'DEPOSIT'
  const shares = isDeposit
    ? mintedShares(size, pool.totalShares, pool.navHigh)
    : burntShares(size, pool.totalShares, pool.navLow)
  const fee = usd6(orderType === 'IMMEDIATE_WITHDRAW' ? immediateFee(size, pool.immediateFee) : 0)
  const isKnown = size > 0
  return {
    size: isKnown ? size : undefined,
    price: isDeposit ? shareValue(1_000_000, pool.totalShares, pool.navHigh) : pool.sharePrice,
    shares: isKnown ? shares : undefined,
    fee: isKnown ? fee : undefined,
    receive: isKnown && !isDeposit ? usd6(size - fee) : undefined,
    roomLeft: isDeposit ? usd6(Math.max(0, pool.navCap - pool.navHigh)) : leavingRoom(pool),
    executeTimeMs: orderType === 'SCHEDULE_WITHDRAW' ? timeMs(facts.nowMs + pool.scheduleMs) : undefined,
    most,
    problem: problemOf(orderType, size, shares, facts),
  }
}

/** What of the shares may go in this way is worth this much at the price of now. */
function mostOf(orderType: LpOrderType, { pool, share, withdrawable }: LpFacts): Usd6 | undefined {
  if (orderType === 'DEPOSIT') return withdrawable
  if (share === undefined) return undefined
  const shares = orderType === 'IMMEDIATE_WITHDRAW' ? share.free : share.free + share.locked
  return shareValue(shares, pool.totalShares, pool.navLow)
}

/** The day's cap, and never so much that less than one and a half times the initial margin stays. */
export function leavingRoom({ navLow, initMargin, immediateRemaining }: LpPool): Usd6 {
  const aboveMargin = navLow - Math.ceil((3 * initMargin) / 2)
  return usd6(Math.max(0, Math.min(immediateRemaining, aboveMargin)))
}

function problemOf(
  orderType: LpOrderType,
  size: Usd6,
  shares: number | undefined,
  { pool, share, withdrawable, isAmountRefused }: LpFacts,
): LpProblem | undefined {
  if (pool.state === 'INSOLVENT' || pool.navLow <= 0) return 'insolvent'
  if (isAmountRefused) return 'refused'
  if (orderType !== 'DEPOSIT' && share !== undefined && share.shares === 0) return 'no-shares'
  if (size === 0) return 'empty'
  if (orderType === 'DEPOSIT') {
    if (size < TRANSFER_MIN_USD6) return 'below-minimum'
    if (withdrawable !== undefined && size > withdrawable) return 'insufficient'
    return pool.navHigh + size > pool.navCap ? 'pool-full' : undefined
  }
  if (share === undefined) return undefined
  const notScheduled = share.free + share.locked
  if (shares === undefined || shares > notScheduled) return 'above-shares'
  if (size < TRANSFER_MIN_USD6 && size < shareValue(notScheduled, pool.totalShares, pool.navLow))
    return 'below-minimum'
  if (orderType === 'SCHEDULE_WITHDRAW') return undefined
  if (shares > share.free) return 'locked'
  return size > leavingRoom(pool) ? 'day-full' : undefined
}

/** How far the price of a share falls in the example beside a scheduled withdrawal, percent. */
const EXAMPLE_FALL_PERCENT = 2

/** ⌊ value · 98 / 100 ⌋: what shares of this value bring after that fall. */
export const valueAfterFall = (value: Usd6): Usd6 => usd6(mulDivFloor(value, 100 - EXAMPLE_FALL_PERCENT, 100))
