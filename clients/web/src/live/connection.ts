/**
 * What the two sockets say about how true the screen is. Losing either shows a banner; five seconds without
 * the public feed make prices stale, and the ticket then asks twice before a market order.
 */
import type { FeedHealth } from '@vest/sdk'

export interface Connection {
  readonly publicHealth: FeedHealth
  /** Undefined while no person is signed in. */
  readonly privateHealth: FeedHealth | undefined
  /** The public feed has been healthy at least once; before that nothing was lost. */
  readonly hasConnected: boolean
  /** The private feed of this account has been healthy at least once; while it only opens, nothing of it was lost. */
  readonly hasOpenedPrivate: boolean
  /** When the first of the two was lost; undefined while all is well. */
  readonly lostSinceMs: number | undefined
  /** All retries are used up (9999): only a reload helps. */
  readonly isExhausted: boolean
  /** The public feed has been silent for {@link STALE_AFTER_MS}. */
  readonly isStale: boolean
}

export const STALE_AFTER_MS = 5_000
/** A private feed that takes longer than this to open counts as lost. */
export const OPENING_MAX_MS = 10_000

export const NOT_CONNECTED: Connection = {
  publicHealth: 'unhealthy',
  privateHealth: undefined,
  hasConnected: false,
  hasOpenedPrivate: false,
  lostSinceMs: undefined,
  isExhausted: false,
  isStale: false,
}

export type ConnectionPhase = 'connecting' | 'live' | 'reconnecting' | 'lost'

export const isConnected = (connection: Connection): boolean =>
  connection.publicHealth === 'healthy' && connection.privateHealth !== 'unhealthy'

/** The private feed has not been there yet: nothing was lost. */
const isOpening = ({ publicHealth, privateHealth, hasOpenedPrivate }: Connection): boolean =>
  publicHealth === 'healthy' && privateHealth === 'unhealthy' && !hasOpenedPrivate

/** One word for the header icon. */
export function phaseOf(connection: Connection): ConnectionPhase {
  if (isConnected(connection)) return 'live'
  if (connection.isExhausted) return 'lost'
  return connection.hasConnected && !isOpening(connection) ? 'reconnecting' : 'connecting'
}

/** The connection with one fact changed; notes when something was lost and when all came back. */
export function withHealth(
  connection: Connection,
  change: Partial<Pick<Connection, 'publicHealth' | 'privateHealth' | 'isExhausted'>>,
  nowMs: number,
): Connection {
  const next = { ...connection, ...change }
  const hasConnected = next.hasConnected || next.publicHealth === 'healthy'
  const hasOpenedPrivate =
    next.privateHealth === 'healthy' || (next.hasOpenedPrivate && next.privateHealth !== undefined)
  const isWell = isConnected(next)
  const lostMs = isOpening({ ...next, hasOpenedPrivate }) ? nowMs + OPENING_MAX_MS : nowMs
  return {
    ...next,
    hasConnected,
    hasOpenedPrivate,
    isExhausted: isWell ? false : next.isExhausted,
    isStale: next.publicHealth === 'healthy' ? false : next.isStale,
    lostSinceMs: isWell || !hasConnected ? undefined : Math.min(next.lostSinceMs ?? lostMs, lostMs),
  }
}
