/** Figures over the positions of an account that have ended, each net of fees and funding. */
import { mulDivFloor, mulDivTrunc, usd6, type Usd6 } from '@vest/protocol'
import type { ProgressDay } from './progressDays.ts'

export interface EndedTrade {
  readonly realizedPnl: Usd6
  readonly fees: Usd6
  readonly funding: Usd6
}

export interface ProgressStats<Trade extends EndedTrade> {
  readonly trades: number
  readonly won: number
  readonly lost: number
  readonly realised: Usd6
  /** What trades won and what they lost, both ≥ 0. */
  readonly gains: Usd6
  readonly losses: Usd6
  /** Of all trades, basis points; undefined without any. */
  readonly winBps: number | undefined
  readonly averageWin: Usd6 | undefined
  readonly averageLoss: Usd6 | undefined
  readonly best: Trade | undefined
  readonly worst: Trade | undefined
  /** What was won over what was lost, hundredths; undefined where nothing was lost. */
  readonly profitFactor2: number | undefined
  /** Both of the trades, < 0 = paid. */
  readonly fees: Usd6
  readonly funding: Usd6
  /** Days with a fill, and how many of them won and lost. */
  readonly daysTraded: number
  readonly daysWon: number
  readonly daysLost: number
  readonly bestDay: ProgressDay | undefined
  readonly worstDay: ProgressDay | undefined
  /** The best day's share of all days that won, basis points: the less, the steadier. */
  readonly bestDayBps: number | undefined
}

export function progressStats<Trade extends EndedTrade>(
  trades: readonly Trade[],
  days: readonly ProgressDay[],
): ProgressStats<Trade> {
  const results = trades.map(({ realizedPnl }) => realizedPnl)
  const won = results.filter((result) => result > 0)
  const lost = results.filter((result) => result < 0)
  const gains = sum(won)
  const losses = -sum(lost)
  const byResult = [...trades].sort((a, b) => a.realizedPnl - b.realizedPnl)
  const traded = days.filter(({ fills }) => fills > 0)
  const byChange = [...days].sort((a, b) => a.change - b.change)
  const bestDay = byChange.at(-1)
  const wonOnDays = sum(days.map(({ change }) => change).filter((change) => change > 0))
  return {
    trades: trades.length,
    won: won.length,
    lost: lost.length,
    realised: usd6(sum(results)),
    winBps: trades.length === 0 ? undefined : mulDivFloor(won.length, 10_000, trades.length),
    averageWin: won.length === 0 ? undefined : usd6(mulDivTrunc(gains, 1, won.length)),
    averageLoss: lost.length === 0 ? undefined : usd6(mulDivTrunc(-losses, 1, lost.length)),
    gains: usd6(gains),
    losses: usd6(losses),
    best: byResult.at(-1),
    worst: byResult[0],
    profitFactor2: losses === 0 ? undefined : mulDivFloor(gains, 100, losses),
    fees: usd6(trades.reduce((total, { fees }) => total - fees, 0)),
    funding: usd6(sum(trades.map(({ funding }) => funding))),
    daysTraded: traded.length,
    daysWon: traded.filter(({ change }) => change > 0).length,
    daysLost: traded.filter(({ change }) => change < 0).length,
    bestDay,
    worstDay: byChange[0],
    bestDayBps:
      wonOnDays === 0 || bestDay === undefined ? undefined : mulDivFloor(bestDay.change, 10_000, wonOnDays),
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
