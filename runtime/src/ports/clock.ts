/** Time as a port: real in services, scripted in tests. */
import type { TimeMs } from '@vest/protocol'

export interface Clock {
  /** Wall time; may jump. Whoever needs order uses the sequencer's time. */
  nowMs(): TimeMs
  /** Time since some moment, never set by anyone. Absent: the wall clock's leaps cannot be told from waiting. */
  monotonicMs?(): number
}
