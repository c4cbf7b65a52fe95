/**
 * Pauses the flow while the exchange is overloaded or gone, twice as long each time, until an answer shows that it is back.
 * A pause holds up what has not begun; what is under way goes on.
 */
import type { Count } from './flowCounts.ts'
import { FlowUnavailable, type FlowAnswer } from './flowExchange.ts'

const PAUSE_MS_MIN = 1_000
const PAUSE_MS_MAX = 30_000

export interface Backoff {
  isPaused(): boolean
  pause(cause: unknown, retryAfterMs?: number): void
  /** Takes from an answer how the exchange fares. */
  heed(answer: FlowAnswer): void
}

export function createBackoff({
  nowMs,
  count,
  onTrouble,
}: {
  readonly nowMs: () => number
  readonly count: Count
  readonly onTrouble: (cause: unknown) => void
}): Backoff {
  let pausedUntilMs = 0
  let pauseMs = PAUSE_MS_MIN
  return { isPaused, pause, heed }

  function isPaused(): boolean {
    return nowMs() < pausedUntilMs
  }

  function pause(cause: unknown, retryAfterMs = 0): void {
    // Several calls fail together when the exchange goes: that is one reason to wait, not several.
    if (isPaused()) return
    count('pauses')
    pausedUntilMs = nowMs() + Math.max(pauseMs, retryAfterMs)
    pauseMs = Math.min(PAUSE_MS_MAX, pauseMs * 2)
    onTrouble(cause)
  }

  function heed(answer: FlowAnswer): void {
    if (answer.kind === 'busy') pause(new FlowUnavailable('the exchange is overloaded'), answer.retryAfterMs)
    else if (answer.kind === 'unreachable') pause(new FlowUnavailable('the exchange does not answer'))
    else pauseMs = PAUSE_MS_MIN
    if (answer.kind === 'refused') count('refusals')
  }
}
