/**
 * What an account is worth and what it must hold, from its positions and orders at the marks of this moment: the
 * quantities of 4.3 by plain sums. Nothing is remembered between two questions.
 */
import { ceilDiv, floorDiv, max, min } from './arithmetic.ts'
import {
  isDormant,
  remainingOf,
  type TwinAccount,
  type TwinMarket,
  type TwinPosition,
  type World,
} from './world/index.ts'

export const RATIO_ONE = 10_000n

/** ⌈ s · size · (cumFunding − entryFunding) / 10^(SD + 6) ⌉, > 0 = the position pays. */
export function fundingOwed(market: TwinMarket, position: TwinPosition): bigint {
  const signed = position.isLong ? position.size : -position.size
  return ceilDiv(
    signed * (market.cumFunding - position.entryFunding),
    10n ** BigInt(market.spec.sizeDecimals + 6),
  )
}

export interface MarginStatus {
  equity: bigint
  /** With half of the unrealised profit of stocks outside the regular session. */
  countedEquity: bigint
  unrealizedPnl: bigint
  initMargin: bigint
  maintMargin: bigint
}

function statusOf(
  world: World,
  start: bigint,
  held: Iterable<readonly [number, TwinPosition]>,
): MarginStatus {
  const status: MarginStatus = {
    equity: start,
    countedEquity: start,
    unrealizedPnl: 0n,
    initMargin: 0n,
    maintMargin: 0n,
  }
  for (const [marketId, position] of held) {
    const market = world.markets[marketId]!
    const value = market.mark! * position.size * market.scale
    const pnl =
      (position.isLong ? value - position.cost : position.cost - value) - fundingOwed(market, position)
    const isHalf = pnl > 0n && market.spec.asset === 'stock' && market.session !== 'REGULAR'
    status.equity += pnl
    status.unrealizedPnl += pnl
    status.countedEquity += isHalf
      ? floorDiv(pnl * BigInt(world.parameters.offHoursProfitPercent), 100n)
      : pnl
    status.initMargin += ceilDiv(value * position.initMarginRatio, RATIO_ONE)
    status.maintMargin += maintMarginOf(market, position)
  }
  return status
}

export function maintMarginOf(market: TwinMarket, position: TwinPosition): bigint {
  const ratio = min(ceilDiv(position.initMarginRatio, 2n), BigInt(market.spec.maintMarginRatio))
  return ceilDiv(market.mark! * position.size * market.scale * ratio, RATIO_ONE)
}

/** The cross account: collateral and all positions that share it. */
export const crossStatus = (world: World, account: TwinAccount): MarginStatus =>
  statusOf(
    world,
    account.collateral,
    [...account.positions].filter(([id]) => !world.markets[id]!.spec.isolated),
  )

/** One position in an isolated market on its own margin. */
export const isolatedStatus = (world: World, marketId: number, position: TwinPosition): MarginStatus =>
  statusOf(world, position.isolatedMargin, [[marketId, position]])

/** Σ ⌈ N(limit, remaining) · ratio / 10⁴ ⌉ over resting LIMIT orders that are not reduce-only. */
export function orderMargin(world: World, accountId: number): bigint {
  let sum = 0n
  for (const order of world.orders) {
    if (order.accountId !== accountId || order.reduceOnly || isDormant(order)) continue
    const value = order.price * remainingOf(order) * world.markets[order.marketId]!.scale
    sum += ceilDiv(value * order.initMarginRatio, RATIO_ONE)
  }
  return sum
}

/** Collateral as it would stand if every cross position paid what it owes. */
export function settledCollateral(world: World, account: TwinAccount): bigint {
  let settled = account.collateral
  for (const [marketId, position] of account.positions) {
    const market = world.markets[marketId]!
    if (!market.spec.isolated) settled -= fundingOwed(market, position)
  }
  return settled
}

/** Funding is settled first, and only then may a loss by the price be taken off. */
export function withdrawable(world: World, account: TwinAccount): bigint {
  const { unrealizedPnl, initMargin } = crossStatus(world, account)
  const owed = account.collateral - settledCollateral(world, account)
  const free =
    account.collateral -
    owed +
    min(0n, unrealizedPnl + owed) -
    initMargin -
    orderMargin(world, account.id) -
    account.softCredit
  return free > 0n ? free : 0n
}

/** Only smaller than before, on the same side or flat. */
export function isPurelyReducing(before: TwinPosition | undefined, after: TwinPosition | undefined): boolean {
  if (before === undefined) return false
  return after === undefined || (after.isLong === before.isLong && after.size < before.size)
}

/**
 * Reducing, 4.5: with something left, or no less than before. What is left must also carry what is still
 * held, or be short of that by no more than before.
 */
function isLeftWell(world: World, is: MarginState, was: MarginState): boolean {
  if (is.equity >= was.equity) return true
  if (is.equity < 0n) return false
  const missing = (state: MarginState): bigint => max(0n, state.maintMargin - state.equity)
  return missing(is) <= missing(was)
}
type MarginState = Pick<MarginStatus, 'equity' | 'maintMargin'>

/**
 * 4.5: may the account end like this? `after` is the world with everything done. Reducing: as in `isLeftWell`. Otherwise E' >= IM' + OM'; an isolated position must in addition stand above its maintenance margin.
 */
export function isAffordable(input: {
  readonly before: World
  readonly after: World
  readonly accountId: number
  readonly marketId: number
  readonly isReducing: boolean
}): boolean {
  const { before, after, accountId, marketId } = input
  const was = before.accounts[accountId]!
  const is = after.accounts[accountId]!
  const cross = crossStatus(after, is)
  if (!after.markets[marketId]!.spec.isolated) {
    if (input.isReducing) return isLeftWell(before, cross, crossStatus(before, was))
    return cross.countedEquity >= cross.initMargin + orderMargin(after, accountId)
  }
  const held = is.positions.get(marketId)
  const own = held && isolatedStatus(after, marketId, held)
  if (input.isReducing) {
    const left = own ?? { equity: is.collateral - was.collateral, maintMargin: 0n }
    const heldBefore = was.positions.get(marketId)
    if (heldBefore === undefined) return left.equity >= 0n
    return isLeftWell(before, left, isolatedStatus(before, marketId, heldBefore))
  }
  // What leaves for an isolated margin is the account's own, and no profit that the marks show.
  const movable = min(cross.countedEquity, settledCollateral(after, is))
  const isCovered = movable >= cross.initMargin + orderMargin(after, accountId)
  return isCovered && (own === undefined || own.equity >= own.maintMargin)
}
