/**
 * Where an account of the capital programme stands, as integers; and how what the exchange tells of it changes what is
 * known ([4.10]). A read of the account is the truth; an event only ever moves a status along the edges that a client
 * may follow. Pure.
 */
import {
  readDecimal,
  timeMs,
  usd6,
  type AccountEvent,
  type CapitalEntry,
  type CapitalPlanText,
  type CapitalStatus,
  type TimeMs,
  type Usd6,
} from '@vest/protocol'
import { nextCapitalStatus } from '@vest/sdk'

export interface CapitalFacts {
  readonly status: CapitalStatus
  readonly isFunded: boolean
  /** Free, and never claimed. */
  readonly isPractice: boolean
  /** Nothing may be ordered or paid out. */
  readonly isFrozen: boolean
  readonly reason?: NonNullable<CapitalEntry['reason']>
  /** What the account began with. */
  readonly size: Usd6
  /** As the exchange last computed it. */
  readonly equity: Usd6
  /** Absent: there is no goal, as for a funded account. */
  readonly goal?: Usd6
  readonly dailyFloor: Usd6
  readonly drawdownFloor: Usd6
  readonly dayBalance: Usd6
  readonly nextResetTimeMs: TimeMs
  /** Days with a fill. */
  readonly tradingDays: number
  readonly failedTimeMs?: TimeMs
  readonly claimableTimeMs?: TimeMs
  /** Before it no profit is paid; absent: the plan makes nothing wait. */
  readonly profitFromTimeMs?: TimeMs
  readonly primaryAddress: string
  readonly plan?: CapitalPlanText
}

const usd = (text: string): Usd6 => usd6(readDecimal(text, 6))

export const readCapital = (wire: CapitalEntry): CapitalFacts => ({
  status: wire.capital_status,
  isFunded: wire.is_funded,
  isPractice: wire.is_practice,
  isFrozen: wire.is_frozen,
  size: usd(wire.initial_capital),
  equity: usd(wire.equity),
  dailyFloor: usd(wire.max_daily_loss_limit),
  drawdownFloor: usd(wire.max_drawdown_limit),
  dayBalance: usd(wire.prior_day_balance),
  nextResetTimeMs: timeMs(wire.next_reset_time),
  tradingDays: wire.trading_days,
  primaryAddress: wire.primary_address,
  ...(wire.reason === null ? {} : { reason: wire.reason }),
  ...(wire.target_equity === null ? {} : { goal: usd(wire.target_equity) }),
  ...(wire.failed_time === null ? {} : { failedTimeMs: timeMs(wire.failed_time) }),
  ...(wire.claimable_time === null ? {} : { claimableTimeMs: timeMs(wire.claimable_time) }),
  ...(wire.profit_time === null ? {} : { profitFromTimeMs: timeMs(wire.profit_time) }),
  ...(wire.active_capital_plan === null ? {} : { plan: wire.active_capital_plan }),
})

/** What an event makes of the facts; limits are always those of the event. */
export function foldCapital(held: CapitalFacts, event: AccountEvent): CapitalFacts {
  const { goal: _, ...rest } = held
  return {
    ...rest,
    status: nextCapitalStatus(held.status, event.capital_status),
    isFrozen: event.is_frozen,
    dailyFloor: usd(event.max_daily_loss_limit),
    drawdownFloor: usd(event.max_drawdown_limit),
    dayBalance: usd(event.prior_day_balance),
    ...(event.target_equity === null ? {} : { goal: usd(event.target_equity) }),
  }
}

/** What the result dialog is about ([4.10], [2.39]); undefined of every other status. */
export type CapitalResult = 'passed' | 'maxDailyLoss' | 'maxDrawdown' | 'fundedDailyLoss' | 'fundedDrawdown'

export function capitalResultOf(status: CapitalStatus | undefined): CapitalResult | undefined {
  switch (status) {
    case 'goal_passed':
      return 'passed'
    case 'goal_failed_max_daily_loss':
      return 'maxDailyLoss'
    case 'goal_failed_max_drawdown':
      return 'maxDrawdown'
    case 'funded_failed_max_daily_loss':
      return 'fundedDailyLoss'
    case 'funded_failed_max_drawdown':
      return 'fundedDrawdown'
    default:
      return undefined
  }
}
