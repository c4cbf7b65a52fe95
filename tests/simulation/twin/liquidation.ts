/**
 * 5: accounts whose equity is below their maintenance margin lose orders and positions, the poorest first: in part
 * while that helps, else all of it. What book and ladder do not take within its one price goes at it to the backstop,
 * then to users on the other side with a profit, and last to the pool.
 */
import { ceilDiv, clamp, floorDiv, max, min } from './arithmetic.ts'
import { backstopTakes } from './backstop.ts'
import { bandOf } from './band.ts'
import { canDeleverage, closeUser, isLeftAlone, isUntrusted, isWarmingUp, ranked } from './deleverage.ts'
import { charge, coverShortfall, fillBackstop, fillPool, payShortfall, takerFee } from './ledger.ts'
import { crossStatus, isolatedStatus, maintMarginOf, type MarginStatus } from './margin.ts'
import { charged, distributeFee, judgeWash } from './rewards.ts'
import { roomlessLevels } from './sim/simLadder.ts'
import { closeSweep, noteDecrease, sweep, takerFills } from './sweep.ts'
import { type Sweep, type SweepInput } from './sweepResult.ts'
import {
  dropDelayed,
  fork,
  inventoryOf,
  isDormant,
  keep,
  type TwinAccount,
  type TwinMarket,
  type TwinPosition,
  type World,
} from './world/index.ts'

/** The cross account, or one isolated market of it. */
interface Scope {
  readonly accountId: number
  /** -1 = the cross account. */
  readonly marketId: number
}

interface Candidate extends Scope {
  readonly score: bigint
}

const isShort = (status: MarginStatus): boolean => status.equity < status.maintMargin
const scoreOf = ({ equity, maintMargin }: MarginStatus): bigint =>
  floorDiv(equity * 1_000_000n, max(1n, maintMargin))

export function liquidateAll(world: World, isConcerned: (account: TwinAccount) => boolean): void {
  const candidates = world.accounts.filter(isConcerned).flatMap(({ id }) => candidatesOf(world, id))
  candidates.sort((a, b) =>
    a.score < b.score ? -1 : a.score > b.score ? 1 : a.accountId - b.accountId || a.marketId - b.marketId,
  )
  for (const candidate of candidates) liquidate(world, candidate)
}

function candidatesOf(world: World, accountId: number): Candidate[] {
  const account = world.accounts[accountId]!
  if (account.positions.size === 0 || account.isFrozen) return []
  const found: Candidate[] = []
  let isCrossBlocked = false
  for (const [marketId, position] of account.positions) {
    const market = world.markets[marketId]!
    const isDoubtful = isUntrusted(world, market)
    if (!market.spec.isolated) {
      if (isDoubtful) isCrossBlocked = true
    } else if (!isDoubtful && !isLeftAlone(market)) {
      const status = isolatedStatus(world, marketId, position)
      if (isShort(status)) found.push({ accountId, marketId, score: scoreOf(status) })
    }
  }
  const status = crossStatus(world, account)
  if (!isCrossBlocked && isShort(status)) found.push({ accountId, marketId: -1, score: scoreOf(status) })
  return found
}

function held(world: World, { accountId, marketId }: Scope): [number, TwinPosition][] {
  return [...world.accounts[accountId]!.positions].filter(([id]) =>
    marketId < 0 ? !world.markets[id]!.spec.isolated : id === marketId,
  )
}

function statusOf(world: World, scope: Scope): MarginStatus {
  const account = world.accounts[scope.accountId]!
  if (scope.marketId < 0) return crossStatus(world, account)
  const position = account.positions.get(scope.marketId)
  if (position !== undefined) return isolatedStatus(world, scope.marketId, position)
  return { equity: 0n, countedEquity: 0n, unrealizedPnl: 0n, initMargin: 0n, maintMargin: 0n }
}

