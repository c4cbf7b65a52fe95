/** Open interest of a market after a plan, and whether it stays within the cap (3010, 3026). */
import { mulDivFloor } from '@vest/protocol'
import { sessionRoomPercent } from '../pool/index.ts'
import type { Exchange, Market } from '../state/index.ts'

/** Maximum value held in one SIM market: a quarter of `VAULT_MAX_USD6`, so its price may grow fourfold. */
const SIM_HELD_MAX_USD6 = 1_000_000_000_000_000

/**
 * value(index, open interest of a side) <= cap of the market in this session. The cap bounds what users hold against
 * the pool; SIM does not count there. SIM has a separate bound: its markets measure no sides, so an order's size is
 * added to the sum of all positions.
 */
export function fitsOpenInterest(exchange: Exchange, market: Market, sideOi: number): boolean {
  const { index, scale, sim, openInterestCapUsd6: full } = market
  if (index === undefined) return false
  if (sim !== undefined) return (sim.heldLots + sideOi) * index * scale <= SIM_HELD_MAX_USD6
  const percent = sessionRoomPercent(market)
  return sideOi * index * scale <= (percent === 100 ? full : mulDivFloor(full, percent, 100))
}
