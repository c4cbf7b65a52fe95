/** Records what the end of the command, or of its step, must do. */
import type { MarketId } from '../../api/index.ts'
import { Exchange } from '../exchange.ts'
import { Market } from '../market.ts'
import { NONE } from '../tables/orderLayout.ts'

/** The end of the command checks the capital account. */
export const scheduleCapitalCheck = (exchange: Exchange, accountId: number): void =>
  void exchange.work.capitalDue.push(accountId)

export function markBookChanged(exchange: Exchange, { id, sim }: Market): void {
  if (sim !== undefined) return
  const { work } = exchange
  if (work.bookChanged === id) return
  if (work.bookChanged === NONE) work.bookChanged = id
  else if (!work.moreBooksChanged.includes(id)) work.moreBooksChanged.push(id)
}

export const scheduleCross = ({ work }: Exchange, marketId: MarketId): void => {
  const { booksToCross } = work
  work.hasWorkAtEnd = true
  if (booksToCross.length === 0 || !booksToCross.includes(marketId)) booksToCross.push(marketId)
}

export const markTickerChanged = ({ work }: Exchange, marketId: MarketId): void => {
  work.hasWorkAtEnd = true
  work.tickersChanged.push(marketId)
}

export const markCapsChanged = ({ work }: Exchange): void => {
  work.hasWorkAtEnd = work.areCapsMoved = true
}

export const scheduleSimSync = ({ work }: Exchange): void => {
  work.hasWorkAtEnd = work.isSimSyncDue = true
}

/** Records a time at which a later command has something to do (`dueTimes.ts`). */
export function scheduleDueTime({ work }: Exchange, atMs: number): void {
  if (atMs < work.dueMs) work.dueMs = atMs
}
