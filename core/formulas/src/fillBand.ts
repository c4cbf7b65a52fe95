/**
 * The fill band: how far from the mark an order may trade. A taker stops at the end of the band that is unfavourable
 * to it; a resting order neither fills nor comes to rest beyond that end. So neither a stolen key nor a mistake can
 * lose the whole account in one fill.
 */
import { mulDivCeil, mulDivFloor, type Session, type Ticks, ticks } from '@vest/protocol'

/** w at this moment: ⌊fillBandBps · 3 / 2⌋ outside the regular session, in basis points. */
export const fillBandIn = (session: Session, fillBandBps: number): number =>
  session === 'EXTENDED' || session === 'OVERNIGHT' ? Math.floor((fillBandBps * 3) / 2) : fillBandBps

/** lo = ⌈mark · (10⁴ − w) / 10⁴⌉, the lowest price at which an order may sell. */
export const lowestFill = (mark: Ticks, bandBps: number): Ticks =>
  ticks(mulDivCeil(mark, 10_000 - bandBps, 10_000))

/** hi = ⌊mark · (10⁴ + w) / 10⁴⌋, the highest price at which an order may buy. */
export const highestFill = (mark: Ticks, bandBps: number): Ticks =>
  ticks(mulDivFloor(mark, 10_000 + bandBps, 10_000))
