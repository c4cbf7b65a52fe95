/** When prices are too old to trade at. */
import { type TwinMarket, type World } from './world/index.ts'

export const isHardStale = (world: World, market: TwinMarket): boolean =>
  market.index === undefined || world.nowMs - market.indexTimeMs > market.spec.risk.hardStaleMs
