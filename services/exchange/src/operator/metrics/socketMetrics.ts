/** How many sockets are open, and how many were closed because they read too slowly. */
import type { Registry } from 'prom-client'
import { askedGauge } from './askedGauge.ts'

interface CountedSockets {
  connectionCount(): number
  evictedCount(): number
}

export interface SocketMetrics {
  /** Whom to ask. */
  countSockets(sockets: CountedSockets): void
}

export function createSocketMetrics(registry: Registry): SocketMetrics {
  let sockets: CountedSockets | undefined
  askedGauge(registry, 'vest_sockets', 'Open sockets.', () => sockets?.connectionCount() ?? 0)
  askedGauge(
    registry,
    'vest_sockets_evicted',
    'Sockets closed because they read too slowly.',
    () => sockets?.evictedCount() ?? 0,
  )
  return { countSockets: (counted) => void (sockets = counted) }
}
