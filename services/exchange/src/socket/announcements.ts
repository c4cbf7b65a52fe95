/**
 * Whether an order has been told of before. Of an order that is filled as it comes the engine tells its fills, and of one
 * that ends as it comes its end. Its owner hears of every order that was accepted as NEW first, and asks here whether that
 * has still to be said. Orders of one millisecond are remembered, and no others: a later state bears a later time.
 */
import type { EventEnvelope, OrderRecord } from '@vest/engine'

export interface Announcements {
  /** Asked for every state of every order, in order; true = it was accepted and nothing has been told of it. */
  isUnheardOf(order: OrderRecord, envelope: Pick<EventEnvelope, 'timeMs'>): boolean
}

export function createAnnouncements(): Announcements {
  const told = new Set<string>()
  let toldMs = -1
  return {
    isUnheardOf({ id, status, postTimeMs }, { timeMs }) {
      if (timeMs !== toldMs) {
        told.clear()
        toldMs = timeMs
      }
      if (postTimeMs !== timeMs || told.has(id)) return false
      told.add(id)
      return status !== 'NEW' && status !== 'REJECTED'
    },
  }
}
