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
import type { MarketId } from '../api/index.ts'
import { owedBy } from '../funding/index.ts'
import {
  crossStandingWithMaint,
  isolatedStanding,
  positionMaintRatio,
  valueOfAccount,
} from '../margin/index.ts'
import { limitsOf } from '../sim/index.ts'
import {
  type Account,
  ACCOUNT_NUMBERS,
  accountRow,
  type Capital,
  COLLATERAL,
  COST,
  EdgeHeap,
  EQUITY,
  type Exchange,
  FIRST_POSITION,
  heapOf,
  HIGH,
  ISOLATED_MARGIN,
  KNOWN_ACCOUNT,
  KNOWN_COLLATERAL,
  KNOWN_COST,
  KNOWN_COUNT,
  KNOWN_LOOK,
  KNOWN_MARGIN,
  KNOWN_MARKET,
  KNOWN_OWED,
  KNOWN_RATIO,
  KNOWN_SIZE,
  LOW,
  MAINT_MARGIN,
  type Market,
  NEXT,
  NONE,
  NOTED_IN,
  noteDue,
  POSITION_MARKET,
  POSITION_NUMBERS,
  POSITION_RATIO,
  POSITION_ROW,
  POSITION_SIZE,
  signedSize,
  STANDING,
  widened,
} from '../state/index.ts'
import { valueOf } from '@vest/formulas'
import { type Lots, PPM_ONE, type Ratio4, mulDivFloor } from '@vest/protocol'

/** Returns whether the account is certainly above its maintenance margins at the present marks. */
export function isFar(exchange: Exchange, accountId: number): boolean {
  const { accounts, positions } = exchange.farAccounts
  const known = accountId * ACCOUNT_NUMBERS
  const row = accountRow(accountId)
  if (accounts[known + KNOWN_COLLATERAL] !== exchange.accountRows.numbers[row + COLLATERAL]) return false
  const { numbers, halves } = exchange.positionRows
  let count = 0
  let at = exchange.accountRows.halves[2 * row + FIRST_POSITION]!
  for (; at !== NONE; at = halves[2 * at + NEXT]!) {
    const cold = (at / POSITION_ROW) * POSITION_NUMBERS
    const marketId = halves[2 * at + POSITION_MARKET]!
    const market = exchange.markets[marketId]!
    if (
      positions[cold + KNOWN_SIZE] !== signedSize(exchange.positionRows, at) ||
      positions[cold + KNOWN_COST] !== numbers[at + COST] ||
      positions[cold + KNOWN_MARGIN] !== numbers[at + ISOLATED_MARGIN] ||
      positions[cold + KNOWN_ACCOUNT] !== accountId ||
      positions[cold + KNOWN_MARKET] !== marketId ||
      positions[cold + KNOWN_OWED] !== owedBy(exchange, at, market) ||
      positions[cold + KNOWN_RATIO] !== maintRatioAt(exchange, at, market) ||
      positions[cold + NOTED_IN] !== accounts[known + KNOWN_LOOK] ||
      !(market.mark! >= positions[cold + LOW]! && market.mark! <= positions[cold + HIGH]!)
    )
      return false
    count += 1
  }
  return accounts[known + KNOWN_COUNT] === count
}

/** Stores the safe ranges of an account; false = it is near liquidation already. */
export function noteHowFar(exchange: Exchange, accountId: number): boolean {
  const places = placesOf(exchange, accountId)
  const movePpm = safeMovePpm(exchange, accountId, places)
  if (movePpm <= 0) return false
  const far = exchange.farAccounts
  const known = accountId * ACCOUNT_NUMBERS
  while (known + ACCOUNT_NUMBERS > far.accounts.length) far.accounts = widened(far.accounts)
  far.accounts[known + KNOWN_COLLATERAL] = exchange.accountRows.numbers[accountRow(accountId) + COLLATERAL]!
  far.accounts[known + KNOWN_COUNT] = places.length
  const lookBefore = far.accounts[known + KNOWN_LOOK]!
  const look = Number.isNaN(lookBefore) ? 1 : lookBefore + 1
  far.accounts[known + KNOWN_LOOK] = look
  for (const at of places) {
    const market = marketAt(exchange, at)
    const { numbers } = exchange.positionRows
    const cold = (at / POSITION_ROW) * POSITION_NUMBERS
    while (cold + POSITION_NUMBERS > far.positions.length) far.positions = widened(far.positions)
    const { positions } = far
    const move = mulDivFloor(market.mark!, movePpm, PPM_ONE)
    positions[cold + KNOWN_ACCOUNT] = accountId
    positions[cold + KNOWN_MARKET] = market.id
    positions[cold + KNOWN_SIZE] = signedSize(exchange.positionRows, at)
    positions[cold + KNOWN_COST] = numbers[at + COST]!
    positions[cold + KNOWN_MARGIN] = numbers[at + ISOLATED_MARGIN]!
    positions[cold + KNOWN_OWED] = owedBy(exchange, at, market)
    positions[cold + KNOWN_RATIO] = maintRatioAt(exchange, at, market)
    positions[cold + NOTED_IN] = look
    positions[cold + LOW] = market.mark! - move
    positions[cold + HIGH] = market.mark! + move
  }
  return true
}

