/**
 * The time of the exchange: it never goes back, and it does not follow every jump of the wall clock.
 *
 * Two clocks are read. The wall clock gives the hour but may be set; the monotonic one cannot be set but gives no
 * hour. While both agree, exchange time is wall time. A wall clock that has gone back freezes time until it catches
 * up. A wall clock that has jumped ahead by more than CLOCK_JUMP_MS is followed only after it has stayed there for
 * CLOCK_JUMP_CONFIRM_MS (until then time continues by the monotonic clock), because a jump that is reverted a moment
 * later would otherwise have charged funding and frozen time for its whole width. A second jump meanwhile restarts the
 * wait.
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
  /** The last agreement of both clocks. */
  let anchor: Anchor | undefined
  /** Start of the jump that is not accepted yet, and its width at that time. */
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
