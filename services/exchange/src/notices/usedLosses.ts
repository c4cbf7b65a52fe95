/**
 * When half and when four fifths of an allowed loss of a Vest Capital account are used. The daily loss is told once a level
 * each day, the drawdown once a level for the account, since its floor never moves.
 */
import type { CapitalAccountView } from '@vest/engine'
import { lossUsedBps } from '@vest/formulas'
import { usd6, type Usd6 } from '@vest/protocol'

/** Percent of the allowed loss. */
const LEVELS = [50, 80] as const
const PERCENT_BPS = 100

export interface UsedLoss {
  /** The same for the same account, loss, level and, of the daily loss, day. */
  readonly key: string
  readonly loss: 'DAILY_LOSS' | 'DRAWDOWN'
  /** The level that was reached. */
  readonly percent: number
  /** What may still be lost. */
  readonly room: Usd6
  /** Equity at which the account ends. */
  readonly floor: Usd6
}

/**
 * `told`: keys of what was told; the answer adds those of now and drops those of earlier days. Of levels that are passed
 * at once the highest is due alone.
 */
export function usedLosses(
  { account, capital, equity }: Pick<CapitalAccountView, 'account' | 'capital' | 'equity'>,
  told: readonly string[],
): { readonly due: readonly UsedLoss[]; readonly told: readonly string[] } {
  const { priorDayBalance, maxDailyLossLimit, sizeUsd6, maxDrawdownLimit, nextResetTimeMs } = capital
  const daily = `${account}:DAILY_LOSS:`
  const today = `${daily}${nextResetTimeMs}:`
  const losses = [
    { loss: 'DAILY_LOSS', prefix: today, start: priorDayBalance, floor: maxDailyLossLimit },
    { loss: 'DRAWDOWN', prefix: `${account}:DRAWDOWN:`, start: sizeUsd6, floor: maxDrawdownLimit },
  ] as const
  const due: UsedLoss[] = []
  let kept = told.filter((key) => !key.startsWith(daily) || key.startsWith(today))
  for (const { loss, prefix, start, floor } of losses) {
    const usedBps = lossUsedBps(start, floor, equity)
    const reached = LEVELS.filter((percent) => usedBps >= percent * PERCENT_BPS)
    const percent = reached.at(-1)
    if (percent === undefined || kept.includes(`${prefix}${percent}`)) continue
    const keys = reached.map((level) => `${prefix}${level}`)
    kept = [...kept.filter((key) => !keys.includes(key)), ...keys]
    due.push({
      key: `${prefix}${percent}`,
      loss,
      percent,
      floor,
      room: usd6(Math.max(0, equity - floor)),
    })
  }
  return { due, told: kept }
}