const maintRatioAt = ({ positionRows: { numbers } }: Exchange, at: number, market: Market): Ratio4 =>
  positionMaintRatio(numbers[at + POSITION_RATIO] as Ratio4, market)

/** Discards the safe ranges of an account after a change of something other than its positions. */
export function forgetHowFar({ farAccounts: { accounts } }: Exchange, accountId: number): void {
  const known = accountId * ACCOUNT_NUMBERS
  if (known < accounts.length) accounts[known + KNOWN_COLLATERAL] = NaN
}

/** Adds the thresholds of the account's stored safe ranges to the heaps. */
export function watchEdges(exchange: Exchange, accountId: number): void {
  const far = exchange.farAccounts
  if (accountId >= far.versions.length) {
    const wider = new Int32Array(2 * Math.max(accountId, far.versions.length))
    wider.set(far.versions)
    far.versions = wider
  }
  far.versions[accountId] = far.versions[accountId]! + 1
  for (const at of placesOf(exchange, accountId)) {
    const cold = (at / POSITION_ROW) * POSITION_NUMBERS
    const marketId = exchange.positionRows.halves[2 * at + POSITION_MARKET]!
    heapOf(far.highs, marketId).push(far.positions[cold + HIGH]!, accountId, far.versions)
    heapOf(far.lows, marketId).push(-far.positions[cold + LOW]!, accountId, far.versions)
  }
}

/** Marks accounts whose safe range the mark of one of these markets has left. */
export function passEdges(exchange: Exchange, marketIds: readonly MarketId[]): void {
  const { highs, lows } = exchange.farAccounts
  for (const marketId of marketIds) {
    const { mark } = exchange.markets[marketId]!
    if (mark === undefined) continue
    passIn(exchange, heapOf(highs, marketId), mark)
    passIn(exchange, heapOf(lows, marketId), -mark)
  }
}

function passIn({ accountRows, farAccounts }: Exchange, heap: EdgeHeap, price: number): void {
  for (;;) {
    const accountId = heap.popBelow(price, farAccounts.versions)
    if (accountId < 0) return
    noteDue(accountRows, accountId)
  }
}

/** The smallest move that the cross account and each isolated position can bear. */
function safeMovePpm(exchange: Exchange, accountId: number, places: readonly number[]): number {
  let crossValue = 0
  let crossCount = 0
  let value = 0
  let least = PPM_ONE
  for (const at of places) {
    const market = marketAt(exchange, at)
    const size = exchange.positionRows.numbers[at + POSITION_SIZE] as Lots
    const own = valueOf(market.mark!, size, market.scale)
    value += own
    if (market.spec.isolated) {
      isolatedStanding(exchange, market, NONE, at)
      least = Math.min(least, movePpm(STANDING[EQUITY]! - STANDING[MAINT_MARGIN]! - 2, own))
    } else {
      crossValue += own
      crossCount += 1
    }
  }
  const account = exchange.accounts[accountId]!
  if (account.capital !== undefined)
    least = Math.min(least, movePpm(limitSlack(exchange, account, account.capital), value))
  if (crossCount === 0) return least
  crossStandingWithMaint(exchange, accountId)
  return Math.min(least, movePpm(STANDING[EQUITY]! - STANDING[MAINT_MARGIN]! - crossCount - 1, crossValue))
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

function placesOf(exchange: Exchange, accountId: number): number[] {
  const { halves } = exchange.positionRows
  const places: number[] = []
  let at = exchange.accountRows.halves[2 * accountRow(accountId) + FIRST_POSITION]!
  for (; at !== NONE; at = halves[2 * at + NEXT]!) places.push(at)
  return places
}

const marketAt = (exchange: Exchange, at: number): Market =>
  exchange.markets[exchange.positionRows.halves[2 * at + POSITION_MARKET]!]!
