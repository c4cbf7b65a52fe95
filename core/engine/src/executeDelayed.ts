/** The end of the taker delay: what has waited is checked once more, and meets the book as it is now. */
import { writeOrder } from './commandRows.ts'
import type { MarketId } from './command.ts'
import { admitOrder } from './placeOrder.ts'
import { noncesOf } from './replayGuard.ts'
import type { Exchange } from './state.ts'
import { type DelayedOrder, isOverdue, takeDelayed } from './takerDelay.ts'

/**
 * Before every command but index prices, so mostly in vain. The first decides: they stand in the order in which they
 * came, time never goes back, and one delay, the present one, holds for all, also when it was changed while they waited.
 */
export function executeOverdue(exchange: Exchange): void {
  const [first] = exchange.delayed.byId.values()
  if (!isOverdue(exchange, first!)) return
  execute(exchange, (one) => isOverdue(exchange, one))
}

/** These markets have an index price: whoever came no later than it was taken meets it. */
export function executeFresh(exchange: Exchange, marketIds: readonly MarketId[]): void {
  execute(
    exchange,
    (one) =>
      isOverdue(exchange, one) ||
      (marketIds.includes(one.marketId) &&
        exchange.markets[one.marketId]!.indexTimeMs >= one.record.postTimeMs),
  )
}

function execute(exchange: Exchange, isReady: (one: DelayedOrder) => boolean): void {
  const { work } = exchange
  for (const { command, accountId, marketId } of takeDelayed(exchange, isReady)) {
    writeOrder(work.row, 0, command, accountId, noncesOf(exchange, command.signer).index, marketId)
    work.isDelayOver = true
    admitOrder(exchange, work.row, 0, command)
    work.isDelayOver = false
  }
}
