/**
 * Whether an account can pay for a plan: its projected equity against its projected margins, or a plan that only
 * reduces and makes nothing worse.
 */
import {
  accountRow,
  asPlace,
  BEFORE,
  COLLATERAL_DELTA,
  COUNTED_EQUITY,
  DRAFT_ACCOUNT,
  DRAFT_LONG,
  DRAFT_SIZE,
  DRAFTS,
  EQUITY,
  type Exchange,
  INIT_MARGIN,
  IS_LONG,
  MAINT_MARGIN,
  type Market,
  NONE,
  OPEN_ORDER_MARGIN,
  ORDER_MARGIN_DELTA,
  POSITION_SIZE,
  STANDING,
} from '../state/index.ts'
import { crossStanding, crossStandingWithMaint, isolatedStanding, settledCollateral } from './marginStatus.ts'

/** The plan only reduces the held position, without a flip. */
export function isPurelyReducing(exchange: Exchange, draft: number): boolean {
  const { numbers } = DRAFTS
  draft = asPlace(draft)
  if (DRAFTS.halves[2 * draft + BEFORE] === NONE) return false
  const before = asPlace(DRAFTS.halves[2 * draft + BEFORE]!)
  const size = numbers[draft + DRAFT_SIZE]!
  const { positionRows } = exchange
  return (
    size === 0 ||
    (numbers[draft + DRAFT_LONG] === positionRows.halves[2 * before + IS_LONG] &&
      size < positionRows.numbers[before + POSITION_SIZE]!)
  )
}

/**
 * Whether the account may end like this (otherwise 3002). Reducing: by {@link isNoWorse}. Otherwise E' >= IM' + OM';
 * in an isolated market the collateral must have paid the margin without using what other positions and orders need,
 * and the position must start above its maintenance margin.
 */
export function isAffordable(
  exchange: Exchange,
  market: Market,
  draft: number,
  isReducing: boolean,
): boolean {
  if (market.spec.isolated) return isIsolatedAffordable(exchange, market, draft, isReducing)
  const { numbers } = DRAFTS
  draft = asPlace(draft)
  const accountId = DRAFTS.halves[2 * draft + DRAFT_ACCOUNT]!
  crossStanding(exchange, accountId, market, draft)
  if (isReducing) {
    const equity = STANDING[EQUITY]! + numbers[draft + COLLATERAL_DELTA]!
    // Equity that covers initial margins covers maintenance margins as well.
    if (equity >= 0 && equity >= STANDING[INIT_MARGIN]!) return true
    return isCrossNoWorse(exchange, accountId, market, draft, equity)
  }
  return (
    STANDING[COUNTED_EQUITY]! + numbers[draft + COLLATERAL_DELTA]! >=
    STANDING[INIT_MARGIN]! +
      exchange.accountRows.numbers[accountRow(accountId) + OPEN_ORDER_MARGIN]! +
      numbers[draft + ORDER_MARGIN_DELTA]!
  )
}

/**
 * An account that only reduces may end with
 *
 *   E' >= E   or   E' >= 0 and E' − MM' >= min( 0, E − MM )
 *
 * E' >= 0 alone is not enough: an account that gave all its equity to an accomplice would be liquidated with nothing
 * left, without a fee and at the mark, so backstop and pool would take over without the discount that every other
 * buyer gets.
 */
function isNoWorse(
  equity: number,
  maintMargin: number,
  before: { readonly equity: number; readonly maintMargin: number },
): boolean {
  if (equity >= before.equity) return true
  if (equity < 0) return false
  return equity - maintMargin >= Math.min(0, before.equity - before.maintMargin)
}

/** Separate, because it is rare: the maintenance margins of an account are summed twice. */
function isCrossNoWorse(
  exchange: Exchange,
  accountId: number,
  market: Market,
  draft: number,
  equity: number,
): boolean {
  crossStandingWithMaint(exchange, accountId, market, draft)
  const maintMargin = STANDING[MAINT_MARGIN]!
  crossStandingWithMaint(exchange, accountId)
  const before = { equity: STANDING[EQUITY]!, maintMargin: STANDING[MAINT_MARGIN]! }
  return isNoWorse(equity, maintMargin, before)
}

function isIsolatedAffordable(
  exchange: Exchange,
  market: Market,
  draft: number,
  isReducing: boolean,
): boolean {
  const { numbers } = DRAFTS
  const before = DRAFTS.halves[2 * draft + BEFORE]!
  const size = numbers[draft + DRAFT_SIZE]!
  if (isReducing) {
    if (size > 0) isolatedStanding(exchange, market, draft, NONE)
    const equity = size === 0 ? numbers[draft + COLLATERAL_DELTA]! : STANDING[EQUITY]!
    const maint = size === 0 ? 0 : STANDING[MAINT_MARGIN]!
    if (equity >= 0 && equity >= maint) return true
    if (before === NONE) return false
    isolatedStanding(exchange, market, NONE, before)
    return isNoWorse(equity, maint, {
      equity: STANDING[EQUITY]!,
      maintMargin: STANDING[MAINT_MARGIN]!,
    })
  }
  const accountId = DRAFTS.halves[2 * draft + DRAFT_ACCOUNT]!
  crossStanding(exchange, accountId)
  const free =
    movableEquity(exchange, accountId) +
    numbers[draft + COLLATERAL_DELTA]! -
    (STANDING[INIT_MARGIN]! +
      exchange.accountRows.numbers[accountRow(accountId) + OPEN_ORDER_MARGIN]! +
      numbers[draft + ORDER_MARGIN_DELTA]!)
  if (free < 0) return false
  if (size === 0) return true
  isolatedStanding(exchange, market, draft, NONE)
  return STANDING[EQUITY]! >= STANDING[MAINT_MARGIN]!
}

/**
 * Equity that may become isolated margin, after `crossStanding`: an unrealised profit secures cross positions and
 * cannot be moved away from them.
 */
function movableEquity(exchange: Exchange, accountId: number): number {
  return Math.min(STANDING[COUNTED_EQUITY]!, settledCollateral(exchange, accountId))
}

/**
 * Projected equity of the account: with the projection in place of the position; in an isolated market that of the
 * position, or the margin returned from it.
 */
export function draftedEquity(exchange: Exchange, market: Market, draft: number): number {
  const { numbers } = DRAFTS
  const delta = numbers[draft + COLLATERAL_DELTA]!
  if (market.spec.isolated) {
    if (numbers[draft + DRAFT_SIZE] === 0) return delta
    isolatedStanding(exchange, market, draft, NONE)
    return STANDING[EQUITY]!
  }
  crossStanding(exchange, DRAFTS.halves[2 * draft + DRAFT_ACCOUNT]!, market, draft)
  return STANDING[EQUITY]! + delta
}
