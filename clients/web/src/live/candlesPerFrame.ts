/**
 * Candles as the frame wants them: what arrives between two frames is handed over in the next one, each candle once
 * in its newest form and in the order of time, together with all else that this frame paints.
 */
import type { KlineMessage } from '@vest/protocol'
import type { RequestFrame } from './frameStore.ts'

export interface CandlesPerFrame {
  take(kline: KlineMessage): void
  /** Nothing is handed over any more. */
  stop(): void
}

export function createCandlesPerFrame(
  listener: (kline: KlineMessage) => void,
  requestFrame: RequestFrame,
): CandlesPerFrame {
  /** By the time at which each candle began. While the page is hidden no frame comes, and there may be some. */
  let arrived = new Map<number, KlineMessage>()
  let isStopped = false
  const hand = (): void => {
    const due = arrived
    arrived = new Map()
    if (!isStopped) for (const kline of due.values()) listener(kline)
  }
  return {
    take(kline) {
      if (arrived.size === 0) requestFrame(hand)
      arrived.set(kline[0], kline)
    },
    stop: () => void (isStopped = true),
  }
}
