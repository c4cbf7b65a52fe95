/** Fields that hold doubles from the beginning, so that V8 never changes their representation. */

/**
 * A number that will be wide begins as one. V8 gives every field of a kind of object one form, and a field that began
 * as a small integer changes that form, and with it all code made for it, when the first large number comes.
 */
export const WIDE = NaN

export function begunAtZero<T extends object>(object: T): T {
  const fields = object as Record<string, unknown>
  for (const name of Object.keys(fields)) if (Number.isNaN(fields[name])) fields[name] = 0
  return object
}
