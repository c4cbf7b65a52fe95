/** How long until the day of a capital account begins anew, HH:MM:SS; rounded up, so that it is never there too early. */
const SECOND_MS = 1_000
const two = (value: number): string => String(value).padStart(2, '0')

export function resetClock(targetMs: number, nowMs: number): string {
  const seconds = Math.max(0, Math.ceil((targetMs - nowMs) / SECOND_MS))
  return [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':')
}
