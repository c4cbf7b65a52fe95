/**
 * Channels with their listeners, and what of them the exchange has been asked for. A channel is subscribed on the wire
 * while it has a listener and the connection is open; a request that is not acknowledged in time drops the connection.
 */
import { REFUSAL, SOCKET_ACK_TIMEOUT_MS } from '@vest/protocol'
import type { ClientClock } from '../clientClock.ts'
import { ApiError } from '../errors.ts'
import type { FeedConnection } from './feedConnection.ts'
import { createFeedListeners, type Unsubscribe } from './feedListeners.ts'
import type { Channel, ChannelData, Rejected } from './feedMessages.ts'

export interface FeedSubscriptionsPorts {
  readonly clock: ClientClock
  readonly connection: Pick<FeedConnection, 'state' | 'send' | 'drop'>
  readonly reportError: (error: unknown) => void
}

export interface FeedSubscriptions {
  subscribe<C extends Channel>(channel: C, listener: (data: ChannelData<C>) => void): Unsubscribe
  /** Asks for every channel that has a listener and is not yet active. */
  requestMissing(): void
  /** The exchange has answered the request `id`. */
  acknowledge(id: number, rejected: readonly Rejected[]): void
  /** Hands a message of a channel to its listeners. */
  deliver(channel: string, data: unknown): void
  /** Of the connection that has ended nothing is active, and no answer is waited for. */
  forgetRequests(): void
  onSubscribed(listener: (channels: readonly string[]) => void): Unsubscribe
}

/** One request may name many channels; more are sent in several. */
const CHANNELS_PER_REQUEST = 256

export function createFeedSubscriptions(ports: FeedSubscriptionsPorts): FeedSubscriptions {
  const { clock, connection, reportError } = ports
  const listeners = new Map<string, Set<(data: never) => void>>()
  const acknowledgements = createFeedListeners<readonly string[]>()
  /** Channels asked for on the present connection. */
  const active = new Set<string>()
  const unacknowledged = new Map<number, { readonly channels: readonly string[]; readonly timer: unknown }>()
  let requestId = 0

  function request(channels: readonly string[]): void {
    requestId += 1
    const id = requestId
    for (const channel of channels) active.add(channel)
    unacknowledged.set(id, {
      channels,
      timer: clock.setTimeout(() => connection.drop(), SOCKET_ACK_TIMEOUT_MS),
    })
    connection.send({ method: 'SUBSCRIBE', params: channels, id })
  }

  return {
    subscribe(channel, listener) {
      // A wrapper per call, so that one function may listen twice and each leave alone.
      const entry = (data: never): void => listener(data)
      const entries = listeners.get(channel) ?? new Set()
      listeners.set(channel, entries)
      entries.add(entry)
      if (connection.state() === 'open' && !active.has(channel)) request([channel])
      return () => {
        if (!entries.delete(entry) || entries.size > 0) return
        listeners.delete(channel)
        if (!active.delete(channel)) return
        requestId += 1
        connection.send({ method: 'UNSUBSCRIBE', params: [channel], id: requestId })
      }
    },
    requestMissing() {
      const missing = [...listeners.keys()].filter((channel) => !active.has(channel))
      for (let i = 0; i < missing.length; i += CHANNELS_PER_REQUEST)
        request(missing.slice(i, i + CHANNELS_PER_REQUEST))
    },
    acknowledge(id, rejected) {
      const acknowledged = unacknowledged.get(id)
      if (acknowledged === undefined) return
      unacknowledged.delete(id)
      clock.clearTimeout(acknowledged.timer)
      // At `/ws` unknown channels are left out where others of the request are known.
      for (const { requested, reason } of rejected)
        reportError(
          new ApiError(reason === 'unknown symbol' ? REFUSAL.BAD_SYMBOL : REFUSAL.INVALID_PARAMETER, {
            message: `${reason}: ${requested}`,
          }),
        )
      const refused = new Set(rejected.map(({ requested }) => requested))
      acknowledgements.tell(acknowledged.channels.filter((channel) => !refused.has(channel)))
    },
    deliver(channel, data) {
      for (const listener of Array.from(listeners.get(channel) ?? [])) listener(data as never)
    },
    forgetRequests() {
      active.clear()
      for (const { timer } of unacknowledged.values()) clock.clearTimeout(timer)
      unacknowledged.clear()
    },
    onSubscribed: acknowledgements.add,
  }
}
