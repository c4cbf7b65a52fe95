/**
 * Recomputes a verdict from its fills, payments, resets and marks: the limits from the rules, the balance and the
 * positions from the entries, equity at the marks, and the inequality that ended the account. It uses the formulas by
 * which the engine decided.
 */
import { funding12, lots, ratio4, ticks, usd6, type Usd6, type VerdictBody } from '@vest/protocol'
import { type AccountFacts, accountSummary, type SummaryPosition } from './accountSummary.ts'
import { applyFill, type PositionSize } from './applyFill.ts'
import {
  capitalVerdict,
  type CapitalVerdict,
  maxDailyLossLimit,
  maxDrawdownLimit,
  PASS_AFTER_MS,
  targetEquity,
} from './capitalLimits.ts'

export interface RecomputedVerdict {
  readonly limits: {
    readonly target: Usd6 | undefined
    readonly maxDrawdown: Usd6
    readonly maxDailyLoss: Usd6
  }
  readonly balance: number
  readonly equity: Usd6
  /** Equity at the marks that stood before those that decided; undefined: none of them moved with the verdict. */
  readonly equityBefore: Usd6 | undefined
  readonly verdict: CapitalVerdict | undefined
  /** Parts in which the certificate differs; empty = the same verdict. */
  readonly differences: readonly VerdictPart[]
}

export type VerdictPart = 'limits' | 'balance' | 'dayBalance' | 'positions' | 'equity' | 'verdict' | 'rules'

export function recomputeVerdict(body: VerdictBody): RecomputedVerdict {
  const limits = limitsOf(body)
  const balance = balanceBefore(body, Infinity)
  const equity = verdictEquity(body)
  const verdict = capitalVerdict(equity, {
    maxDrawdownLimit: limits.maxDrawdown,
    maxDailyLossLimit: limits.maxDailyLoss,
    ...(limits.target === undefined ? {} : { targetEquity: limits.target }),
  })
  const checks: Readonly<Record<VerdictPart, boolean>> = {
    limits:
      (limits.target ?? null) === body.limits.target &&
      limits.maxDrawdown === body.limits.maxDrawdown &&
      limits.maxDailyLoss === body.limits.maxDailyLoss,
    balance: balance === body.balance,
    dayBalance: isDayBalance(body),
    positions: arePositions(body),
    equity: equity === body.equity,
    verdict: verdict === body.verdict,
    rules: body.verdict !== 'GOAL' || hasStood(body),
  }
  const differences = (Object.keys(checks) as VerdictPart[]).filter((part) => !checks[part])
  return { limits, balance, equity, equityBefore: equityBeforeOf(body), verdict, differences }
}

function limitsOf({ rules, dayBalance }: VerdictBody): RecomputedVerdict['limits'] {
  const size = usd6(rules.size)
  return {
    target: rules.goalRatio === null ? undefined : targetEquity(size, ratio4(rules.goalRatio)),
    maxDrawdown: maxDrawdownLimit(size, ratio4(rules.maxDrawdownRatio)),
    maxDailyLoss: maxDailyLossLimit(usd6(dayBalance), size, ratio4(rules.maxDailyLossRatio)),
  }
}

/** size + Σ profit − Σ fees + Σ funding − Σ withdrawals, of all entries before that time. */
function balanceBefore(body: VerdictBody, timeMs: number): number {
  const { rules, fills, funding, adjustments, withdrawals } = body
  const sum = <Row extends { readonly time: number }>(
    rows: readonly Row[],
    of: (row: Row) => number,
  ): number => rows.reduce((total, row) => (row.time < timeMs ? total + of(row) : total), 0)
  return (
    rules.size +
    sum(fills, ({ pnl, fee }) => pnl - fee) +
    sum(funding, ({ payment }) => payment) +
    sum(adjustments, ({ pnl }) => pnl) -
    sum(withdrawals, ({ size }) => size)
  )
}

/**
 * Checks that the day began with the last reset, and each reset with the balance of the entries before it. If another
 * entry has the same millisecond, their order is unknown, and the value of the reset is accepted.
 */
function isDayBalance(body: VerdictBody): boolean {
  const { resets, dayBalance, openedTime, withdrawals } = body
  const last = resets.at(-1)
  if (last === undefined || resets[0]!.time !== openedTime) return false
  // Withdrawals of a day reduce its initial balance.
  const taken = withdrawals.reduce((sum, { time, size }) => (time < last.time ? sum : sum + size), 0)
  if (last.balance - taken !== dayBalance) return false
  const busy = new Set(
    [...body.fills, ...body.funding, ...body.adjustments, ...body.withdrawals].map(({ time }) => time),
  )
  return resets.every(({ time, balance }) => busy.has(time) || balanceBefore(body, time) === balance)
}

const factsOf = (body: VerdictBody): AccountFacts => {
  const positions = body.positions.map(positionOf)
  const margins = positions.reduce((sum, { isolatedMargin }) => sum + (isolatedMargin ?? 0), 0)
  return { collateral: usd6(body.balance - margins), softCredit: usd6(0), positions, orders: [] }
}

const positionOf = (told: VerdictBody['positions'][number]): SummaryPosition => ({
  isLong: told.isLong,
  size: lots(told.size),
  cost: usd6(told.cost),
  entryFunding: funding12(BigInt(told.entryFunding)),
  // Margins change no equity.
  initMarginRatio: ratio4(1),
  ...(told.isolatedMargin === null ? {} : { isolatedMargin: usd6(told.isolatedMargin) }),
  market: {
    mark: ticks(told.mark),
    cumFunding: funding12(BigInt(told.cumFunding)),
    priceDecimals: told.priceDecimals,
    sizeDecimals: told.sizeDecimals,
    maintMarginRatio: ratio4(1),
  },
})

/** Equity at the marks and accumulators of the certificate. */
export const verdictEquity = (body: VerdictBody): Usd6 => accountSummary(factsOf(body)).equity

function equityBeforeOf(body: VerdictBody): Usd6 | undefined {
  if (body.positions.every(({ markBefore }) => markBefore === null)) return undefined
  const positions = body.positions.map((one) => ({ ...one, mark: one.markBefore ?? one.mark }))
  return verdictEquity({ ...body, positions })
}

/** Fill by fill. Changes by a corporate action are accepted as given. */
function arePositions({ fills, positions, adjustments }: VerdictBody): boolean {
  const isAdjusted = new Set(adjustments.map(({ symbol }) => symbol))
  const held = new Map<string, PositionSize | undefined>()
  for (const { symbol, isBuy, size, price, value } of fills) {
    if (isAdjusted.has(symbol)) continue
    const scale = value / (size * price)
    if (!Number.isSafeInteger(scale)) return false
    const fill = { isBuy, size: lots(size), price: ticks(price), initMarginRatio: ratio4(1) }
    held.set(symbol, applyFill(held.get(symbol), fill, scale).position)
  }
  const open = [...held].filter(([, position]) => position !== undefined)
  const told = positions.filter(({ symbol }) => !isAdjusted.has(symbol))
  return (
    open.length === told.length &&
    told.every((position) => {
      const folded = held.get(position.symbol)
      return (
        folded?.isLong === position.isLong && folded.size === position.size && folded.cost === position.cost
      )
    })
  )
}

const hasStood = ({ passingSince, time, tradingDays, rules }: VerdictBody): boolean =>
  passingSince !== null && time - passingSince >= PASS_AFTER_MS && tradingDays >= rules.minTradingDays
