/** The LP pool and what an account holds of it, in integers of their units. Pure: wire rows in, figures out. */
import {
  ratio4,
  readDecimal,
  readUsd6,
  timeMs,
  type AccountResponse,
  type PoolResponse,
  type Ratio4,
  type TimeMs,
  type Usd6,
} from '@vest/protocol'

export interface LpPosition {
  readonly symbol: string
  readonly isLong: boolean
  readonly value: Usd6
  readonly unrealizedPnl: Usd6
}

export interface LpPool {
  /** The smaller and the larger of the values at mark and at index: exits and entries are priced by them. */
  readonly navLow: Usd6
  readonly navHigh: Usd6
  /** Shares have six decimals, as money has. */
  readonly totalShares: number
  readonly sharePrice: Usd6
  /** Hundredths of a percent a year, with the price and the days that it follows from. */
  readonly yield30d?: { readonly percent2: number; readonly price: Usd6; readonly days: number }
  readonly navCap: Usd6
  readonly state: PoolResponse['state']
  readonly fees24h: Usd6
  readonly volume24h: Usd6
  readonly immediateFee: Ratio4
  readonly immediateRemaining: Usd6
  readonly lockMs: number
  readonly scheduleMs: number
  readonly insurance: Usd6
  readonly initMargin: Usd6
  readonly maintMargin: Usd6
  readonly queuedShares: number
  readonly positions: readonly LpPosition[]
  readonly timeMs: TimeMs
}

export interface LpShare {
  readonly balance: Usd6
  readonly shares: number
  /** Of these, in scheduled withdrawals; too young to leave at once; and the rest. */
  readonly scheduled: number
  readonly locked: number
  readonly free: number
  readonly netDeposits: Usd6
  readonly unrealizedPnl: Usd6
  readonly unlockTimeMs?: TimeMs
}

export const readPool = (wire: PoolResponse): LpPool => ({
  navLow: readUsd6(wire.nav),
  navHigh: readUsd6(wire.navHigh),
  totalShares: readDecimal(wire.totalShares, 6),
  sharePrice: readUsd6(wire.sharePrice),
  ...(wire.apr30d === null || wire.aprBase === null
    ? {}
    : {
        yield30d: {
          percent2: readDecimal(wire.apr30d, 2),
          price: readUsd6(wire.aprBase.price),
          days: wire.aprBase.days,
        },
      }),
  navCap: readUsd6(wire.navCap),
  state: wire.state,
  fees24h: readUsd6(wire.fees24h),
  volume24h: readUsd6(wire.volume24h),
  immediateFee: ratio4(readDecimal(wire.immediateFee, 4)),
  immediateRemaining: readUsd6(wire.immediateRemaining24h),
  lockMs: wire.lockMs,
  scheduleMs: wire.scheduleDelayMs,
  insurance: readUsd6(wire.insurance),
  initMargin: readUsd6(wire.initMargin),
  maintMargin: readUsd6(wire.maintMargin),
  queuedShares: readDecimal(wire.queuedShares, 6),
  positions: wire.positions.map(({ symbol, isLong, value, unrealizedPnl }) => ({
    symbol,
    isLong,
    value: readUsd6(value),
    unrealizedPnl: readUsd6(unrealizedPnl),
  })),
  timeMs: timeMs(wire.time),
})

export function readShare({ lp }: Pick<AccountResponse, 'lp'>): LpShare {
  const shares = readDecimal(lp.shares, 6)
  const scheduled = readDecimal(lp.scheduledShares, 6)
  // Young shares may be scheduled too; they are counted there.
  const locked = Math.min(readDecimal(lp.lockedShares, 6), shares - scheduled)
  return {
    balance: readUsd6(lp.balance),
    shares,
    scheduled,
    locked,
    free: shares - scheduled - locked,
    netDeposits: readUsd6(lp.netDeposits),
    unrealizedPnl: readUsd6(lp.unrealizedPnl),
    ...(lp.unlockTime === null ? {} : { unlockTimeMs: timeMs(lp.unlockTime) }),
  }
}

/** Maintenance that the pool's value covers, in whole percent; absent while it holds nothing. */
export const coverPercent = ({ navLow, maintMargin }: LpPool): number | undefined =>
  maintMargin === 0 ? undefined : Math.floor((Math.max(0, navLow) * 100) / maintMargin)
