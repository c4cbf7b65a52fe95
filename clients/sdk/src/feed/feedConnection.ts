/**
 * One socket that wants to stay open ([4.20], [9.11]). It opens at once, reopens 1 s after an established
 * connection closed, and backs off after attempts that failed: min(1000 * 2^retries, 60000) ms plus up to
 * 1000 ms of chance, 20 times, then error 9999. It pings 30 s after opening or the last pong and takes a
 * missing pong for a dead connection. Timers, chance and the socket itself are injected.
 */
import {
  SOCKET_BACKOFF_BASE_MS,
  SOCKET_BACKOFF_MAX_MS,
  SOCKET_CLOSE,
  SOCKET_JITTER_MS,
  SOCKET_PING_MS,
  SOCKET_PONG_TIMEOUT_MS,
  SOCKET_RECONNECT_MS,
  SOCKET_RETRIES_MAX,
} from '@vest/protocol'
import type { ClientClock } from '../clientClock.ts'

/** `data` on a message, `code` on a close. */
export interface SocketEvent {
  readonly data?: unknown
  readonly code?: number
}
/** What we use of a WebSocket: browsers' and ws's fit alike. */
export interface SocketLike {
  binaryType: string
  addEventListener(type: 'open' | 'message' | 'close' | 'error', listener: (event: SocketEvent) => void): void
  send(text: string): void
  close(): void
}
export type WebSocketConstructor = new (url: string) => SocketLike

export type FeedState = 'idle' | 'connecting' | 'open' | 'waiting' | 'stopped'

export interface ConnectionOptions {
  readonly WebSocket: WebSocketConstructor
  readonly clock: ClientClock
  /** Uniform in [0, 1). */
  readonly random: () => number
  readonly url: () => string
  readonly onOpen: () => void
  readonly onFrame: (data: unknown) => void
  /** The connection, or an attempt at one, has ended; it may come back. */
  readonly onDown: () => void
  /** The exchange refuses the listen key; it will not come back by itself. */
  readonly onListenKeyRefused: (closeCode: number) => void
  readonly onRetriesExhausted: () => void
}

export interface FeedConnection {
  state(): FeedState
  /** Opens after `delayMs`, 0 by default; nothing to do where it is open or on its way. */
  connect(delayMs?: number): void
  /** Ends it for good; `connect` begins anew. */
  stop(): void
  /** Takes the connection for dead: drops it and reconnects. */
  drop(): void
  /** Call when a pong came in. */
  pong(): void
  send(message: object): void
}

/** No attempt may hang: one that is not open after this long has failed. */
const OPEN_TIMEOUT_MS = SOCKET_PONG_TIMEOUT_MS

const FINAL: readonly number[] = [
  SOCKET_CLOSE.LISTEN_KEY_REQUIRED,
  SOCKET_CLOSE.LISTEN_KEY_NOT_FOUND,
  SOCKET_CLOSE.LISTEN_KEY_EXPIRED,
]

export function createFeedConnection(options: ConnectionOptions): FeedConnection {
  const { clock } = options
  let state: FeedState = 'idle'
  let socket: SocketLike | undefined
  let retries = 0
  /** The one timer of the present state: waiting to open, opening, waiting to ping, or for the pong. */
  let timer: unknown

  function after(delayMs: number, action: () => void): void {
    clock.clearTimeout(timer)
    timer = clock.setTimeout(action, delayMs)
  }

  function attempt(): void {
    if (retries > SOCKET_RETRIES_MAX) {
      end('stopped')
      return options.onRetriesExhausted()
    }
    if (retries === 0) return open()
    state = 'waiting'
    const backoffMs = Math.min(SOCKET_BACKOFF_BASE_MS * 2 ** retries, SOCKET_BACKOFF_MAX_MS)
    after(backoffMs + Math.round(options.random() * SOCKET_JITTER_MS), open)
  }

  function open(): void {
    state = 'connecting'
    const opening = new options.WebSocket(options.url())
    socket = opening
    opening.binaryType = 'arraybuffer'
    after(OPEN_TIMEOUT_MS, () => closed(undefined))
    opening.addEventListener('open', () => {
      if (socket !== opening) return
      state = 'open'
      retries = 0
      schedulePing()
      options.onOpen()
    })
    opening.addEventListener('message', (event) => {
      if (socket === opening) options.onFrame(event.data)
    })
    opening.addEventListener('close', (event) => {
      if (socket === opening) closed(event.code)
    })
    // Says nothing that the close event, which always follows, does not say; unheard it would end a Node process.
    opening.addEventListener('error', () => undefined)
  }

  function closed(closeCode: number | undefined): void {
    const wasOpen = state === 'open'
    const isFinal = closeCode !== undefined && FINAL.includes(closeCode)
    end(isFinal ? 'stopped' : 'waiting')
    options.onDown()
    if (isFinal) return options.onListenKeyRefused(closeCode)
    // A listener of the above may have stopped or restarted us.
    if (state !== 'waiting' || socket !== undefined) return
    if (wasOpen) return after(SOCKET_RECONNECT_MS, attempt)
    retries += 1
    attempt()
  }

  /** Lets go of the socket at once: a half-dead connection may take minutes to confirm its closing. */
  function end(next: FeedState): void {
    clock.clearTimeout(timer)
    const ending = socket
    socket = undefined
    state = next
    ending?.close()
  }

  function schedulePing(): void {
    after(SOCKET_PING_MS, () => {
      after(SOCKET_PONG_TIMEOUT_MS, () => closed(undefined))
      send({ method: 'PING', params: [], id: 0 })
    })
  }

  function send(message: object): void {
    socket?.send(JSON.stringify(message))
  }

  return {
    state: () => state,
    connect(delayMs = 0) {
      if (state !== 'idle' && state !== 'stopped') return
      retries = 0
      if (delayMs === 0) return attempt()
      state = 'waiting'
      after(delayMs, attempt)
    },
    stop() {
      const wasUp = state === 'open' || state === 'connecting'
      end('stopped')
      if (wasUp) options.onDown()
    },
    drop() {
      if (state === 'open') closed(undefined)
    },
    pong() {
      if (state === 'open') schedulePing()
    },
    send,
  }
}
