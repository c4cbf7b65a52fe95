/** Hours in which mail waits, in the time zone that the account chose; they may go over midnight. */
import type { QuietHours } from '@vest/protocol'

export function isZone(zone: string): boolean {
  try {
    return Intl.DateTimeFormat('en-GB', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** From `from` on and before `to`; the same time twice is the whole day. */
export function isQuiet(quiet: QuietHours | null, nowMs: number): boolean {
  if (quiet === null) return false
  const now = timeOfDay(nowMs, quiet.zone)
  const { from, to } = quiet
  return from < to ? from <= now && now < to : from <= now || now < to
}

const timeOfDay = (nowMs: number, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(nowMs)
