/**
 * What ended an account at a loss limit, read from its certificate: what changed in the command of the verdict, and
 * without which the account would not have been lost yet.
 *
 * A cause is named only where the certificate shows it. An account that had been lost before, while the price of one of
 * its markets could not be trusted, is named by the reopening of that market; without a reopening there is none to name.
 */
import { ticks, type Ticks, type VerdictBody } from '@vest/protocol'
import { verdictLevel } from './capitalLimits.ts'
import { verdictEquity } from './recomputeVerdict.ts'

interface PriceOf {
  readonly symbol: string
  readonly price: Ticks
  /** Absent: the certificate does not tell, since nothing of the market is held any more. */
  readonly priceDecimals?: number
}

export type VerdictCause =
  /** The mark of this market, which moved in the command. */
  | ({ readonly kind: 'MARK' } & PriceOf)
  /** The market had reopened; its mark is believed only some seconds later. */
  | ({ readonly kind: 'REOPENING' } & PriceOf)
  | { readonly kind: 'FUNDING'; readonly symbol: string }
  | ({ readonly kind: 'FILL' } & PriceOf)
  | { readonly kind: 'CORPORATE_ACTION'; readonly symbol: string }
  /** A new day moved the floor of the day. */
  | { readonly kind: 'DAY' }

type Position = VerdictBody['positions'][number]

/** Undefined of a goal, which must stand for a while, and where the certificate does not show the cause. */
export function verdictCause(body: VerdictBody): VerdictCause | undefined {
  const { verdict, limits } = body
  if (verdict === 'GOAL') return undefined
  const isLost = (positions: readonly Position[]): boolean =>
    verdictEquity({ ...body, positions: [...positions] }) <= verdictLevel(verdict, limits)
  if (!isLost(body.positions.map(beforeMark))) {
    const moved = costliest(body, beforeMark)
    return moved && { kind: 'MARK', ...markOf(moved) }
  }
  if (!isLost(body.positions.map(beforeFunding))) {
    const charged = costliest(body, beforeFunding)
    return charged && { kind: 'FUNDING', symbol: charged.symbol }
  }
  return entryOf(body) ?? reopeningOf(body)
}

const beforeMark = (position: Position): Position => ({
  ...position,
  mark: position.markBefore ?? position.mark,
})

const beforeFunding = (position: Position): Position => ({
  ...position,
  cumFunding: position.cumFundingBefore ?? position.cumFunding,
})

const markOf = ({ symbol, mark, priceDecimals }: Position): PriceOf => ({
  symbol,
  price: ticks(mark),
  priceDecimals,
})

/** The position whose change cost the most; undefined: none cost anything. */
function costliest(body: VerdictBody, before: (position: Position) => Position): Position | undefined {
  const { positions } = body
  const equity = verdictEquity(body)
  let most = 0
  let found: Position | undefined
  for (const [at, position] of positions.entries()) {
    const cost = verdictEquity({ ...body, positions: positions.with(at, before(position)) }) - equity
    if (cost > most) [most, found] = [cost, position]
  }
  return found
}

/** What was booked at the moment of the verdict: the fill first, which a payment of funding may go with. */
function entryOf({
  time,
  openedTime,
  fills,
  adjustments,
  resets,
  positions,
}: VerdictBody): VerdictCause | undefined {
  const fill = fills.at(-1)
  if (fill?.time === time) {
    const { symbol, price } = fill
    const held = positions.find((position) => position.symbol === symbol)
    const decimals = held === undefined ? {} : { priceDecimals: held.priceDecimals }
    return { kind: 'FILL', symbol, price: ticks(price), ...decimals }
  }
  const adjusted = adjustments.findLast((entry) => entry.time === time && entry.pnl < 0)
  if (adjusted !== undefined) return { kind: 'CORPORATE_ACTION', symbol: adjusted.symbol }
  return time > openedTime && resets.at(-1)?.time === time ? { kind: 'DAY' } : undefined
}

/** A mark is believed ten seconds after the reopening; the next one decides. */
const REOPENED_MAX_MS = 60_000

/** The market that reopened last. Only a mark can show that one has become trusted. */
function reopeningOf({ positions, time }: VerdictBody): VerdictCause | undefined {
  if (positions.every(({ markBefore }) => markBefore === null)) return undefined
  const reopened = positions
    .filter(({ reopenedTime }) => reopenedTime !== null && time - reopenedTime < REOPENED_MAX_MS)
    .sort((a, b) => b.reopenedTime! - a.reopenedTime!)[0]
  return reopened && { kind: 'REOPENING', ...markOf(reopened) }
}
