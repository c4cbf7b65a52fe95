/**
 * Commands as JSON, for every kind that is too rare for a binary form. A bigint becomes `{"$bigint":"123"}`; the
 * reviver runs only if the text contains one.
 */
import { assert } from '@vest/protocol'

const BIGINT_KEY = '$bigint'

export function toJsonText(value: unknown): string {
  return JSON.stringify(value, (_key, field: unknown) => {
    if (typeof field === 'bigint') return { [BIGINT_KEY]: field.toString() }
    // JSON would write NaN and Infinity as null, and the record would differ from the command.
    assert(typeof field !== 'number' || Number.isFinite(field), 'a command holds finite numbers')
    return field
  })
}

export function fromJsonText(text: string): unknown {
  if (!text.includes(`"${BIGINT_KEY}"`)) return JSON.parse(text)
  return JSON.parse(text, (_key, field: unknown) => {
    if (typeof field !== 'object' || field === null || !(BIGINT_KEY in field)) return field
    return BigInt(String(field[BIGINT_KEY]))
  })
}
