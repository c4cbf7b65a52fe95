/**
 * One client socket: what it listens to, what still waits to leave for it, and how it ends. Frames are written
 * to the raw socket in one go per turn of the event loop. A client that reads too slowly is first spared
 * snapshots (the newest one follows when it has caught up) and is closed with 1013 when its backlog reaches the
 * budget, or when what it was sent has not been read for too long, so that no other client pays for it.
 */
import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import { SOCKET_CLOSE, type Address, type Hex, type SocketCloseCode } from '@vest/protocol'
import {
  SOCKET_BACKLOG_BYTES_MAX,
  SOCKET_CONFLATE_BYTES,
  SOCKET_LAG_MS_MAX,
  SOCKET_MESSAGES_PER_SECOND,
} from '../limits.ts'
import type { FrameEncoding, Message } from './frame.ts'

export interface ConnectionOptions {
  readonly ws: WebSocket
  readonly raw: Duplex
  readonly encoding: FrameEncoding
  readonly address: string
  /** Of a subscription it takes what is known, where others take all or nothing. */
  readonly isLenient: boolean
  /** It asked for changed markets alone on `tickers`, where others get all of them each time. */
  readonly isPartial: boolean
  /** With a listen key: whose events the private channel carries. */
  readonly session?: { readonly account: Address; readonly apiKeyHash: Hex; readonly listenKey: string }
  /** Called when the backlog has drained, with the channels whose snapshots were withheld. */
  readonly onDrained: (connection: Connection, withheld: readonly string[]) => void
  /** Called when we end it, with the reason. */
  readonly onClosing?: (reason: string) => void
}

export const READING_TOO_SLOWLY = 'reading too slowly'
export const LISTEN_KEY_EXPIRED = 'listen key expired'

/** A closing handshake that is not answered ends like this. */
const CLOSE_GRACE_MS = 2_000

export class Connection {
  readonly channels = new Set<string>()
  /** Channels whose first snapshot has been asked for and not sent yet. */
  readonly awaitingSnapshot = new Set<string>()
  lastHeardMs = performance.now()
  private readonly withheld = new Set<string>()
  private isCorked = false
  private isClosing = false
  /** Something was sent, or withheld, since the last probe. */
  private isTold = false
  /** When the probe left that has not been answered. */
  private probedAtMs: number | undefined
  private messageTokens = SOCKET_MESSAGES_PER_SECOND
  private tokensAtMs = performance.now()

  constructor(readonly options: ConnectionOptions) {
    options.raw.on('drain', () => this.drained())
    options.ws.on('pong', () => (this.probedAtMs = undefined))
  }

  /** Every message in order; a full backlog ends the connection. */
  send(message: Message): void {
    // After a close frame, from either side, nothing may follow.
    if (this.isClosing || this.options.ws.readyState !== WebSocket.OPEN) return
    this.isTold = true
    const frame = message.frame(this.options.encoding)
    const { raw } = this.options
    if (raw.writableLength + frame.length > SOCKET_BACKLOG_BYTES_MAX)
      return this.close(SOCKET_CLOSE.TRY_AGAIN_LATER, READING_TOO_SLOWLY)
    if (!this.isCorked) {
      this.isCorked = true
      raw.cork()
      process.nextTick(() => {
        this.isCorked = false
        raw.uncork()
      })
    }
    raw.write(frame)
  }

  /** A full picture that a later one replaces: withheld while the client is behind. */
  sendSnapshot(channel: string, message: Message): void {
    if (this.options.raw.writableLength > SOCKET_CONFLATE_BYTES) this.withheld.add(channel)
    else this.send(message)
  }

  /** Asks whether what was sent has been read, and closes when the answer is too late. */
  probe(nowMs: number): void {
    if (this.isClosing) return
    const sinceMs = this.probedAtMs
    if (sinceMs === undefined) {
      if (!this.isTold) return
      this.isTold = false
      this.probedAtMs = nowMs
      return this.options.ws.ping()
    }
    if (nowMs - sinceMs < SOCKET_LAG_MS_MAX) return
    // After a stop of this process the answer may be here and not read yet.
    setImmediate(() => {
      if (this.probedAtMs === sinceMs) this.close(SOCKET_CLOSE.TRY_AGAIN_LATER, READING_TOO_SLOWLY)
    })
  }

  /** At most 20 messages a second from the client. */
  mayReceive(): boolean {
    const nowMs = performance.now()
    const earned = ((nowMs - this.tokensAtMs) * SOCKET_MESSAGES_PER_SECOND) / 1_000
    this.messageTokens = Math.min(SOCKET_MESSAGES_PER_SECOND, this.messageTokens + earned)
    this.tokensAtMs = nowMs
    if (this.messageTokens < 1) return false
    this.messageTokens -= 1
    return true
  }

  close(code: SocketCloseCode, reason: string): void {
    if (this.isClosing) return
    this.isClosing = true
    const { ws, onClosing } = this.options
    onClosing?.(reason)
    ws.close(code, reason)
    const timer = setTimeout(() => ws.terminate(), CLOSE_GRACE_MS)
    ws.once('close', () => clearTimeout(timer))
  }

  private drained(): void {
    if (this.withheld.size === 0 || this.isClosing) return
    const channels = [...this.withheld].filter((channel) => this.channels.has(channel))
    this.withheld.clear()
    this.options.onDrained(this, channels)
  }
}
