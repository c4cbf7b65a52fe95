/**
 * Seeded streams of orders, made once, the same for every book: limit orders at an exponential distance from a
 * wandering mid, cancels of live orders, and sweeps that take what is there and never rest.
 */
import { OrderBook } from 'nodejs-order-book'

export interface StreamOp {
  readonly kind: 'limit' | 'cancel' | 'sweep'
  /** Number of the order; a cancel names the number of the order it cancels. */
  readonly order: number
  readonly isBuy: boolean
  readonly price: number
  readonly size: number
}

/** How a stream looks; shares of limit orders and of cancels, the rest are sweeps. */
export interface StreamShape {
  readonly ops: number
  /** Limit orders before anything else. */
  readonly laidFirst: number
  readonly limitShare: number
  readonly cancelShare: number
  readonly meanDistanceTicks: number
  /** So many that none comes to the limit of its open orders. */
  readonly accounts: number
}

export const STREAMS = {
  mixed: {
    ops: 500_000,
    laidFirst: 0,
    limitShare: 0.6,
    cancelShare: 0.3,
    meanDistanceTicks: 40,
    accounts: 1_000,
  },
  cancel: {
    ops: 500_000,
    laidFirst: 0,
    limitShare: 0.5,
    cancelShare: 0.48,
    meanDistanceTicks: 40,
    accounts: 1_000,
  },
  /** A hundred thousand orders on some twenty thousand prices. */
  deep: {
    ops: 400_000,
    laidFirst: 100_000,
    limitShare: 0.5,
    cancelShare: 0.45,
    meanDistanceTicks: 4_000,
    accounts: 4_000,
  },
} as const satisfies Readonly<Record<string, StreamShape>>
export type StreamName = keyof typeof STREAMS

const START_TICKS = 1_000_000

export function mulberry32(seed: number): () => number {
  let a = seed
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Runs the stream through a book while making it, so that cancels name orders that still rest. */
export function orderStream(shape: StreamShape, seed: number): readonly StreamOp[] {
  const { ops, laidFirst, limitShare, cancelShare, meanDistanceTicks } = shape
  const random = mulberry32(seed)
  const book = new OrderBook()
  const live: number[] = []
  const stream: StreamOp[] = []
  let mid = START_TICKS
  let order = 0
  while (stream.length < ops) {
    mid += Math.round((random() - 0.5) * 4)
    const roll = order < laidFirst ? 0 : random()
    const isBuy = random() < 0.5
    const size = 1 + Math.floor(random() * 100)
    if (roll < limitShare) {
      order += 1
      const distance = Math.floor(-Math.log(1 - random()) * meanDistanceTicks)
      const price = isBuy ? mid - distance : mid + distance
      book.limit({ side: isBuy ? 'buy' : 'sell', id: String(order), size, price })
      if (book.order(String(order))) live.push(order)
      stream.push({ kind: 'limit', order, isBuy, price, size })
    } else if (roll < limitShare + cancelShare) {
      const target = takeLive(live, book, random)
      if (target === undefined) continue
      book.cancel(String(target))
      stream.push({ kind: 'cancel', order: target, isBuy, price: 0, size: 0 })
    } else {
      order += 1
      book.market({ side: isBuy ? 'buy' : 'sell', size })
      stream.push({ kind: 'sweep', order, isBuy, price: 0, size })
    }
  }
  return stream
}

/** A random order that still rests; orders that were filled meanwhile are dropped from the list on sight. */
function takeLive(live: number[], book: OrderBook, random: () => number): number | undefined {
  while (live.length > 0) {
    const at = Math.floor(random() * live.length)
    const target = live[at]!
    live[at] = live[live.length - 1]!
    live.pop()
    if (book.order(String(target))) return target
  }
  return undefined
}
