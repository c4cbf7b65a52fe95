/**
 * The breaker of releases (mechanics 10.6, E3): while more has been released in ten minutes than five times what is
 * usual, every withdrawal but those of the lane of small sums stays NEW. It closes by itself, so that no operator can hold
 * others up for longer than what was released takes to be ten minutes old; an operator is told each time.
 *   limit = 5 · max(floor(Σ released in the 30 days before this one / 4,320), breakerFloorUsd6)   µ per ten minutes
 */
import { type TimeMs, timeMs, usd6 } from '@vest/protocol'
import { emit, type Exchange } from '../state/index.ts'

const MINUTE_MS = 60_000
const MINUTES = 10
const DAY_MS = 86_400_000
const DAYS = 30
const TEN_MINUTES_OF_DAYS = (DAYS * DAY_MS) / (MINUTES * MINUTE_MS)
/** The limit is so many times the mean of ten minutes. */
const TIMES = 5

/** What was released in each of the last ten minutes, the present one last. */
function latelyOf({ outflow, timeMs: now }: Exchange): readonly number[] {
  const passed = Math.min(Math.floor(now / MINUTE_MS) - outflow.minute, MINUTES)
  return passed === 0 ? outflow.lately : outflow.lately.slice(passed).concat(zeros(passed))
}

/** The same of the thirty days before this one, and of this one. */
function daysOf({ outflow, timeMs: now }: Exchange): {
  readonly before: readonly number[]
  readonly today: number
} {
  const passed = Math.min(Math.floor(now / DAY_MS) - outflow.day, DAYS)
  if (passed === 0) return { before: outflow.days, today: outflow.today }
  const before = [...outflow.days, outflow.today, ...zeros(passed - 1)].slice(-DAYS)
  return { before, today: 0 }
}

const zeros = (count: number): number[] => Array.from({ length: count }, () => 0)

const sumOf = (list: readonly number[]): number => list.reduce((sum, one) => sum + one, 0)

export function breakerLimit(exchange: Exchange): number {
  const mean = Math.floor(sumOf(daysOf(exchange).before) / TEN_MINUTES_OF_DAYS)
  return TIMES * Math.max(mean, exchange.parameters.breakerFloorUsd6)
}

/** Until when releases queue; absent = they do not. A question: how often it is asked leaves no trace. */
export function queuedUntilMs(exchange: Exchange): TimeMs | undefined {
  const limit = breakerLimit(exchange)
  const lately = latelyOf(exchange)
  let sum = sumOf(lately)
  if (sum <= limit) return undefined
  let passed = 0
  while (sum > limit) {
    sum -= lately[passed]!
    passed += 1
  }
  return timeMs((Math.floor(exchange.timeMs / MINUTE_MS) + passed) * MINUTE_MS)
}

/** Of a release that the breaker counts. */
export function recordRelease(exchange: Exchange, size: number): void {
  const was = queuedUntilMs(exchange)
  const { outflow, timeMs: now } = exchange
  const { before, today } = daysOf(exchange)
  const lately = latelyOf(exchange)
  Object.assign(outflow, { minute: Math.floor(now / MINUTE_MS), day: Math.floor(now / DAY_MS) })
  outflow.lately = [...lately.slice(0, -1), lately[MINUTES - 1]! + size]
  outflow.days = before
  outflow.today = today + size
  const untilMs = queuedUntilMs(exchange)
  if (was !== undefined || untilMs === undefined) return
  emit(exchange, {
    kind: 'BreakerTripped',
    releasedUsd6: usd6(sumOf(outflow.lately)),
    limitUsd6: usd6(breakerLimit(exchange)),
    untilMs,
  })
}
