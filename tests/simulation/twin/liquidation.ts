/**
 * 5: accounts whose equity is below their maintenance margin lose orders and positions, the poorest first. Each
 * position goes to book and ladder down to its bankruptcy price; the pool takes the rest at that price.
 */
import { ceilDiv, floorDiv, max, min } from './arithmetic.ts'
import { charge, coverShortfall, distributeFee, fillPool, payShortfall, takerFee } from './ledger.ts'
import { crossStanding, isolatedStanding, maintMarginOf, type Standing } from './margin.ts'
import { closeSweep, sweep, takerFills } from './sweep.ts'
import { isDormant, type TwinMarket, type World } from './world.ts'

interface Candidate {
  readonly accountId: number
  /** The isolated market concerned; -1 = the cross account. */
  readonly marketId: number
  readonly score: bigint
}

export const isWarmingUp = (world: World, market: TwinMarket): boolean =>
  market.operatorMode !== undefined ||
  (market.reopenedAtMs !== undefined && world.nowMs - market.reopenedAtMs < 10_000)

const isShort = (standing: Standing): boolean => standing.equity < standing.maintMargin
const scoreOf = ({ equity, maintMargin }: Standing): bigint =>
  floorDiv(equity * 1_000_000n, max(1n, maintMargin))

export function liquidateAll(world: World): void {
  world.isJudged = true
  const candidates = world.accounts.flatMap(({ id }) => candidatesOf(world, id))
  candidates.sort((a, b) =>
    a.score < b.score ? -1 : a.score > b.score ? 1 : a.accountId - b.accountId || a.marketId - b.marketId,
  )
  for (const { accountId, marketId } of candidates)
    if (marketId < 0) liquidateCross(world, accountId)
    else liquidateIsolated(world, accountId, marketId)
}

function candidatesOf(world: World, accountId: number): Candidate[] {
  const account = world.accounts[accountId]!
  if (account.positions.size === 0 || account.isFrozen) return []
  const found: Candidate[] = []
  let isCrossBlocked = false
  for (const [marketId, position] of account.positions) {
    const market = world.markets[marketId]!
    const isUntrusted = market.mode !== 'HALT' && (market.freshness === 'HARD' || isWarmingUp(world, market))
    if (!market.spec.isolated) {
      if (isUntrusted) isCrossBlocked = true
    } else if (!isUntrusted && market.mode !== 'HALT') {
      const standing = isolatedStanding(world, marketId, position)
      if (isShort(standing)) found.push({ accountId, marketId, score: scoreOf(standing) })
    }
  }
  const standing = crossStanding(world, account)
  if (!isCrossBlocked && isShort(standing)) found.push({ accountId, marketId: -1, score: scoreOf(standing) })
  return found
}

function liquidateCross(world: World, accountId: number): void {
  const account = world.accounts[accountId]!
  const closable = [...account.positions.keys()].filter((id) => {
    const { spec, mode } = world.markets[id]!
    return !spec.isolated && mode !== 'HALT'
  })
  if (closable.length === 0) return
  world.orders = world.orders.filter((order) => order.accountId !== accountId)
  if (!isShort(crossStanding(world, account))) return
  const byMargin = closable
    .map((id) => ({
      id,
      margin: maintMarginOf(world.markets[id]!, account.positions.get(id)!),
      symbol: world.markets[id]!.spec.symbol,
    }))
    .sort((a, b) => Number(b.margin - a.margin) || (a.symbol < b.symbol ? -1 : 1))
  for (const { id } of byMargin) closePosition(world, accountId, id)
  coverShortfall(world, world.accounts[accountId]!)
}

function liquidateIsolated(world: World, accountId: number, marketId: number): void {
  const position = world.accounts[accountId]!.positions.get(marketId)
  if (position === undefined || !isShort(isolatedStanding(world, marketId, position))) return
  world.orders = world.orders.filter((order) => order.accountId !== accountId || order.marketId !== marketId)
  closePosition(world, accountId, marketId)
}

/** Sells or buys back the whole position by one LIQUIDATION order. */
function closePosition(world: World, accountId: number, marketId: number): void {
  const { isolated, maintMarginRatio } = world.markets[marketId]!.spec
  const position = world.accounts[accountId]!.positions.get(marketId)!
  const { isLong, size, initMarginRatio } = position
  const { mark, scale } = world.markets[marketId]!
  const standing = isolated
    ? isolatedStanding(world, marketId, position)
    : crossStanding(world, world.accounts[accountId]!)
  const value = mark! * size * scale
  // (5.2): the price at which nothing is left.
  const bankruptcy = isLong
    ? ceilDiv(value - standing.equity, size * scale)
    : floorDiv(value + standing.equity, size * scale)
  const limit = max(1n, bankruptcy)
  const collateralBefore = world.accounts[accountId]!.collateral
  const input = { accountId, marketId, isBuy: !isLong, size, limit, initMarginRatio, hasAllRoom: true }
  const result = sweep(world, input)
  const market = world.markets[marketId]!
  const sold = result.value
  if (result.filled < size) {
    const lots = size - result.filled
    takerFills(world, input, result, { price: limit, lots })
    fillPool(world, market, { isBuy: isLong, size: lots, price: limit })
  }
  const account = world.accounts[accountId]!
  const fee = takerFee(sold, market)
  const after = isolated ? account.collateral - collateralBefore : crossStanding(world, account).equity
  const feeRate = min(
    BigInt(world.parameters.liquidationFeeMaxRate),
    floorDiv(BigInt(maintMarginRatio) * 10n, 4n),
  )
  const penalty = min(ceilDiv(sold * feeRate, 100_000n), max(0n, after - fee))
  charge(account, market, fee + penalty, { value: 0n, ratio: initMarginRatio })
  distributeFee(world, market, fee)
  world.money.INSURANCE += penalty
  // An isolated loss ends at its own margin.
  const shortfall = isolated ? max(0n, collateralBefore - account.collateral) : 0n
  account.collateral += shortfall
  closeSweep(world, input, result)
  payShortfall(world, shortfall, 'POOL_ISO')
}

export const canFireTriggers = (world: World, market: TwinMarket): boolean =>
  market.mode !== 'HALT' &&
  market.freshness !== 'HARD' &&
  !isWarmingUp(world, market) &&
  world.orders.some((order) => order.marketId === market.id && isDormant(order))
