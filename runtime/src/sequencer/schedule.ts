/**
 * What the passing of time itself puts into the order of commands: the hourly funding tick.
 *
 * The rule needs no memory of its own. A group whose time lies in a later hour than the last durable command
 * begins with TickFunding for the hour of that command; afterwards the last durable command lies in the new
 * hour. So every hour is charged at most once, whatever crashes in between, and after a downtime only the
 * last hour that has samples is charged, not those in which nothing ran.
 */
import { timeMs } from '@vest/protocol'
import type { TickFunding } from '@vest/engine'
import { HOUR_MS } from '../bounds.ts'

export const hourOf = (time: number): number => Math.floor(time / HOUR_MS) * HOUR_MS

/** The funding tick that is due before anything else at `nowMs`, if one is. `lastTimeMs` 0 = no command yet. */
export function dueFunding(lastTimeMs: number, nowMs: number): TickFunding | undefined {
  if (lastTimeMs === 0 || hourOf(nowMs) <= hourOf(lastTimeMs)) return undefined
  return { kind: 'TickFunding', hourMs: timeMs(hourOf(lastTimeMs)) }
}
