/** How long until something, as short as it can be told: days and hours, hours and minutes, or minutes and seconds. */
const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export type Countdown =
  | { readonly unit: 'days'; readonly days: number; readonly hours: number }
  | { readonly unit: 'hours'; readonly hours: number; readonly minutes: number }
  | { readonly unit: 'minutes'; readonly clock: string }

/** Rounded up to its last unit, so that it never says a thing is there before it is; undefined once it is. */
export function countdownTo(targetMs: number, nowMs: number): Countdown | undefined {
  const leftMs = targetMs - nowMs
  if (leftMs <= 0) return undefined
  const seconds = Math.ceil(leftMs / SECOND_MS)
  if (seconds * SECOND_MS < HOUR_MS)
    return {
      unit: 'minutes',
      clock: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`,
    }
  const minutes = Math.ceil(leftMs / MINUTE_MS)
  if (minutes * MINUTE_MS < DAY_MS)
    return { unit: 'hours', hours: Math.floor(minutes / 60), minutes: minutes % 60 }
  const hours = Math.ceil(leftMs / HOUR_MS)
  return { unit: 'days', days: Math.floor(hours / 24), hours: hours % 24 }
}
