/** Fields that hold doubles from the start, so that V8 never changes their representation. */

/**
 * Initial value of a field that will hold large numbers. V8 gives each field of a class one representation; a
 * field that began as a small integer changes it at the first large number, which discards all code compiled
 * for it.
 */
export const WIDE = NaN

export function begunAtZero<T extends object>(object: T): T {
  const fields = object as Record<string, unknown>
  for (const name of Object.keys(fields)) if (Number.isNaN(fields[name])) fields[name] = 0
  return object
}
