/** Weeks, days and hours of UTC as numbers. Weeks begin on Monday at 00:00:00. */

export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000
export const WEEK_MS = 7 * DAY_MS

/** The epoch began on a Thursday; this is its first Monday. */
const FIRST_MONDAY_MS = 4 * DAY_MS

export const hourOf = (atMs: number): number => Math.floor(atMs / HOUR_MS)

export const dayOf = (atMs: number): number => Math.floor(atMs / DAY_MS)

export const weekOf = (atMs: number): number => Math.floor((atMs - FIRST_MONDAY_MS) / WEEK_MS)

export const startOfWeek = (week: number): number => FIRST_MONDAY_MS + week * WEEK_MS
