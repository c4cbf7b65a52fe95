/**
 * The listen key of a private feed. Where the exchange refuses it, a new one is created and the feed connects with that;
 * an exchange that cannot be reached for one is asked again by way of another connection.
 */
import { SOCKET_CLOSE, SOCKET_RECONNECT_MS } from '@vest/protocol'
import { SocketClosedError, TimeoutError, TransportError } from '../errors.ts'
import type { FeedConnection } from './feedConnection.ts'
import type { FeedLife } from './feedLife.ts'

export interface FeedListenKeyPorts {
  readonly listenKey: string | undefined
  readonly renewListenKey: (() => Promise<string>) | undefined
  readonly connection: Pick<FeedConnection, 'connect'>
  readonly life: Pick<FeedLife, 'signal'>
  readonly reportError: (error: unknown) => void
}

export interface FeedListenKey {
  /** The key of now; undefined for a feed of public channels. */
  present(): string | undefined
  /** A message has come: the exchange takes the key. */
  confirm(): void
  /** The exchange closed the connection with `closeCode`, which refuses the key. */
  renewAfter(closeCode: number): Promise<void>
}

export function createFeedListenKey(ports: FeedListenKeyPorts): FeedListenKey {
  const { renewListenKey, connection, life, reportError } = ports
  let { listenKey } = ports
  let isConfirmed = true
  return {
    present: () => listenKey,
    confirm: () => void (isConfirmed = true),
    async renewAfter(closeCode) {
      // A fresh key refused before a single message came in would be refused for ever.
      if (closeCode === SOCKET_CLOSE.LISTEN_KEY_REQUIRED || renewListenKey === undefined || !isConfirmed)
        return reportError(new SocketClosedError(closeCode))
      const signal = life.signal()
      try {
        const key = await renewListenKey()
        if (signal.aborted) return
        listenKey = key
        isConfirmed = false
        connection.connect()
      } catch (error) {
        if (signal.aborted) return
        reportError(error)
        if (error instanceof TransportError || error instanceof TimeoutError)
          connection.connect(SOCKET_RECONNECT_MS)
      }
    },
  }
}
