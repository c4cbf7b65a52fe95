/** Whether the time that was signed lies within the window of its command. */
import { CLOCK_AHEAD_MAX_MS } from '@vest/protocol'
import type { Exchange } from '../state/index.ts'

/** Signed time and window against the sequencer's clock. */
export function isInWindow(exchange: Exchange, orderTimeMs: number, recvWindowMs: number): boolean {
  const { recvWindowMaxMs } = exchange.parameters
  const window = recvWindowMs < recvWindowMaxMs ? recvWindowMs : recvWindowMaxMs
  return exchange.timeMs <= orderTimeMs + window && orderTimeMs <= exchange.timeMs + CLOCK_AHEAD_MAX_MS
}
