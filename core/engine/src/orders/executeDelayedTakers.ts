/** The end of the taker delay: what has waited is checked once more, and meets the book as it is now. */
import { lots } from '@vest/protocol'
import type { MarketId, PlaceOrder } from '../api/index.ts'
import { isOverdue, takeDelayed } from '../book/index.ts'
import { noncesOf } from '../keys/index.ts'
import { type DelayedOrder, type Exchange, findPosition, NONE, writeOrder } from '../state/index.ts'
import { admitOrder } from './placeOrder.ts'

/**
 * Before every command but index prices, so mostly in vain. The first decides: they stand in the order in which they
 * came, time never goes back, and one delay, the present one, holds for all, also when it was changed while they waited.
 */
export function executeOverdue(exchange: Exchange): void {
  const [first] = exchange.delayed.byId.values()
  if (!isOverdue(exchange, first!)) return
  execute(exchange, (one) => isOverdue(exchange, one))
}

/** These markets have an index price: an order that arrived before the price was taken is executed at it. */
export function executeFresh(exchange: Exchange, marketIds: readonly MarketId[]): void {
  execute(
    exchange,
    (one) =>
      isOverdue(exchange, one) ||
      (marketIds.includes(one.marketId) &&
        exchange.market(one.marketId).indexTimeMs >= one.record.postTimeMs),
  )
}

function execute(exchange: Exchange, isReady: (one: DelayedOrder) => boolean): void {
  const { work } = exchange
  for (const one of takeDelayed(exchange, isReady)) {
    const { accountId, marketId } = one
    const command = one.isClosing === true ? closingWhatIsLeft(exchange, one) : one.command
    writeOrder(work.row, 0, command, accountId, noncesOf(exchange, command.signer).index, marketId)
    work.isDelayOver = true
    admitOrder(exchange, work.row, 0, command)
    work.isDelayOver = false
  }
}

/** A stop, or an order that rested, may have closed a part: the rest of it is to close all the same, and not to be refused (3019). */
function closingWhatIsLeft(exchange: Exchange, { command, accountId, marketId }: DelayedOrder): PlaceOrder {
  const { accountRows, positionRows } = exchange
  const at = findPosition(accountRows, positionRows, accountId, marketId)
  const held = at === NONE ? command.size : lots(exchange.positionRows.size(at))
  return held < command.size ? { ...command, size: held } : command
}
