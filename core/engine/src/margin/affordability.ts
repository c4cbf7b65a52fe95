/**
 * Whether an account can pay for a plan: its projected equity against its projected margins, or a plan that only
 * reduces and makes nothing worse.
 */
import { type Exchange, MARGIN_STATUS, type Market, NONE, PROJECTIONS } from '../state/index.ts'
import { crossStatus, crossStatusWithMaint, isolatedStatus, settledCollateral } from './marginStatus.ts'

/** The plan only reduces the held position, without a flip. */
export function isPurelyReducing(exchange: Exchange, projection: number): boolean {
  const held = PROJECTIONS.held(projection)
  if (held === NONE) return false
  const size = PROJECTIONS.size(projection)
  const positions = exchange.positionRows
  return (
    size === 0 || (PROJECTIONS.isLong(projection) === positions.isLong(held) && size < positions.size(held))
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
  projection: number,
  isReducing: boolean,
): boolean {
  if (market.spec.isolated) return isIsolatedAffordable(exchange, market, projection, isReducing)
  const accountId = PROJECTIONS.accountId(projection)
  crossStatus(exchange, accountId, market, projection)
  if (isReducing) {
    const equity = MARGIN_STATUS.equity + PROJECTIONS.collateralDelta(projection)
    // Equity that covers initial margins covers maintenance margins as well.
    if (equity >= 0 && equity >= MARGIN_STATUS.initMargin) return true
    return isCrossNoWorse(exchange, accountId, market, projection, equity)
  }
  return (
    MARGIN_STATUS.equityAfterHaircut + PROJECTIONS.collateralDelta(projection) >=
    MARGIN_STATUS.initMargin +
      exchange.accountRows.openOrderMargin(accountId) +
      PROJECTIONS.orderMarginDelta(projection)
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
  projection: number,
  equity: number,
): boolean {
  crossStatusWithMaint(exchange, accountId, market, projection)
  const maintMargin = MARGIN_STATUS.maintMargin
  crossStatusWithMaint(exchange, accountId)
  const before = { equity: MARGIN_STATUS.equity, maintMargin: MARGIN_STATUS.maintMargin }
  return isNoWorse(equity, maintMargin, before)
}

function isIsolatedAffordable(
  exchange: Exchange,
  market: Market,
  projection: number,
  isReducing: boolean,
): boolean {
  const held = PROJECTIONS.held(projection)
  const size = PROJECTIONS.size(projection)
  if (isReducing) {
    if (size > 0) isolatedStatus(exchange, market, projection, NONE)
    const equity = size === 0 ? PROJECTIONS.collateralDelta(projection) : MARGIN_STATUS.equity
    const maint = size === 0 ? 0 : MARGIN_STATUS.maintMargin
    if (equity >= 0 && equity >= maint) return true
    if (held === NONE) return false
    isolatedStatus(exchange, market, NONE, held)
    return isNoWorse(equity, maint, {
      equity: MARGIN_STATUS.equity,
      maintMargin: MARGIN_STATUS.maintMargin,
    })
  }
  const accountId = PROJECTIONS.accountId(projection)
  crossStatus(exchange, accountId)
  const free =
    movableEquity(exchange, accountId) +
    PROJECTIONS.collateralDelta(projection) -
    (MARGIN_STATUS.initMargin +
      exchange.accountRows.openOrderMargin(accountId) +
      PROJECTIONS.orderMarginDelta(projection))
  if (free < 0) return false
  if (size === 0) return true
  isolatedStatus(exchange, market, projection, NONE)
  return MARGIN_STATUS.equity >= MARGIN_STATUS.maintMargin
}

/**
 * Equity that may become isolated margin, after `crossStatus`: an unrealised profit secures cross positions and
 * cannot be moved away from them.
 */
function movableEquity(exchange: Exchange, accountId: number): number {
  return Math.min(MARGIN_STATUS.equityAfterHaircut, settledCollateral(exchange, accountId))
}

/**
 * Projected equity of the account: with the projection in place of the position; in an isolated market that of the
 * position, or the margin returned from it.
 */
export function projectedEquity(exchange: Exchange, market: Market, projection: number): number {
  const delta = PROJECTIONS.collateralDelta(projection)
  if (market.spec.isolated) {
    if (PROJECTIONS.size(projection) === 0) return delta
    isolatedStatus(exchange, market, projection, NONE)
    return MARGIN_STATUS.equity
  }
  crossStatus(exchange, PROJECTIONS.accountId(projection), market, projection)
  return MARGIN_STATUS.equity + delta
}
