/**
 * 5.5: the backstop as a sub-account of the pool. It may lose a tenth of NAV, hold a quarter of the inventory limit per
 * market, and shows two hundredths of what it holds per minute.
 */
import { floorDiv, max, min } from './arithmetic.ts'
import { ownProfit } from './pool.ts'
import type { TwinMarket, World } from './world/index.ts'

/** What it may still lose. */
export function backstopCapital(world: World): bigint {
  let capital =
    floorDiv(max(0n, world.nav.POOL) * BigInt(world.parameters.backstopAllocationPercent), 100n) +
    world.money.BACKSTOP
  for (const market of world.markets)
    if (market.backstop !== undefined) capital += ownProfit(market, market.backstop, market.mark!)
  return capital
}

/** How many of `lots` it takes over at a price. */
export function backstopTakes(
  world: World,
  market: TwinMarket,
  takeover: { isBuy: boolean; price: bigint; lots: bigint },
): bigint {
  const { isBuy, price } = takeover
  const capital = backstopCapital(world)
  if (market.spec.isolated || capital <= 0n) return 0n
  const { backstop } = market
  const sameSide = backstop === undefined ? 0n : backstop.isLong === isBuy ? backstop.size : -backstop.size
  // Without a ladder there is no room to grow, but still all that it holds to give.
  const room = max(0n, floorDiv((market.ladder?.limit ?? 0n) * 25n, 100n) - sameSide)
  const loss = (isBuy ? price - market.mark! : market.mark! - price) * market.scale
  const bearable = loss <= 0n ? room : floorDiv(capital, loss)
  return min(takeover.lots, min(room, bearable))
}

export function renewOffer(world: World, market: TwinMarket): void {
  const minute = Math.floor(world.nowMs / 60_000)
  const { backstop } = market
  if (backstop === undefined || backstop.minute === minute) return
  backstop.minute = minute
  backstop.offered = max(1n, floorDiv(backstop.size * 2n, 100n))
}
