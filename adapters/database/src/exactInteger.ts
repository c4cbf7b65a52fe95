/** Integers of the database as numbers, or an error: never a rounded figure. */
import { assert } from '@vest/protocol'

/** PostgreSQL's type number of bigint. */
export const BIGINT_OID = 20

export function exactInteger(text: string): number {
  const value = Number(text)
  assert(Number.isSafeInteger(value), `the database holds an integer that a number cannot: ${text}`)
  return value
}
