/**
 * Whether an account can pay for a plan: its projected equity against its projected margins, or a plan that only
 * reduces and makes nothing worse.
 */
import { type Exchange, type Market, NONE } from '../state/index.ts'
import { crossStatus, crossStatusWithMaint, isolatedStatus, settledCollateral } from './marginStatus.ts'

/** The plan only reduces the held position, without a flip. */
export function isPurelyReducing(exchange: Exchange, projection: number): boolean {
  const { projections } = exchange.scratch
  const held = projections.held(projection)
  if (held === NONE) return false
  const size = projections.size(projection)
  const positions = exchange.positionRows
  return (
    size === 0 || (projections.isLong(projection) === positions.isLong(held) && size < positions.size(held))
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
  const { projections, marginStatus } = exchange.scratch
  if (market.spec.isolated) return isIsolatedAffordable(exchange, market, projection, isReducing)
  const accountId = projections.accountId(projection)
  crossStatus(exchange, accountId, market, projection)
  if (isReducing) {
    const equity = marginStatus.equity + projections.collateralDelta(projection)
    // Equity that covers initial margins covers maintenance margins as well.
    if (equity >= 0 && equity >= marginStatus.initMargin) return true
    return isCrossNoWorse(exchange, accountId, market, projection, equity)
  }
  return (
    marginStatus.equityAfterHaircut + projections.collateralDelta(projection) >=
    marginStatus.initMargin +
      exchange.accountRows.openOrderMargin(accountId) +
      projections.orderMarginDelta(projection)
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
  const { marginStatus } = exchange.scratch
  crossStatusWithMaint(exchange, accountId, market, projection)
  const maintMargin = marginStatus.maintMargin
  crossStatusWithMaint(exchange, accountId)
  const before = { equity: marginStatus.equity, maintMargin: marginStatus.maintMargin }
  return isNoWorse(equity, maintMargin, before)
}

function isIsolatedAffordable(
  exchange: Exchange,
  market: Market,
  projection: number,
  isReducing: boolean,
): boolean {
  const { projections, marginStatus } = exchange.scratch
  const held = projections.held(projection)
  const size = projections.size(projection)
  if (isReducing) {
    if (size > 0) isolatedStatus(exchange, market, projection, NONE)
    const equity = size === 0 ? projections.collateralDelta(projection) : marginStatus.equity
    const maint = size === 0 ? 0 : marginStatus.maintMargin
    if (equity >= 0 && equity >= maint) return true
    if (held === NONE) return false
    isolatedStatus(exchange, market, NONE, held)
    return isNoWorse(equity, maint, {
      equity: marginStatus.equity,
      maintMargin: marginStatus.maintMargin,
    })
  }
  const accountId = projections.accountId(projection)
  crossStatus(exchange, accountId)
  const free =
    movableEquity(exchange, accountId) +
    projections.collateralDelta(projection) -
    (marginStatus.initMargin +
      exchange.accountRows.openOrderMargin(accountId) +
      projections.orderMarginDelta(projection))
  if (free < 0) return false
  if (size === 0) return true
  isolatedStatus(exchange, market, projection, NONE)
  return marginStatus.equity >= marginStatus.maintMargin
}

/**
 * Equity that may become isolated margin, after `crossStatus`: an unrealised profit secures cross positions and
 * cannot be moved away from them.
 */
function movableEquity(exchange: Exchange, accountId: number): number {
  const { marginStatus } = exchange.scratch
  return Math.min(marginStatus.equityAfterHaircut, settledCollateral(exchange, accountId))
}

/**
 * Projected equity of the account: with the projection in place of the position; in an isolated market that of the
 * position, or the margin returned from it.
 */
export function projectedEquity(exchange: Exchange, market: Market, projection: number): number {
  const { projections, marginStatus } = exchange.scratch
  const delta = projections.collateralDelta(projection)
  if (market.spec.isolated) {
    if (projections.size(projection) === 0) return delta
    isolatedStatus(exchange, market, projection, NONE)
    return marginStatus.equity
  }
  crossStatus(exchange, projections.accountId(projection), market, projection)
  return marginStatus.equity + delta
}
