/** 5.6 and 7.7: users on the other side with a profit close, by rank, so that a loss ends where it is. */
import { ceilDiv, floorDiv, max, min } from './arithmetic.ts'
import { backstopCapital } from './backstop.ts'
import { coverShortfall, fillBackstop, fillPool, fillUser } from './ledger.ts'
import { crossStatus, isolatedStatus } from './margin.ts'
import { poolValue } from './pool.ts'
import { trimReduceOnly } from './sweep.ts'
import { inventoryOf, type TwinMarket, type World } from './world/index.ts'

interface Ranked {
  readonly accountId: number
  readonly marketId: number
  readonly score: bigint
}

export const isWarmingUp = (world: World, market: TwinMarket): boolean =>
  market.operatorMode !== undefined || isJustReopened(world, market)
const isJustReopened = ({ nowMs }: World, { reopenedAtMs }: TwinMarket): boolean =>
  reopenedAtMs !== undefined && nowMs - reopenedAtMs < 10_000

/** Older than that at this very command, whatever was noted of it before. */
const isOlder = ({ nowMs }: World, { indexTimeMs }: TwinMarket, mostMs: number): boolean =>
  nowMs - indexTimeMs > mostMs

/** 2.2: who holds a market that is hard stale, or has not come back from it, is not liquidated. */
export function isUntrusted(world: World, market: TwinMarket): boolean {
  if (market.mode === 'HALT') return market.haltCause === 'REOPENING'
  const isStale = market.freshness === 'HARD' || isOlder(world, market, market.spec.risk.hardStaleMs)
  // The operator's word says nothing against a price.
  return isStale || isJustReopened(world, market)
}

/** Whose positions liquidation leaves alone: a market that is halted or one in which no order takes. */
export const isLeftAlone = ({ mode, operatorMode }: TwinMarket): boolean =>
  mode === 'HALT' || operatorMode !== undefined

/** 2.2: a market that is softly stale or worse deleverages no account. */
export const canDeleverage = (world: World, market: TwinMarket): boolean =>
  market.mode !== 'HALT' &&
  market.freshness === 'FRESH' &&
  !isOlder(world, market, market.spec.risk.softStaleMs) &&
  !market.isHeld &&
  !isWarmingUp(world, market)

/** (5.3), the highest first; who would close worse than at entry is left out. */
export function ranked(
  world: World,
  marketIds: readonly number[],
  of: (id: number) => { isLong: boolean; price: bigint },
): Ranked[] {
  const found: Ranked[] = []
  for (const marketId of marketIds) {
    const market = world.markets[marketId]!
    const { isLong, price } = of(marketId)
    for (const account of world.accounts) {
      const held = account.positions.get(marketId)
      if (held === undefined || held.isLong !== isLong) continue
      const value = market.mark! * held.size * market.scale
      const profit = isLong ? value - held.cost : held.cost - value
      const atPrice = price * held.size * market.scale
      if (profit <= 0n || (isLong ? atPrice < held.cost : atPrice > held.cost)) continue
      const { equity } = market.spec.isolated
        ? isolatedStatus(world, marketId, held)
        : crossStatus(world, account)
      const score =
        floorDiv(profit * 1_000_000n, max(1n, held.cost)) * floorDiv(value * 10_000n, max(1n, equity))
      found.push({ accountId: account.id, marketId, score })
    }
  }
  return found.sort((a, b) =>
    a.score > b.score ? -1 : a.score < b.score ? 1 : a.accountId - b.accountId || a.marketId - b.marketId,
  )
}

/** Closes so many lots of a user at a price, without a fee. Who takes the other side is the caller's. */
export function closeUser(
  world: World,
  input: { accountId: number; marketId: number; lots: bigint; price: bigint },
): { isDecrease: boolean; isEnd: boolean } {
  const { accountId, marketId, lots, price } = input
  const account = world.accounts[accountId]!
  const isBuy = !account.positions.get(marketId)!.isLong
  return fillUser(world, account, world.markets[marketId]!, { isBuy, size: lots, price, initMarginRatio: 0n })
}

function closeAgainst(
  world: World,
  input: { accountId: number; marketId: number; most: bigint; price: bigint },
  fill: typeof fillPool,
): void {
  const { accountId, marketId, most, price } = input
  const account = world.accounts[accountId]!
  const { isLong, size } = account.positions.get(marketId)!
  const lots = min(size, most)
  const { isEnd } = closeUser(world, { accountId, marketId, lots, price })
  fill(world, world.markets[marketId]!, { isBuy: isLong, size: lots, price })
  trimReduceOnly(world, accountId, marketId, isEnd)
  coverShortfall(world, account)
}

/** The backstop loses its allocation and no more. */
export function limitBackstopLoss(world: World): void {
  const held = world.markets.filter(({ backstop }) => backstop !== undefined)
  const isDoubtful = held.some((market) => isUntrusted(world, market))
  if (held.length === 0 || isDoubtful || backstopCapital(world) >= 0n) return
  const marginOf = ({ mark, scale, backstop, spec }: TwinMarket): bigint =>
    ceilDiv(mark! * backstop!.size * scale * BigInt(spec.maintMarginRatio), 10_000n)
  const order = held
    .filter((market) => canDeleverage(world, market))
    .map((market) => ({ market, margin: marginOf(market) }))
    .sort((a, b) => Number(b.margin - a.margin) || (a.market.spec.symbol < b.market.spec.symbol ? -1 : 1))
  for (const { market } of order) {
    const capital = backstopCapital(world)
    if (capital >= 0n) return
    const { isLong, size } = market.backstop!
    const lotValue = size * market.scale
    const value = market.mark! * lotValue
    const price = max(1n, isLong ? ceilDiv(value - capital, lotValue) : floorDiv(value + capital, lotValue))
    for (const { accountId } of ranked(world, [market.id], () => ({ isLong: !isLong, price }))) {
      if (market.backstop === undefined) break
      closeAgainst(world, { accountId, marketId: market.id, most: market.backstop.size, price }, fillBackstop)
    }
    const rest = market.backstop?.size ?? 0n
    if (rest === 0n) continue
    fillBackstop(world, market, { isBuy: !isLong, size: rest, price: market.mark! })
    fillPool(world, market, { isBuy: isLong, size: rest, price: market.mark! })
  }
  const beyond = -backstopCapital(world)
  if (beyond <= 0n || world.markets.some(({ backstop }) => backstop !== undefined)) return
  world.money.BACKSTOP += beyond
  world.money.POOL -= beyond
}

/** 7.7: opposing users close at the mark until NAV and insurance cover the pool's margin. */
export function deleveragePool(world: World): void {
  const isCovered = (): boolean => {
    const { low, maintMargin: maint } = poolValue(world)
    return low + world.money.INSURANCE >= maint
  }
  if (world.solvency !== 'INSOLVENT' || isCovered()) return
  const ids = world.markets
    .filter((market) => market.pool !== undefined && !market.spec.isolated && canDeleverage(world, market))
    .map(({ id }) => id)
  const order = ranked(world, ids, (id) => {
    const { pool, mark } = world.markets[id]!
    return { isLong: !pool!.isLong, price: mark! }
  })
  for (const { accountId, marketId } of order) {
    const market = world.markets[marketId]!
    const inventory = inventoryOf(market)
    if (inventory === 0n) continue
    const most = inventory < 0n ? -inventory : inventory
    closeAgainst(world, { accountId, marketId, most, price: market.mark! }, fillPool)
    if (isCovered()) return
  }
}
