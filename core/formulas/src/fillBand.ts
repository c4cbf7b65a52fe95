/**
 * The fill band: how far from the mark an order may trade. A taker stops at the edge that is dear for it, nothing fills
 * beyond the edge that is dear for it while it rests, and nothing comes to rest there; so neither a stolen key nor a
 * mistake hands an account over in one print.
 */
import { mulDivCeil, mulDivFloor, type Session, type Ticks, ticks } from '@vest/protocol'

/** w of this moment: ⌊fillBandBps · 3 / 2⌋ where the session is thin, in basis points. */
export const fillBandIn = (session: Session, fillBandBps: number): number =>
  session === 'EXTENDED' || session === 'OVERNIGHT' ? Math.floor((fillBandBps * 3) / 2) : fillBandBps

/** lo = ⌈mark · (10⁴ − w) / 10⁴⌉, the lowest price at which anybody sells. */
export const lowestFill = (mark: Ticks, bandBps: number): Ticks =>
  ticks(mulDivCeil(mark, 10_000 - bandBps, 10_000))

/** hi = ⌊mark · (10⁴ + w) / 10⁴⌋, the highest price at which anybody buys. */
export const highestFill = (mark: Ticks, bandBps: number): Ticks =>
  ticks(mulDivFloor(mark, 10_000 + bandBps, 10_000))
