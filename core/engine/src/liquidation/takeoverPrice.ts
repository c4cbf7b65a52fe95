/**
 * The one price of a liquidation. Users may buy no cheaper, and whatever book and ladder leave goes on at it, whoever
 * takes it: what an account gets does not depend on who has filled the pool's room before.
 */
import { highestFillIn, lowestFillIn } from '../markets/index.ts'
import { inventoryOf, type Market } from '../state/index.ts'
import { poolAskPrice, poolBidPrice } from '@vest/formulas'
import { type Ticks, ticks } from '@vest/protocol'

/**
 * Of an account that still has something, what the pool's ladder asks for the last of so many lots, room or not, or the
 * bankruptcy price where that is better for it:
 *
 *   sold:    max( bankruptcy price, bid(inventory + size − 1), lowest fill ), at most the mark
 *   bought:  min( bankruptcy price, ask(inventory − size + 1), highest fill ), at least the mark
 *
 * Where nothing is left it is the bankruptcy price, which lies at the mark or beyond; without a ladder it is the mark.
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
