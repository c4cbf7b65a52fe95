/**
 * The time of the exchange: it never goes back, and it does not follow every jump of the wall clock.
 *
 * Two clocks are read. The wall clock knows the hour but may be set; the monotonic one cannot be set but knows
 * no hour. While both agree, time is the wall's. A wall that has gone back freezes time until it catches up.
 * A wall that has leapt ahead by more than CLOCK_JUMP_MS is followed only once it has stayed there for
 * CLOCK_JUMP_CONFIRM_MS (until then time runs on by the monotonic clock), because a leap that is taken back a
 * moment later would otherwise have charged funding and frozen time for as long as the leap was wide. One that leaps
 * again meanwhile has not stayed: the wait begins anew.
 */
import { timeMs, type TimeMs } from '@vest/protocol'
import { buggify } from '../buggify.ts'
import { CLOCK_JUMP_CONFIRM_MS, CLOCK_JUMP_MS } from '../bounds.ts'
import type { Clock } from '../ports/clock.ts'
import type { PlantedBug } from '../journal/plantedBug.ts'

export interface SequencerClock {
  /** Time for the next group: at least the last one. */
  now(): TimeMs
}

export interface SequencerClockOptions {
  readonly clock: Clock
  /** Time of the last durable command; 0 = none. */
  readonly lastTimeMs: number
  readonly onNotice?: (text: string) => void
  readonly plantedBug?: PlantedBug | undefined
}

interface Anchor {
  readonly wallMs: number
  readonly monotonicMs: number
}

export function createSequencerClock(options: SequencerClockOptions): SequencerClock {
  const { clock } = options
  let last = options.lastTimeMs
  /** Where both clocks last agreed. */
  let anchor: Anchor | undefined
  /** When the leap that is not believed yet was first seen, and how wide it was then. */
  let leap: { readonly sinceMs: number; readonly aheadMs: number } | undefined

  const believed = (): number => {
    const wallMs = Math.floor(clock.nowMs())
    const monotonicMs = clock.monotonicMs?.()
    if (monotonicMs === undefined) return wallMs
    anchor ??= { wallMs, monotonicMs }
    const expectedMs = anchor.wallMs + Math.floor(monotonicMs - anchor.monotonicMs)
    const aheadMs = wallMs - expectedMs
    if (aheadMs <= CLOCK_JUMP_MS) {
      if (leap !== undefined)
        options.onNotice?.('The wall clock has come back from its leap: it was not followed.')
      leap = undefined
      anchor = { wallMs, monotonicMs }
      return wallMs
    }
    if (leap === undefined || Math.abs(aheadMs - leap.aheadMs) > CLOCK_JUMP_MS) {
      leap = { sinceMs: monotonicMs, aheadMs }
      options.onNotice?.(
        `The wall clock leapt ahead by ${aheadMs} ms: waiting ${CLOCK_JUMP_CONFIRM_MS} ms before following.`,
      )
    }
    if (monotonicMs - leap.sinceMs < CLOCK_JUMP_CONFIRM_MS) return expectedMs
    options.onNotice?.(`Following the wall clock ahead by ${aheadMs} ms.`)
    leap = undefined
    anchor = { wallMs, monotonicMs }
    return wallMs
  }

  return {
    now() {
      const time = believed()
      BUGGIFY: if (last > 0 && buggify('clock.standsStill')) return timeMs(last)
      last = options.plantedBug === 'timeGoesBack' ? time : Math.max(last, time)
      return timeMs(last)
    },
  }
}