function liquidate(world: World, scope: Scope): void {
  const { accountId, marketId } = scope
  if (closable(world, scope).length === 0) return
  if (!isShort(statusOf(world, scope))) return
  world.orders = world.orders.filter(
    (order) => order.accountId !== accountId || (marketId >= 0 && order.marketId !== marketId),
  )
  dropDelayed(world, (one) => one.accountId === accountId && (marketId < 0 || one.marketId === marketId))
  const status = statusOf(world, scope)
  if (!isShort(status)) return
  let total = 0n
  for (const [id, position] of held(world, scope)) {
    const { mark, scale } = world.markets[id]!
    total += mark! * position.size * scale
  }
  if (!world.isSim && total > BigInt(world.parameters.fullLiquidationUsd6) && status.equity > 0n) {
    closeInPart(world, scope)
    if (!isShort(statusOf(world, scope))) return
  }
  for (const id of closable(world, scope)) {
    const { size } = world.accounts[accountId]!.positions.get(id)!
    closeLots(world, { accountId, marketId: id, lots: size, isToTheEnd: true })
  }
  if (marketId < 0) coverShortfall(world, world.accounts[accountId]!)
}

/** By own maintenance margin, the largest first, then by symbol; nothing in a stopped market. */
const closable = (world: World, scope: Scope): number[] =>
  held(world, scope)
    .filter(([id]) => !isLeftAlone(world.markets[id]!))
    .map(([id, position]) => ({
      id,
      margin: maintMarginOf(world.markets[id]!, position),
      symbol: world.markets[id]!.spec.symbol,
    }))
    .sort((a, b) => Number(b.margin - a.margin) || (a.symbol < b.symbol ? -1 : 1))
    .map(({ id }) => id)

const liqFeeRate = (world: World, market: TwinMarket): bigint =>
  min(
    BigInt(world.parameters.liquidationFeeMaxRate),
    floorDiv(BigInt(market.spec.maintMarginRatio) * 10n, 4n),
  )

/** (5.1), once over all positions. */
function closeInPart(world: World, scope: Scope): void {
  const { accountId } = scope
  for (const marketId of closable(world, scope)) {
    const { equity, initMargin } = statusOf(world, scope)
    if (equity >= initMargin) return
    const market = world.markets[marketId]!
    const { size, initMarginRatio } = world.accounts[accountId]!.positions.get(marketId)!
    const freed = 10n * initMarginRatio - (BigInt(market.spec.takerFeeRate) + liqFeeRate(world, market))
    const lots =
      freed <= 0n
        ? size
        : min(size, ceilDiv((initMargin - equity) * 100_000n, market.mark! * market.scale * freed))
    closeLots(world, { accountId, marketId, lots, isToTheEnd: false })
  }
}

/** (5.2): the price at which nothing is left. */
function bankruptcyPrice(world: World, accountId: number, marketId: number): bigint {
  const market = world.markets[marketId]!
  const { isLong, size } = world.accounts[accountId]!.positions.get(marketId)!
  const { equity } = statusOf(world, { accountId, marketId: market.spec.isolated ? marketId : -1 })
  const value = market.mark! * size * market.scale
  const lotValue = size * market.scale
  return max(1n, isLong ? ceilDiv(value - equity, lotValue) : floorDiv(value + equity, lotValue))
}

/** Sells or buys back so many lots by one LIQUIDATION order. */
function closeLots(
  world: World,
  close: { accountId: number; marketId: number; lots: bigint; isToTheEnd: boolean },
): void {
  const { accountId, marketId, lots } = close
  const { isLong, initMarginRatio } = world.accounts[accountId]!.positions.get(marketId)!
  const limit = takeoverPrice(world, { accountId, marketId, isBuy: !isLong, size: lots })
  const collateralBefore = world.accounts[accountId]!.collateral
  const input = { accountId, marketId, isBuy: !isLong, size: lots, limit, initMarginRatio, hasAllRoom: true }
  const tried = fork(world)
  const result = sweep(tried, input)
  const sold = result.value
  if (close.isToTheEnd && result.filled < lots) takeOver(tried, input, result)
  if (result.filled === 0n) return
  keep(world, tried)
  const market = world.markets[marketId]!
  const { isolated } = market.spec
  const account = world.accounts[accountId]!
  const rest = account.positions.get(marketId)
  if (isolated && rest !== undefined) {
    // The margin of a liquidated position stays with what is left of it.
    rest.isolatedMargin += account.collateral - collateralBefore
    account.collateral = collateralBefore
  }
  const fee = charged(world, accountId, takerFee(sold, market))
  const after =
    isolated && rest === undefined
      ? account.collateral - collateralBefore
      : statusOf(world, { accountId, marketId: isolated ? marketId : -1 }).equity
  const penalty = min(ceilDiv(sold * liqFeeRate(world, market), 100_000n), max(0n, after - fee))
  charge(account, market, fee + penalty, { value: 0n, ratio: initMarginRatio })
  distributeFee(world, market, fee, accountId)
  // What was taken over bears no fee, so the fee is spread over what was sold.
  judgeWash(world, input, { ...result, value: sold }, fee)
  world.money.INSURANCE += penalty
  // An isolated loss ends at its own margin.
  const shortfall = isolated ? max(0n, collateralBefore - account.collateral) : 0n
  account.collateral += shortfall
  closeSweep(world, input, result)
  payShortfall(world, shortfall, 'POOL_ISO')
}

