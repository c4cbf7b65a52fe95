/**
 * A clock and timers that a test moves by hand: nothing happens until `advance`. The wall clock can be set apart from
 * the monotonic clock, as an operator or a time server would do.
 */
import { timeMs } from '@vest/protocol'
import type { Timers } from '../engine/timers.ts'
import type { Clock } from '../ports/clock.ts'

export interface ScriptedTime {
  readonly clock: Clock
  readonly timers: Timers
  /** Lets time pass on both clocks, firing what falls due, in order. */
  advance(spanMs: number): void
  /** Removes every timer: their owner is dead. */
  silence(): void
  /** Time passes without a turn of the event loop: a call that takes long. */
  stall(spanMs: number): void
  /** Sets only the wall clock. */
  leap(spanMs: number): void
}

interface Alarm {
  dueMs: number
  readonly periodMs?: number
  readonly action: () => void
}

export function createScriptedTime(startMs: number): ScriptedTime {
  let wallMs = startMs
  let monotonicMs = 0
  const alarms = new Set<Alarm>()
  const add = (alarm: Alarm): (() => void) => {
    alarms.add(alarm)
    return () => alarms.delete(alarm)
  }
  const passTo = (dueMs: number): void => {
    wallMs += dueMs - monotonicMs
    monotonicMs = dueMs
  }
  return {
    clock: { nowMs: () => timeMs(wallMs), monotonicMs: () => monotonicMs },
    timers: {
      every: (periodMs, action) => add({ dueMs: monotonicMs + periodMs, periodMs, action }),
      after: (delayMs, action) => add({ dueMs: monotonicMs + delayMs, action }),
      soon: (action) => void setImmediate(action),
    },
    advance(spanMs) {
      const endMs = monotonicMs + spanMs
      for (;;) {
        const next = [...alarms].filter(({ dueMs }) => dueMs <= endMs).sort((a, b) => a.dueMs - b.dueMs)[0]
        if (next === undefined) break
        passTo(next.dueMs)
        if (next.periodMs === undefined) alarms.delete(next)
        else next.dueMs += next.periodMs
        next.action()
      }
      passTo(endMs)
    },
    stall: (spanMs) => passTo(monotonicMs + spanMs),
    silence: () => alarms.clear(),
    leap: (spanMs) => void (wallMs += spanMs),
  }
}
