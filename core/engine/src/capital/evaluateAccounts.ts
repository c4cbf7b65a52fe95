/**
 * Compares evaluation and funded accounts with their limits: at every new mark of a market that they hold, every own
 * fill, every payment of funding and every start of a day. A loss limit ends the account at once, a goal if it is still
 * reached a second later. The verdict is executed in the same command, and the prices at which the positions are then
 * closed do not change it.
 *
 * An untrusted price decides nothing. An account whose markets are all halted is not judged either: it waits for the
 * next mark of one of them. If one market trades, a halted one counts at its last mark: otherwise a single lot there
 * would protect the whole account.
 */
import { type CapitalVerdict, capitalVerdict, PASS_AFTER_MS } from '@vest/formulas'
import { REFUSAL, type Ticks, timeMs } from '@vest/protocol'
import type { CapitalPhase } from '../api/index.ts'
import { forgetSafeRanges, isSafe } from '../liquidation/index.ts'
import { valueOfAccount } from '../margin/index.ts'
import { isUntrusted } from '../markets/index.ts'
import { isTrading, limitsOf, emitCapital } from '../sim/index.ts'
import {
  type Account,
  type Capital,
  DAY_MS,
  dayOf,
  emit,
  type Exchange,
  scheduleCapitalCheck,
  scheduleSimSync,
} from '../state/index.ts'
import { finishCapital, recordPassing } from './finishCapital.ts'
import { payReleased } from './reviews.ts'
import { closeAll } from './simAccounts.ts'

/** Called by the timer: renews the limits of a new day, checks the accounts at their goal, pays what waits and can be paid. */
export function tickCapital(exchange: Exchange): void {
  beginDueDay(exchange)
  for (const id of exchange.sim.capital.passing) scheduleCapitalCheck(exchange, id)
  payReleased(exchange)
}

/** A day of UTC has begun since the limits were last renewed. */
export function beginDueDay(exchange: Exchange): void {
  if (exchange.timeMs < exchange.sim.capital.nextResetMs) return
  beginDay(exchange)
  scheduleSimSync(exchange)
}

/** The balance counts, without unrealised results: an open loss reduces the room of the new day. */
function beginDay(exchange: Exchange): void {
  const day = dayOf(exchange.timeMs)
  for (const id of exchange.sim.capital.ids) {
    const account = exchange.account(id)
    const capital = account.capital!
    if (!isTrading(capital) || capital.day === day) continue
    const { collateral } = valueOfAccount(exchange, account)
    capital.day = day
    capital.priorDayBalance = collateral
    forgetSafeRanges(exchange, id)
    scheduleCapitalCheck(exchange, id)
    emitCapital(exchange, account, capital)
  }
  exchange.sim.capital.nextResetMs = (day + 1) * DAY_MS
}

/** Judges these accounts, ascending by id, and those that are due; true = an account has ended, so orders have filled. */
export function judgeCapital(exchange: Exchange, holders: readonly number[]): boolean {
  const { sim, work } = exchange
  if (sim.capital.ids.length === 0) return false
  const due = work.capitalDue
  work.capitalDue = []
  const ids = due.length === 0 ? holders : [...new Set([...holders, ...due])].sort((a, b) => a - b)
  let hasEnded = false
  for (const id of ids) hasEnded = judge(exchange, exchange.account(id)) || hasEnded
  return hasEnded
}

function judge(exchange: Exchange, account: Account): boolean {
  const { capital, id } = account
  if (capital === undefined || !isTrading(capital) || account.isFrozen) return false
  if (capital.passingSinceMs === undefined && isSafe(exchange, id)) return false
  if (isUndecided(exchange, account)) return false
  const { equity } = valueOfAccount(exchange, account)
  const verdict = capitalVerdict(equity, limitsOf(capital))
  if (verdict === 'GOAL' && !hasStood(exchange, id, capital)) return false
  if (verdict === undefined) recordPassing(exchange, id, capital, false)
  else {
    emitEvaluated(exchange, account, capital, verdict)
    end(exchange, account, capital, verdict)
  }
  return verdict !== undefined
}

/** Returns whether a price of its positions is untrusted, or all their markets are halted. */
function isUndecided(exchange: Exchange, { positions }: Account): boolean {
  const markets = positions.map(({ marketId }) => exchange.market(marketId))
  return (
    markets.some((market) => isUntrusted(exchange, market)) ||
    (markets.length > 0 && markets.every(({ mode }) => mode === 'HALT'))
  )
}

/** Returns whether an account at its goal has traded on enough days and been there long enough; records that it is there. */
function hasStood(exchange: Exchange, id: number, capital: Capital): boolean {
  const { passingSinceMs, tradingDays, terms } = capital
  recordPassing(exchange, id, capital, tradingDays >= terms.minTradingDays)
  return passingSinceMs !== undefined && exchange.timeMs - passingSinceMs >= PASS_AFTER_MS
}

function phaseAfter(verdict: CapitalVerdict, { terms }: Capital): CapitalPhase {
  if (verdict === 'GOAL') return 'goal_passed'
  const loss = verdict === 'MAX_DRAWDOWN' ? 'max_drawdown' : 'max_daily_loss'
  return terms.stage === 'EVAL' ? `goal_failed_${loss}` : `funded_failed_${loss}`
}

/** Publishes the facts of the verdict, before anything is closed. */
function emitEvaluated(
  exchange: Exchange,
  account: Account,
  capital: Capital,
  verdict: CapitalVerdict,
): void {
  const { terms, sizeUsd6, openedTimeMs, priorDayBalance, tradingDays, passingSinceMs } = capital
  const { equity, collateral } = valueOfAccount(exchange, account)
  emit(exchange, {
    kind: 'CapitalJudged',
    account: account.address,
    ownerId: account.ownerId,
    verdict,
    equity,
    balance: collateral,
    lastTradeId: exchange.sim.tradeCount,
    terms,
    sizeUsd6,
    openedTimeMs,
    priorDayBalance,
    tradingDays,
    ...(passingSinceMs === undefined ? {} : { passingSinceMs }),
    positions: account.positions.map(({ marketId, isLong, size, cost, entryFunding, isolatedMargin }) => {
      const { spec, mark, cumFunding, trail, trailTimeMs, reopenedAtMs } = exchange.market(marketId)
      const markBefore = exchange.work.simMarksBefore.get(marketId)
      const cumFundingBefore = exchange.work.fundingBefore.get(marketId)
      return {
        symbol: spec.symbol,
        priceDecimals: spec.priceDecimals,
        sizeDecimals: spec.sizeDecimals,
        isLong,
        size,
        cost,
        entryFunding,
        mark: mark!,
        cumFunding,
        ...(spec.isolated ? { isolatedMargin } : {}),
        ...(markBefore === undefined ? {} : { markBefore }),
        indexTrail: [...trail] as Ticks[],
        indexTrailTimeMs: trailTimeMs,
        ...(cumFundingBefore === undefined ? {} : { cumFundingBefore }),
        ...(reopenedAtMs === undefined ? {} : { reopenedTimeMs: timeMs(reopenedAtMs) }),
      }
    }),
  })
}

/** Cancels the orders, closes the positions at any price of the ladder, and freezes the account for ever. */
function end(exchange: Exchange, account: Account, capital: Capital, verdict: CapitalVerdict): void {
  closeAll(exchange, account, verdict === 'GOAL' ? 0 : REFUSAL.DELETED_BY_LIQ)
  finishCapital(exchange, account, capital, phaseAfter(verdict, capital))
}
