/**
 * The breaker of releases (mechanics 10.6, E3): while more has been released in ten minutes than five times what is
 * usual, every withdrawal but those of the lane of small sums stays NEW. It closes by itself, so that nobody can hold
 * others up for longer than what was released takes to be ten minutes old; an operator is told each time.
 *   limit = 5 · max(floor(Σ released in the 30 days before this one / 4,320), breakerFloorUsd6)   µ per ten minutes
 */
import { emit, type Exchange } from '../state/index.ts'
import { type TimeMs, timeMs, usd6 } from '@vest/protocol'

const MINUTE_MS = 60_000

const MINUTES = 10

const DAY_MS = 86_400_000

const DAYS = 30

const TEN_MINUTES_OF_DAYS = (DAYS * DAY_MS) / (MINUTES * MINUTE_MS)

const TIMES = 5

/** Both rings up to the present minute and day. */
function turn({ outflow, timeMs: now }: Exchange): void {
  const minute = Math.floor(now / MINUTE_MS)
  for (let passed = Math.min(minute - outflow.minute, MINUTES); passed > 0; passed -= 1) {
    outflow.lately.shift()
    outflow.lately.push(0)
  }
  outflow.minute = minute
  const day = Math.floor(now / DAY_MS)
  for (let passed = Math.min(day - outflow.day, DAYS); passed > 0; passed -= 1) {
    outflow.days.push(outflow.today)
    outflow.today = 0
    if (outflow.days.length > DAYS) outflow.days.shift()
  }
  outflow.day = day
}

const sumOf = (list: readonly number[]): number => list.reduce((sum, one) => sum + one, 0)

export function breakerLimit({ outflow, parameters }: Exchange): number {
  const mean = Math.floor(sumOf(outflow.days) / TEN_MINUTES_OF_DAYS)
  return TIMES * Math.max(mean, parameters.breakerFloorUsd6)
}

/** Until when releases queue; absent = they do not. */
export function queuedUntilMs(exchange: Exchange): TimeMs | undefined {
  turn(exchange)
  const { outflow } = exchange
  const limit = breakerLimit(exchange)
  let sum = sumOf(outflow.lately)
  if (sum <= limit) return undefined
  let passed = 0
  while (sum > limit) {
    sum -= outflow.lately[passed]!
    passed += 1
  }
  return timeMs((outflow.minute + passed) * MINUTE_MS)
}

/** Of a release that the breaker counts. */
export function noteRelease(exchange: Exchange, size: number): void {
  const was = queuedUntilMs(exchange)
  const { outflow } = exchange
  outflow.lately[MINUTES - 1]! += size
  outflow.today += size
  const untilMs = queuedUntilMs(exchange)
  if (was !== undefined || untilMs === undefined) return
  emit(exchange, {
    kind: 'BreakerTripped',
    releasedUsd6: usd6(sumOf(outflow.lately)),
    limitUsd6: usd6(breakerLimit(exchange)),
    untilMs,
  })
}
