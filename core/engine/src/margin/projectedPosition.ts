/**
 * The projected position of one account in one market while a sweep is planned. Funding is settled first, then fills
 * change the projection; nothing of the exchange changes until it is committed, so exactly what was checked is
 * written.
 */
import { initMargin } from '@vest/formulas'
import { type Ratio4, mulDivFloor, usd6 } from '@vest/protocol'
import { owedBy } from '../funding/index.ts'
import { type Exchange, findPosition, type Market, NONE, type Projections } from '../state/index.ts'

/** Starts a projection from the present position of an account in a market: funding settled, nothing filled. */
export function openProjection(
  exchange: Exchange,
  projection: number,
  accountId: number,
  market: Market,
): void {
  const { projections } = exchange.scratch
  const positions = exchange.positionRows
  const held = findPosition(exchange.accountRows, positions, accountId, market.id)
  if (held === NONE) {
    projections.beginFlat(projection, accountId)
    return
  }
  const paid = owedBy(exchange, held, market)
  const { isolated } = market.spec
  projections.beginHeld(
    projection,
    accountId,
    held,
    positions.isLong(held),
    positions.size(held),
    positions.cost(held),
    positions.initMarginRatio(held),
    paid,
    // Avoids -0.
    isolated ? 0 : 0 - paid,
    isolated ? positions.isolatedMargin(held) - paid : 0,
  )
}

/** Reference of the account's projection in the running sweep, started at the first call. */
export function projectionOf(exchange: Exchange, accountId: number, market: Market): number {
  const { plan, projections } = exchange.scratch
  const accounts = exchange.accountRows
  const known = accounts.projectionIn(accountId, plan.sweep)
  if (known !== NONE) return known
  const projection = projections.add()
  accounts.setProjection(accountId, plan.sweep, projection)
  openProjection(exchange, projection, accountId, market)
  return projection
}

/** Lots by which a fill would increase an account's position in a market. */
export function increaseOf(
  exchange: Exchange,
  accountId: number,
  marketId: number,
  isBuy: boolean,
  size: number,
): number {
  const positions = exchange.positionRows
  const position = findPosition(exchange.accountRows, positions, accountId, marketId)
  if (position === NONE || positions.isLong(position) === isBuy) return size
  const held = positions.size(position)
  return size > held ? size - held : 0
}

/** Applies one fill to the projection. */
export function projectFill(
  projections: Projections,
  projection: number,
  market: Market,
  isBuy: boolean,
  size: number,
  price: number,
  ratio: number,
): void {
  const held = projections.size(projection)
  const closed = projections.applyFill(projection, isBuy, size, price, ratio, market.scale)
  if (closed === 0) return
  if (market.spec.isolated) releaseIsolated(projections, projection, closed, held)
  else projections.addCollateralDelta(projection, projections.realizedPnl(projection))
}

/** Returns the closed share of the isolated margin with its profit; a loss beyond it stays with the position. */
function releaseIsolated(projections: Projections, projection: number, closed: number, size: number): void {
  const margin = projections.isolatedMargin(projection)
  const share = closed === size ? margin : mulDivFloor(margin, closed, size)
  const returned = share + projections.realizedPnl(projection)
  const isReturned = returned >= 0 || closed === size
  projections.addIsolatedMargin(projection, (isReturned ? 0 : returned) - share)
  if (isReturned) projections.addCollateralDelta(projection, returned)
}

/**
 * Charges the fee of an order's fills. An isolated position first receives the margin for the opened part, fee
 * included:  add = ⌈ opened value · ratio / 10⁴ ⌉ + fee.
 */
export function projectFee(
  projections: Projections,
  projection: number,
  market: Market,
  fee: number,
  ratio: number,
): void {
  const opened = projections.takeOpenedValue(projection)
  if (!market.spec.isolated || projections.size(projection) === 0) {
    projections.addCollateralDelta(projection, -fee)
    return
  }
  const add = opened === 0 ? 0 : initMargin(usd6(opened), ratio as Ratio4) + fee
  projections.addCollateralDelta(projection, -add)
  projections.addIsolatedMargin(projection, add - fee)
}