/** Stage 5: in SIM all of it to SIM_HOUSE; in REAL backstop, users with an opposing profit, the pool. */
function takeOver(world: World, input: SweepInput, result: Sweep): void {
  const { accountId, marketId, isBuy, size, limit } = input
  const market = world.markets[marketId]!
  const take = (lots: bigint, price: bigint): void => takerFills(world, input, result, { price, lots })
  if (world.isSim) {
    const lots = size - result.filled
    take(lots, limit)
    fillPool(world, market, { isBuy: !isBuy, size: lots, price: limit })
    return
  }
  const taken = backstopTakes(world, market, { isBuy: !isBuy, price: limit, lots: size - result.filled })
  if (taken > 0n) {
    take(taken, limit)
    fillBackstop(world, market, { isBuy: !isBuy, size: taken, price: limit })
  }
  if (result.filled === size || !canDeleverage(world, market)) return
  for (const opposite of ranked(world, [marketId], () => ({ isLong: isBuy, price: limit }))) {
    if (opposite.accountId === accountId) continue
    const position = world.accounts[opposite.accountId]!.positions.get(marketId)!
    const lots = min(position.size, size - result.filled)
    const outcome = closeUser(world, { accountId: opposite.accountId, marketId, lots, price: limit })
    if (!result.parties.includes(opposite.accountId)) result.parties.push(opposite.accountId)
    noteDecrease(result, opposite.accountId, outcome)
    take(lots, limit)
    if (result.filled === size) return
  }
  const rest = size - result.filled
  const last = isBuy ? max(limit, market.mark!) : min(limit, market.mark!)
  take(rest, last)
  fillPool(world, market, { isBuy: !isBuy, size: rest, price: last })
}

/**
 * E4: while something is left, what the pool would ask for the last of these lots, or the bankruptcy price where that is
 * better for the account, inside the band and not beyond the mark.
 */
function takeoverPrice(
  world: World,
  input: { accountId: number; marketId: number; isBuy: boolean; size: bigint },
): bigint {
  const { accountId, marketId, isBuy, size } = input
  const market = world.markets[marketId]!
  const mark = market.mark!
  const bankruptcy = bankruptcyPrice(world, accountId, marketId)
  const hasSome = isBuy ? bankruptcy > mark : bankruptcy < mark
  if (world.isSim || !hasSome) return bankruptcy
  if (market.ladder === undefined) return mark
  const levels = roomlessLevels(market.ladder, { at: inventoryOf(market), isAsk: isBuy, lots: size })
  const quoted = levels.reduce((sum, [, lots]) => sum + lots, 0n)
  // Below a tick nothing is quoted.
  const last = quoted < size ? 0n : levels.at(-1)![0]
  const { lowest, highest } = bandOf(market)
  return isBuy ? clamp(min(bankruptcy, last), mark, highest) : clamp(max(bankruptcy, last), lowest, mark)
}

export const canFireTriggers = (world: World, market: TwinMarket): boolean =>
  market.mode !== 'HALT' &&
  market.freshness !== 'HARD' &&
  !isWarmingUp(world, market) &&
  world.orders.some((order) => order.marketId === market.id && isDormant(order))
