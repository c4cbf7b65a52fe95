/** Ids of what the exchange creates itself: 0x + 64 hex digits made of the sequence number and a counter. */
import type { Id } from '@vest/protocol'
import type { Exchange } from '../exchange.ts'

/** The next id of the running command. */
export function nextSystemId(exchange: Exchange): Id {
  exchange.work.systemOrders += 1
  const { seq, work } = exchange
  return `0x${seq.toString(16).padStart(48, '0')}${work.systemOrders.toString(16).padStart(16, '0')}`
}
