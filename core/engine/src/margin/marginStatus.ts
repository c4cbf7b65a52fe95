/**
 * Margin status at the present marks: equity against margins. A projected position can take the place of the present
 * one, which is how an order is checked before anything changes. The result is `marginStatus` of the scratch: it
 * is valid until the next call.
 */
import { countedProfit, initMargin, maintMargin, valueOf } from '@vest/formulas'
import { type Lots, type Ratio4, type Usd6, assert } from '@vest/protocol'
import { owedBy } from '../funding/index.ts'
import { type Exchange, type MarginFigures, type Market, NONE } from '../state/index.ts'
import { positionMaintRatio, profitPercent } from './marketRatios.ts'

/** With fewer positions, summing is as fast as the cache. */
const CACHED_FROM = 6

/**
 * Margin status of the cross account for the check of an order, without maintenance margin; a projection replaces the
 * position held in its market.
 */
export function crossStatus(exchange: Exchange, accountId: number, market?: Market, projection = NONE): void {
  const { work } = exchange
  // Compared explicitly: for a plain truth test V8 does not know that the field is a boolean.
  if (work.isStatusCached === true && exchange.accountRows.isStatusOf(accountId, work.statusEpoch))
    recall(exchange, accountId, market, projection)
  else sumPositions(exchange, accountId, market, projection, false)
  if (market !== undefined) addProjection(exchange, market, projection, false)
}

/**
 * Collateral less the funding owed by cross positions: the maximum that belongs to the account independent of the
 * marks.
 */
export function settledCollateral(exchange: Exchange, accountId: number): number {
  const { accountRows: accounts, positionRows: positions } = exchange
  let settled = accounts.collateral(accountId)
  for (let at = accounts.firstPosition(accountId); at !== NONE; at = positions.next(at)) {
    const market = exchange.market(positions.marketId(at))
    if (!market.spec.isolated) settled -= owedBy(exchange, at, market)
  }
  return settled
}

/** Margin status of the cross account with its maintenance margin, and with a projection if given. */
export function crossStatusWithMaint(
  exchange: Exchange,
  accountId: number,
  market?: Market,
  projection = NONE,
): void {
  sumPositions(exchange, accountId, market, projection, true)
  if (market !== undefined) addProjection(exchange, market, projection, true)
}

/** Sums all positions except that in the projected market. */
function sumPositions(
  exchange: Exchange,
  accountId: number,
  projected: Market | undefined,
  projection: number,
  hasMaint: boolean,
): void {
  const { marginStatus } = exchange.scratch
  const { accountRows: accounts, positionRows: positions } = exchange
  marginStatus.begin(accounts.collateral(accountId), hasMaint)
  const projectedId = projected === undefined ? NONE : projected.id
  let count = 0
  for (let at = accounts.firstPosition(accountId); at !== NONE; at = positions.next(at)) {
    const marketId = positions.marketId(at)
    if (marketId === projectedId) continue
    const market = exchange.market(marketId)
    if (market.spec.isolated) continue
    addPosition(exchange, market, at, 1, hasMaint)
    count += 1
  }
  if (exchange.work.isStatusCached && !hasMaint && count >= CACHED_FROM)
    keep(exchange, accountId, projected, projection)
}

/** Caches the sums and the position that the projection replaces: valid while no mark changes and no fill occurs. */
function keep(
  exchange: Exchange,
  accountId: number,
  projected: Market | undefined,
  projection: number,
): void {
  const { marginStatus } = exchange.scratch
  addReplaced(exchange, projected, projection, 1)
  exchange.accountRows.cacheStatus(accountId, exchange.work.statusEpoch, marginStatus)
  addReplaced(exchange, projected, projection, -1)
}

/** Returns whether the cache equals the sums. For the invariants, outside of commands. */
export function isCacheRight(exchange: Exchange, accountId: number): boolean {
  const { marginStatus } = exchange.scratch
  const accounts = exchange.accountRows
  if (!accounts.isStatusOf(accountId, exchange.work.statusEpoch)) return true
  crossStatus(exchange, accountId)
  return accounts.isCachedStatus(accountId, marginStatus)
}

function recall(
  exchange: Exchange,
  accountId: number,
  projected: Market | undefined,
  projection: number,
): void {
  const { marginStatus } = exchange.scratch
  exchange.accountRows.recallStatus(accountId, marginStatus)
  marginStatus.forgetMaintMargin()
  addReplaced(exchange, projected, projection, -1)
}

/** Adds or subtracts the position held in the projected market. */
function addReplaced(
  exchange: Exchange,
  projected: Market | undefined,
  projection: number,
  sign: 1 | -1,
): void {
  const { projections } = exchange.scratch
  if (projected === undefined || projected.spec.isolated) return
  const held = projections.held(projection)
  if (held !== NONE) addPosition(exchange, exchange.market(projected.id), held, sign, false)
}

/** Margin status of a position in an isolated market, projected or held: only its own margin secures it. */
export function isolatedStatus(
  exchange: Exchange,
  market: Market,
  projection: number,
  position: number,
): void {
  const { projections, marginStatus } = exchange.scratch
  if (position === NONE) {
    assert(projection !== NONE, 'a margin status of neither a position nor a projection')
    marginStatus.begin(projections.isolatedMargin(projection), true)
    addProjection(exchange, market, projection, true)
  } else {
    marginStatus.begin(exchange.positionRows.isolatedMargin(position), true)
    addPosition(exchange, market, position, 1, true)
  }
}

/** Margin status that decides about one position: that of the whole cross account, or its own. */
export function statusFor(exchange: Exchange, accountId: number, market: Market, position: number): void {
  if (market.spec.isolated) isolatedStatus(exchange, market, NONE, position)
  else crossStatusWithMaint(exchange, accountId)
}

function addPosition(
  exchange: Exchange,
  market: Market,
  position: number,
  sign: 1 | -1,
  hasMaint: boolean,
): void {
  const positions = exchange.positionRows
  add(
    exchange.scratch.marginStatus,
    market,
    positions.isLong(position),
    positions.size(position),
    positions.cost(position),
    positions.initMarginRatio(position),
    owedBy(exchange, position, market),
    sign,
    hasMaint,
  )
}

/** Adds a projection, whose funding is settled. */
function addProjection(exchange: Exchange, market: Market, projection: number, hasMaint: boolean): void {
  const { projections, marginStatus } = exchange.scratch
  const size = projections.size(projection)
  if (size === 0) return
  add(
    marginStatus,
    market,
    projections.isLong(projection),
    size,
    projections.cost(projection),
    projections.initMarginRatio(projection),
    0,
    1,
    hasMaint,
  )
}

function add(
  marginStatus: MarginFigures,
  market: Market,
  isLong: boolean,
  size: number,
  cost: number,
  ratio: number,
  owed: number,
  sign: 1 | -1,
  hasMaint: boolean,
): void {
  const { mark } = market
  if (mark === undefined) assert(false, 'a market with a position has a mark')
  const value = valueOf(mark, size as Lots, market.scale)
  const profit = (isLong ? value - cost : cost - value) - owed
  const percent = profitPercent(market)
  const counted = percent === 100 ? profit : countedProfit(profit as Usd6, percent)
  marginStatus.add(sign, profit, counted, initMargin(value, ratio as Ratio4))
  if (hasMaint)
    marginStatus.addMaintMargin(sign * maintMargin(value, positionMaintRatio(ratio as Ratio4, market)))
}
