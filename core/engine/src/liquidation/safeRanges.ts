/**
 * Skips accounts that no nearby price can endanger. An account that was checked and found well covered is remembered
 * with the safe range of each of its marks. While nothing of the account has changed and every mark is in its range, a
 * new check is a few comparisons, and none happens before a mark leaves its range or the account changes (its margin
 * check is then *pending*, see `accounts.ts`). Derived: it is not part of the state, and changes no result.
 *
 *   slack = E − MM − positions − 1 ;  range = mark ± ⌊ mark · f / 10⁶ ⌋ ,  f = ⌊ slack · 10⁶ / (2 · Σ value) ⌋
 *
 * A mark that moves by f changes equity by at most f of the value and maintenance margin by at most as much. For an
 * evaluation or funded account the slack is also limited by the distance of its equity to the nearest of its limits
 * and its goal.
 */
import { valueOf } from '@vest/formulas'
import { type Lots, PPM_ONE, type Ratio4, mulDivFloor } from '@vest/protocol'
import type { MarketId } from '../api/index.ts'
import { owedBy } from '../funding/index.ts'
import { crossStatusWithMaint, isolatedStatus, positionMaintRatio, valueOfAccount } from '../margin/index.ts'
import { limitsOf } from '../sim/index.ts'
import {
  type Account,
  type Capital,
  type ThresholdHeap,
  type Exchange,
  heapOf,
  type Market,
  NONE,
  scheduleMarginCheck,
} from '../state/index.ts'

/** Returns whether the account is certainly above its maintenance margins at the present marks. */
export function isSafe(exchange: Exchange, accountId: number): boolean {
  const { accountRows: accounts, positionRows: positions, safeRanges } = exchange
  if (!safeRanges.isKnown(accountId, accounts.collateral(accountId))) return false
  let count = 0
  for (let at = accounts.firstPosition(accountId); at !== NONE; at = positions.next(at)) {
    const market = marketAt(exchange, at)
    const owed = owedBy(exchange, at, market)
    if (!safeRanges.isInRange(at, accountId, owed, maintRatioAt(exchange, at, market), market.mark!))
      return false
    count += 1
  }
  return safeRanges.hasCount(accountId, count)
}

const maintRatioAt = ({ positionRows }: Exchange, position: number, market: Market): Ratio4 =>
  positionMaintRatio(positionRows.initMarginRatio(position) as Ratio4, market)

/** Stores the safe ranges of an account; false = it is near liquidation already. */
export function storeSafeRanges(exchange: Exchange, accountId: number): boolean {
  const positions = positionsOf(exchange, accountId)
  const movePpm = safeMovePpm(exchange, accountId, positions)
  if (movePpm <= 0) return false
  const { safeRanges } = exchange
  safeRanges.beginCheck(accountId, exchange.accountRows.collateral(accountId), positions.length)
  for (const position of positions) {
    const market = marketAt(exchange, position)
    const mark = market.mark!
    const move = mulDivFloor(mark, movePpm, PPM_ONE)
    const owed = owedBy(exchange, position, market)
    const ratio = maintRatioAt(exchange, position, market)
    safeRanges.put(position, accountId, owed, ratio, mark - move, mark + move)
  }
  return true
}

/** Discards the safe ranges of an account after a change of something other than its positions. */
export const forgetSafeRanges = ({ safeRanges }: Exchange, accountId: number): void =>
  safeRanges.forget(accountId)

/** Adds the thresholds of the account's stored safe ranges to the heaps. */
export function watchThresholds(exchange: Exchange, accountId: number): void {
  const { safeRanges } = exchange
  safeRanges.renewThresholds(accountId)
  for (const position of positionsOf(exchange, accountId))
    safeRanges.pushThresholds(accountId, exchange.positionRows.marketId(position), position)
}

/** Marks accounts whose safe range the mark of one of these markets has left. */
export function passThresholds(exchange: Exchange, marketIds: readonly MarketId[]): void {
  const { highs, lows } = exchange.safeRanges
  for (const marketId of marketIds) {
    const { mark } = exchange.market(marketId)
    if (mark === undefined) continue
    passIn(exchange, heapOf(highs, marketId), mark)
    passIn(exchange, heapOf(lows, marketId), -mark)
  }
}

function passIn({ accountRows, safeRanges }: Exchange, heap: ThresholdHeap, price: number): void {
  for (;;) {
    const accountId = heap.popBelow(price, safeRanges.versions)
    if (accountId < 0) return
    scheduleMarginCheck(accountRows, accountId)
  }
}

/** The smallest move that the cross account and each isolated position can bear. */
function safeMovePpm(exchange: Exchange, accountId: number, positions: readonly number[]): number {
  const { marginStatus } = exchange.scratch
  let crossValue = 0
  let crossCount = 0
  let value = 0
  let least = PPM_ONE
  for (const at of positions) {
    const market = marketAt(exchange, at)
    const size = exchange.positionRows.size(at) as Lots
    const own = valueOf(market.mark!, size, market.scale)
    value += own
    if (market.spec.isolated) {
      isolatedStatus(exchange, market, NONE, at)
      least = Math.min(least, movePpm(marginStatus.equity - marginStatus.maintMargin - 2, own))
    } else {
      crossValue += own
      crossCount += 1
    }
  }
  const account = exchange.account(accountId)
  if (account.capital !== undefined)
    least = Math.min(least, movePpm(limitSlack(exchange, account, account.capital), value))
  if (crossCount === 0) return least
  crossStatusWithMaint(exchange, accountId)
  return Math.min(least, movePpm(marginStatus.equity - marginStatus.maintMargin - crossCount - 1, crossValue))
}

/** Distance of the equity of an evaluation or funded account to its nearest limit or goal. */
function limitSlack(exchange: Exchange, account: Account, capital: Capital): number {
  const limits = limitsOf(capital)
  const { equity } = valueOfAccount(exchange, account)
  const loss = equity - Math.max(limits.maxDrawdownLimit, limits.maxDailyLossLimit)
  return Math.min(loss, (limits.targetEquity ?? Infinity) - equity) - 1
}

const movePpm = (slack: number, value: number): number =>
  slack >= 2 * value ? PPM_ONE : slack <= 0 ? 0 : mulDivFloor(slack, PPM_ONE, 2 * value)

function positionsOf({ accountRows, positionRows }: Exchange, accountId: number): number[] {
  const found: number[] = []
  for (let at = accountRows.firstPosition(accountId); at !== NONE; at = positionRows.next(at)) found.push(at)
  return found
}

const marketAt = (exchange: Exchange, at: number): Market =>
  exchange.market(exchange.positionRows.marketId(at))
