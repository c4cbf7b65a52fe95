/** The ladder that an account of SIM meets: that of REAL, from where its own position would have put the pool. */
import { ceilDiv, clamp, floorDiv, max, min } from '../arithmetic.ts'
import type { PoolLevel } from '../pool.ts'
import { inventoryOf, type TwinLadder, type TwinMarket, type World } from '../world/index.ts'

const MILLION = 1_000_000n

/**
 * Where the pool would be if this account's position stood against it; a pool whose inventory
 * would make this side better for the account counts as one without.
 */
function inventoryFor(sim: World, market: TwinMarket, accountId: number, isAsk: boolean): bigint {
  const held = sim.accounts[accountId]!.positions.get(market.id)
  const pool = inventoryOf(market)
  const isBetter = isAsk ? pool > 0n : pool < 0n
  const counted = isBetter ? 0n : pool
  return counted - (held === undefined ? 0n : held.isLong ? held.size : -held.size)
}

/** (1.2) and (1.3) from there, best first, as many lots as are wanted and one order may have. */
export function mirroredLevels(
  sim: World,
  market: TwinMarket,
  input: { accountId: number; isAsk: boolean; lots: bigint; hasAllRoom: boolean },
): PoolLevel[] {
  const { ladder } = market
  if (ladder === undefined) return []
  const { isAsk, hasAllRoom } = input
  const lots = hasAllRoom ? input.lots : min(input.lots, floorDiv(ladder.limit * 20n, 100n))
  return roomlessLevels(ladder, { at: inventoryFor(sim, market, input.accountId, isAsk), isAsk, lots })
}

/** So many lots of a ladder from an inventory on, whatever room it has. */
export function roomlessLevels(
  ladder: TwinLadder,
  from: { at: bigint; isAsk: boolean; lots: bigint },
): PoolLevel[] {
  const { index, limit, cell, halfSpread } = ladder
  const { isAsk } = from
  let { at, lots: left } = from
  const levels: PoolLevel[] = []
  while (left > 0n) {
    const edge = isAsk ? (ceilDiv(at, cell) - 1n) * cell : (floorDiv(at, cell) + 1n) * cell
    const inside = clamp(edge, -limit, limit)
    const share = (isAsk ? floorDiv : ceilDiv)(inside * MILLION, limit)
    const isTakenBack = isAsk ? edge >= 0n : edge <= 0n
    const skewMax = isTakenBack ? ladder.skewBack : ladder.skewMax
    const price = isAsk
      ? ceilDiv(index * (MILLION + halfSpread + ceilDiv(-skewMax * share, MILLION)), MILLION)
      : floorDiv(index * (MILLION - halfSpread + floorDiv(-skewMax * share, MILLION)), MILLION)
    if (price < 1n) break
    // The price holds to the end of the cell; beyond the limit to the cell that reaches over it, or for ever.
    const isEndless = isAsk ? edge <= -limit : edge >= limit
    const over = ceilDiv(limit, cell) * cell
    const end = isAsk ? min(edge, over) : max(edge, -over)
    const size = isEndless ? left : min(left, isAsk ? at - end : end - at)
    levels.push([price, size, 'pool'])
    at += isAsk ? -size : size
    left -= size
  }
  return levels
}
