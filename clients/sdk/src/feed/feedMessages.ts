/**
 * Frames of the server as typed messages. Frames are binary UTF-8 JSON; browsers hand them over as Blob or
 * ArrayBuffer, Node as Buffer, and `encoding=text` as text. A Blob alone is read asynchronously.
 */
import type {
  DepthResponse,
  KlineInterval,
  KlineMessage,
  PrivateMessage,
  Ticker,
  TradeRow,
} from '@vest/protocol'
import { FormatError } from '../errors.ts'

export type Channel =
  | 'tickers'
  | 'account_private'
  | `${string}@ticker`
  | `${string}@depth`
  | `${string}@depth_${string}`
  | `${string}@trades`
  | `${string}@kline_${KlineInterval}`

export type ChannelData<C extends string> = C extends 'tickers'
  ? Ticker[]
  : C extends 'account_private'
    ? PrivateMessage
    : C extends `${string}@ticker`
      ? Ticker
      : C extends `${string}@depth` | `${string}@depth_${string}`
        ? DepthResponse
        : C extends `${string}@trades`
          ? TradeRow
          : C extends `${string}@kline_${string}`
            ? KlineMessage
            : never

/** A channel that is not subscribed to, and why. */
export interface Rejected {
  readonly requested: string
  readonly reason: string
}

export type FeedMessage =
  | { readonly kind: 'pong' }
  | { readonly kind: 'ack'; readonly id: number; readonly rejected: readonly Rejected[] }
  | { readonly kind: 'data'; readonly channel: string; readonly data: unknown }
  | { readonly kind: 'failure'; readonly code: number; readonly message: string }

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The text of a frame; a promise for a Blob. Throws FormatError for anything else. */
export function frameText(data: unknown): string | Promise<string> {
  if (typeof data === 'string') return data
  if (typeof Blob !== 'undefined' && data instanceof Blob) return data.arrayBuffer().then(decode)
  if (data instanceof ArrayBuffer || ArrayBuffer.isView(data)) return decode(data)
  throw new FormatError('A frame is neither text nor bytes')
}

function decode(bytes: ArrayBuffer | ArrayBufferView): string {
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw new FormatError('A frame is not UTF-8', { cause })
  }
}

/** What a frame says ([3.18]). Throws FormatError for what the protocol does not know. */
export function readMessage(text: string): FeedMessage {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (cause) {
    throw new FormatError('A frame is not JSON', { cause })
  }
  if (typeof body !== 'object' || body === null) throw new FormatError('A frame is not an object')
  const message = body as Record<string, unknown>
  if (typeof message.channel === 'string')
    return { kind: 'data', channel: message.channel, data: message.data }
  if (message.type === 'channel.error' || isPresent(message.error) || isPresent(message.code)) {
    const words = [message.msg, message.error].find((value) => typeof value === 'string') as
      string | undefined
    return {
      kind: 'failure',
      code: typeof message.code === 'number' ? message.code : 0,
      message: words ?? '',
    }
  }
  if (typeof message.data === 'string' && message.data.toUpperCase() === 'PONG') return { kind: 'pong' }
  if ('result' in message && typeof message.id === 'number')
    return { kind: 'ack', id: message.id, rejected: rejectedIn(message['subscription_outcomes']) }
  throw new FormatError(`Unknown message: ${text.slice(0, 200)}`)
}

function rejectedIn(outcomes: unknown): Rejected[] {
  if (!Array.isArray(outcomes)) return []
  return outcomes.flatMap((each: Partial<Record<string, unknown>> | null) =>
    each?.['status'] === 'rejected'
      ? [{ requested: String(each['requested']), reason: String(each['reason']) }]
      : [],
  )
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null && value !== 0
