/**
 * Users on one side of a market by rank, for the duration of a command that liquidates: an account that took part in a
 * settlement is ranked again, all others keep their rank. A gap through a market without a backstop can have as many
 * liquidations without a buyer as holders, and without this queue each would scan all the others. None of it is state.
 */
import {
  type Exchange,
  holdersInAny,
  type Market,
  NONE,
  type Opposite,
  type RankedOpposites,
  TAKER,
} from '../state/index.ts'
import { byRank, oppositeOf } from './deleverageCandidates.ts'

/** The candidates of a side of a market with their current figures, ranked at the first request. */
export function rankedOpposites(exchange: Exchange, market: Market, isLong: boolean): readonly Opposite[] {
  const { ranked } = exchange.work
  const known = ranked.find((one) => one.market === market && one.isLong === isLong)
  if (known !== undefined) return known.list
  const list = holdersInAny(exchange.accountRows, [market.id])
    .flatMap((accountId) => oppositeOf(exchange, market, accountId, isLong) ?? [])
    .sort((a, b) => byRank(b, a))
  ranked.push({ market, isLong, list, byAccount: new Map(list.map((one) => [one.accountId, one])) })
  return list
}

/** Updates the queue after the plan of a liquidation was settled. */
export function rankAnew(exchange: Exchange): void {
  const { projections } = exchange.scratch
  const { ranked } = exchange.work
  if (ranked.length === 0) return
  for (let projection = TAKER; projection !== NONE; projection = projections.next(projection)) {
    if (!projections.hasFill(projection)) continue
    for (const one of ranked) rankOne(exchange, one, projections.accountId(projection))
  }
}

/** Clears the queue after the last liquidation: later steps may change any account. */
export function forgetRanks({ work }: Exchange): void {
  if (work.ranked.length > 0) work.ranked = []
}

function rankOne(
  exchange: Exchange,
  { market, isLong, list, byAccount }: RankedOpposites,
  accountId: number,
): void {
  const before = byAccount.get(accountId)
  if (before !== undefined) {
    list.splice(placeOf(list, before), 1)
    byAccount.delete(accountId)
  }
  const after = oppositeOf(exchange, market, accountId, isLong)
  if (after === undefined) return
  list.splice(placeOf(list, after), 0, after)
  byAccount.set(accountId, after)
}

/** Number of candidates that rank behind it. */
function placeOf(list: readonly Opposite[], one: Opposite): number {
  let [from, to] = [0, list.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (byRank(one, list[middle]!) < 0) from = middle + 1
    else to = middle
  }
  return from
}
