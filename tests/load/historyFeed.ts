/**
 * A client's private socket as the guide on reconnecting tells it: subscribe, wait for the acknowledgement, read what
 * may have been missed, apply what is younger. Everything that comes in is written into the history, connection by
 * connection, and what the client knows by it is kept.
 */
import type { OrderEvent, OrderRow } from '@vest/protocol'
import type { Feed, VestClient, WebSocketConstructor } from '@vest/sdk/node'
import { WebSocket } from 'ws'
import type { HistoryEntry, Seen } from './history.ts'

/** What the feed and the readings after a break told last; an ending has fewer fields than what came before it. */
export type KnownOrder = Pick<OrderRow, 'id' | 'nonce' | 'status'> & {
  readonly [Field in 'symbol' | 'isBuy' | 'filledSize' | 'realizedPnl']?: OrderRow[Field] | undefined
}

export interface HistoryFeed {
  readonly known: ReadonlyMap<number, KnownOrder>
  /** Breaks the connection without a word; the feed comes back by itself. */
  cut(): void
  /** Connections that were up and went down. */
  cutCount(): number
  isUp(): boolean
  /** Takes in what was read: rows of the orders that it knows of, or of new ones. */
  apply(rows: readonly OrderRow[]): void
  /** The present connection was the last one. */
  end(): void
}

export interface HistoryFeedOptions {
  readonly client: VestClient
  readonly sockets: CuttableSockets
  readonly symbols: readonly string[]
  readonly history: HistoryEntry[]
  /** Called after every acknowledgement but the first. */
  readonly onReconnected: () => void
}

export interface CuttableSockets {
  readonly WebSocket: WebSocketConstructor
  /** The newest one ends as a broken line does. */
  cut(): void
}

export function createCuttableSockets(): CuttableSockets {
  let newest: WebSocket | undefined
  const remember = (socket: WebSocket): void => void (newest = socket)
  class CuttableSocket extends WebSocket {
    constructor(url: string) {
      super(url)
      remember(this)
    }
  }
  return {
    WebSocket: CuttableSocket as unknown as WebSocketConstructor,
    cut: () => newest?.terminate(),
  }
}

export const seenOf = (order: OrderRow | OrderEvent): Seen => ({
  nonce: order.nonce,
  id: order.id,
  status: order.status,
  ...('size' in order ? { size: order.size, limitPrice: order.limitPrice } : {}),
  ...('filledSize' in order ? { filledSize: order.filledSize } : {}),
  ...(typeof order.code === 'number' ? { code: order.code } : {}),
}) // prettier-ignore

export async function openHistoryFeed(options: HistoryFeedOptions): Promise<HistoryFeed> {
  const { client, history, sockets } = options
  const known = new Map<number, KnownOrder>()
  const feed: Feed = await client.privateFeed()
  let connection = 0
  let upSinceMs: number | undefined
  let cuts = 0

  const learn = (order: KnownOrder): void => {
    const before = known.get(order.nonce)
    // An ending that was heard while an older row was on its way says less than the row: both are needed.
    const merged =
      before === undefined || isYounger(order, before) ? { ...before, ...order } : { ...order, ...before }
    known.set(order.nonce, merged)
  }
  const close = (isLast: boolean): void => {
    if (upSinceMs === undefined) return
    history.push({ kind: 'connected', connection, atMs: upSinceMs, isLast })
    upSinceMs = undefined
  }
  feed.onOrder((event) => {
    history.push({ kind: 'heard', connection, atMs: performance.now(), order: seenOf(event) })
    learn(event)
  })
  for (const symbol of options.symbols)
    feed.onTrade(symbol, ({ id }) => history.push({ kind: 'trade', connection, number: Number(id) }))
  feed.onHealth((health) => {
    if (health === 'healthy' || upSinceMs === undefined) return
    cuts += 1
    close(false)
  })
  await new Promise<void>((resolve) => {
    feed.onSubscribed(() => {
      connection += 1
      upSinceMs = performance.now()
      if (connection > 1) options.onReconnected()
      resolve()
    })
    feed.connect()
  })
  return {
    known,
    cut: () => sockets.cut(),
    cutCount: () => cuts,
    isUp: () => upSinceMs !== undefined,
    apply: (rows) => rows.forEach(learn),
    end: () => {
      close(true)
      feed.disconnect()
    },
  }
}

const PLACE = { NEW: 1, PARTIALLY_FILLED: 2, FILLED: 3, CANCELLED: 3, REJECTED: 3 } as const
const isYounger = (order: KnownOrder, than: KnownOrder): boolean =>
  PLACE[order.status] > PLACE[than.status] ||
  (PLACE[order.status] === PLACE[than.status] &&
    Number(order.filledSize ?? 0) >= Number(than.filledSize ?? 0))
