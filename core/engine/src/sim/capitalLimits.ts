/**
 * What an evaluation or funded account has beyond a SIM account: the terms of its plan, its limits of the day and its
 * record so far. Plans are data: every figure of the terms comes with the command that opens the account.
 */
import { maxDailyLossLimit, maxDrawdownLimit, targetEquity } from '@vest/formulas'
import { RATIO4_ONE, type TimeMs, type Usd6 } from '@vest/protocol'
import { type CapitalTerms, type CapitalView, VAULT_MAX_USD6 } from '../api/index.ts'
import {
  type Account,
  type Capital,
  DAY_MS,
  dayOf,
  emit,
  type Exchange,
  scheduleCapitalCheck,
  scheduleDueTime,
} from '../state/index.ts'

const isShare = (ratio: number): boolean => Number.isSafeInteger(ratio) && ratio > 0 && ratio <= RATIO4_ONE

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0

/** Shares are above zero and at most the whole; an evaluation has a goal, a funded account a profit share. */
export function areTermsSound(terms: CapitalTerms, sizeUsd6: number): boolean {
  const { maxDailyLossRatio, maxDrawdownRatio, minTradingDays } = terms
  if (sizeUsd6 > VAULT_MAX_USD6 || !isShare(maxDailyLossRatio) || !isShare(maxDrawdownRatio)) return false
  if (!isCount(minTradingDays)) return false
  return terms.stage === 'EVAL'
    ? isShare(terms.goalRatio)
    : isShare(terms.profitSplitRatio) && isCount(terms.firstProfitAfterMs) && isCount(terms.profitEveryMs)
}

/** Starts its first day with the initial balance. */
export function beginCapital(exchange: Exchange, account: Account, terms: CapitalTerms, size: Usd6): void {
  account.capital = {
    terms,
    sizeUsd6: size,
    openedTimeMs: exchange.timeMs,
    status: terms.stage === 'EVAL' ? 'active' : 'funded_active',
    day: dayOf(exchange.timeMs),
    priorDayBalance: size,
    passingSinceMs: undefined,
    tradingDays: 0,
    lastTradingDay: undefined,
    lastProfitTimeMs: undefined,
    reason: undefined,
    endedTimeMs: undefined,
  }
  recordCapital(exchange, account.id, account.capital)
  emitCapital(exchange, account, account.capital)
}

/** Adds the account to the index: a new one, or one read from a snapshot. */
export function recordCapital(exchange: Exchange, accountId: number, capital: Capital): void {
  const { sim } = exchange
  const { ids, passing } = sim.capital
  const isLast = ids.length === 0 || ids.at(-1)! < accountId
  ids.push(accountId)
  if (!isLast) ids.sort((a, b) => a - b)
  if (capital.passingSinceMs !== undefined) passing.add(accountId)
  if (!isTrading(capital)) return
  sim.capital.nextResetMs = Math.min(sim.capital.nextResetMs, (capital.day + 1) * DAY_MS)
  scheduleDueTime(exchange, sim.capital.nextResetMs)
}

/** Records a fill of the account: it traded today, and is checked at the end of the command. */
export function recordCapitalFill(exchange: Exchange, accountId: number): void {
  const { capital } = exchange.account(accountId)
  if (capital === undefined) return
  const today = dayOf(exchange.timeMs)
  if (capital.lastTradingDay !== today) {
    capital.lastTradingDay = today
    capital.tradingDays += 1
  }
  scheduleCapitalCheck(exchange, accountId)
}

export const isTrading = ({ status }: Capital): boolean => status === 'active' || status === 'funded_active'

/** The levels of equity that end the account now. */
export function limitsOf({
  terms,
  sizeUsd6,
  priorDayBalance,
}: Pick<Capital, 'terms' | 'sizeUsd6' | 'priorDayBalance'>): {
  readonly targetEquity?: Usd6
  readonly maxDrawdownLimit: Usd6
  readonly maxDailyLossLimit: Usd6
} {
  return {
    ...(terms.stage === 'EVAL' ? { targetEquity: targetEquity(sizeUsd6, terms.goalRatio) } : {}),
    maxDrawdownLimit: maxDrawdownLimit(sizeUsd6, terms.maxDrawdownRatio),
    maxDailyLossLimit: maxDailyLossLimit(priorDayBalance, sizeUsd6, terms.maxDailyLossRatio),
  }
}

export function capitalView({ isFrozen }: Account, capital: Capital): CapitalView {
  const { status, sizeUsd6, priorDayBalance, tradingDays, day, reason, endedTimeMs } = capital
  return {
    status,
    isFrozen,
    ...(reason === undefined ? {} : { reason }),
    sizeUsd6,
    ...limitsOf(capital),
    priorDayBalance,
    tradingDays,
    nextResetTimeMs: ((day + 1) * DAY_MS) as TimeMs,
    ...(endedTimeMs === undefined ? {} : { endedTimeMs }),
  }
}

/** The same for a wallet whose account is not open yet: the limits that its plan will set. */
export function plannedView(
  { timeMs: nowMs }: Exchange,
  terms: CapitalTerms,
  sizeUsd6: Usd6,
  standing: Pick<CapitalView, 'status' | 'isFrozen' | 'reason'>,
): CapitalView {
  return {
    ...standing,
    sizeUsd6,
    ...limitsOf({ terms, sizeUsd6, priorDayBalance: sizeUsd6 }),
    priorDayBalance: sizeUsd6,
    tradingDays: 0,
    nextResetTimeMs: ((dayOf(nowMs) + 1) * DAY_MS) as TimeMs,
  }
}

export function emitCapital(exchange: Exchange, account: Account, capital: Capital): void {
  const { address, ownerId } = account
  emit(exchange, {
    kind: 'CapitalChanged',
    account: address,
    ownerId,
    capital: capitalView(account, capital),
  })
}
