/**
 * Equity of an account of the capital programme after its stop has filled, or after a liquidation of its position, and
 * the price of one market that ends the account. Only that market moves; a stop fills at its own price, for the taker
 * fee.
 */
import { divCeil, type Lots, type Ticks, ticks, type Usd6 } from '@vest/protocol'
import { accountAfterFills, type FilledMarket } from './accountAfterFills.ts'
import { type AccountFacts, accountSummary, type SummaryPosition } from './accountSummary.ts'

/** `position` as it is among the facts, and its market. */
export interface HeldAmongFacts {
  readonly facts: AccountFacts
  readonly position: SummaryPosition
  readonly market: Pick<FilledMarket, 'takerFeeRate' | 'isIsolated'>
}

/** The same account with another mark for the position's market. */
function withMark({ facts, position }: Omit<HeldAmongFacts, 'market'>, mark: Ticks) {
  const moved = { ...position, market: { ...position.market, mark } }
  const positions = facts.positions.map((one) => (one === position ? moved : one))
  return { position: moved, facts: { ...facts, positions } }
}

/** Equity after this many lots of the position were closed at the stop, with the mark there. */
export function equityAtStop(
  held: HeldAmongFacts,
  stop: { readonly price: Ticks; readonly size: Lots },
): Usd6 {
  const { facts, position } = withMark(held, stop.price)
  const after = accountAfterFills(
    facts,
    position,
    { ...held.market, moment: position.market },
    {
      isBuy: !position.isLong,
      parts: [stop],
      initMarginRatio: position.initMarginRatio,
    },
  )
  return accountSummary(after.facts).equity
}

/** Equity with the mark of the position's market at this price, without a close. */
export const equityAtMark = (held: Omit<HeldAmongFacts, 'market'>, mark: Ticks): Usd6 =>
  accountSummary(withMark(held, mark).facts).equity

/**
 *   long :  mark − ⌈ (E − F) / (size · K) ⌉      <= 0 ⇒ none
 *   short:  mark + ⌈ (E − F) / (size · K) ⌉
 *
 * The first tick, away from the mark, at which equity has reached the floor; the mark if it has already.
 */
export function floorPrice(input: {
  readonly isLong: boolean
  readonly size: Lots
  readonly mark: Ticks
  readonly scale: number
  readonly equity: Usd6
  readonly floor: Usd6
}): Ticks | undefined {
  const { isLong, size, mark, scale, equity, floor } = input
  const distance = divCeil(Math.max(0, equity - floor), size * scale)
  const price = isLong ? mark - distance : mark + distance
  return price > 0 && Number.isSafeInteger(price) ? ticks(price) : undefined
}
