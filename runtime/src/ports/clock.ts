/** Time as a port: real in services, scripted in tests. */
import type { TimeMs } from '@vest/protocol'

export interface Clock {
  /** Wall time; may jump. Code that needs order uses the sequencer's time. */
  nowMs(): TimeMs
  /**
   * Time since some moment, which cannot be set. Absent: jumps of the wall clock cannot be distinguished from waiting.
   */
  monotonicMs?(): number
}
