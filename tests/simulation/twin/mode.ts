/** The mode of a market, and since when; a change of it takes the pool's quotes anew. */
import { refreshLadder } from './pool.ts'
import type { TwinMarket, World } from './world/index.ts'

export function setMode(
  world: World,
  market: TwinMarket,
  mode: TwinMarket['mode'],
  cause?: TwinMarket['haltCause'],
): void {
  market.haltCause = cause
  if (market.mode === mode) return
  market.mode = mode
  market.modeSinceMs = world.nowMs
  refreshLadder(world, market)
}
