/**
 * The single price of a liquidation. Users may buy no cheaper, and the rest that book and ladder leave is taken over
 * at it by any counterparty: the account's result does not depend on the orders that filled the pool's capacity
 * before.
 */
import { poolAskPrice, poolBidPrice } from '@vest/formulas'
import { type Ticks, ticks } from '@vest/protocol'
import { highestFillIn, lowestFillIn } from '../markets/index.ts'
import { inventoryOf, type Market } from '../state/index.ts'

/**
 * For an account with equity left: the price of the pool's ladder for the last of `size` lots, regardless of capacity,
 * or the bankruptcy price if that is better for the account:
 *
 *   sold:    max( bankruptcy price, bid(inventory + size − 1), lowest fill ), at most the mark
 *   bought:  min( bankruptcy price, ask(inventory − size + 1), highest fill ), at least the mark
 *
 * Without equity it is the bankruptcy price, which is at the mark or beyond; without a ladder it is the mark.
 */
export function takeoverPrice(
  market: Market,
  { isBuy, size, bankruptcy }: { readonly isBuy: boolean; readonly size: number; readonly bankruptcy: Ticks },
): Ticks {
  const mark = market.mark!
  if (isBuy ? bankruptcy <= mark : bankruptcy >= mark) return bankruptcy
  const { ladder } = market
  if (ladder === undefined) return mark
  const inventory = inventoryOf(market)
  return ticks(
    isBuy
      ? Math.max(
          mark,
          Math.min(bankruptcy, poolAskPrice(ladder, inventory - size + 1), highestFillIn(market)),
        )
      : Math.min(
          mark,
          Math.max(bankruptcy, poolBidPrice(ladder, inventory + size - 1), lowestFillIn(market)),
        ),
  )
}
