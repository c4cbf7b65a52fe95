/**
 * Commands that time itself causes: the hourly funding tick.
 *
 * The rule needs no memory of its own. A group in a later hour than the last durable command begins with TickFunding
 * for the hour of that command; afterwards the last durable command is in the new hour. So every hour is charged at
 * most once, after any crash in between, and after a downtime only the last hour with samples is charged, not those in
 * which nothing ran.
 */
import { timeMs } from '@vest/protocol'
import type { TickFunding } from '@vest/engine'
import { HOUR_MS } from '../bounds.ts'

export const hourOf = (time: number): number => Math.floor(time / HOUR_MS) * HOUR_MS

/** The funding tick that is due first at `nowMs`, if any. `lastTimeMs` 0 = no command yet. */
export function dueFunding(lastTimeMs: number, nowMs: number): TickFunding | undefined {
  if (lastTimeMs === 0 || hourOf(nowMs) <= hourOf(lastTimeMs)) return undefined
  return { kind: 'TickFunding', hourMs: timeMs(hourOf(lastTimeMs)) }
}
