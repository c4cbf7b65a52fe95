/**
 * Unsigned and signed integers of up to 53 bits in the fewest bytes: seven bits per byte, lowest first; the high bit
 * means that more follow. Signed ones are mapped to unsigned first (zigzag: 0, -1, 1, -2). Plain `number` arithmetic,
 * because bit operators stop at 32 bits.
 */
import { assert } from '@vest/protocol'

/** Maximum length in bytes: 53 bits, or 54 for a signed integer. */
export const VARINT_BYTES_MAX = 8

export interface ByteCursor {
  readonly bytes: Buffer
  at: number
}

export function writeVarint(cursor: ByteCursor, value: number): void {
  assert(Number.isSafeInteger(value) && value >= 0, `not an unsigned safe integer: ${value}`)
  let rest = value
  while (rest >= 0x80) {
    cursor.bytes[cursor.at++] = (rest % 0x80) | 0x80
    rest = Math.floor(rest / 0x80)
  }
  cursor.bytes[cursor.at++] = rest
}

export function readVarint(cursor: ByteCursor): number {
  let value = 0
  let scale = 1
  for (let count = 0; count < VARINT_BYTES_MAX; count += 1) {
    assert(cursor.at < cursor.bytes.length, 'an encoded integer ends inside its record')
    const byte = cursor.bytes[cursor.at++]!
    value += (byte & 0x7f) * scale
    if (byte < 0x80) {
      assert(Number.isSafeInteger(value), 'an encoded integer is safe')
      return value
    }
    scale *= 0x80
  }
  assert(false, 'an encoded integer has at most 8 bytes')
}

/** Half of the safe range on either side, so that the mapping stays within it. */
export const ZIGZAG_MAX = 4_503_599_627_370_495

export const writeZigzag = (cursor: ByteCursor, value: number): void =>
  writeVarint(cursor, value < 0 ? -2 * value - 1 : 2 * value)

export function readZigzag(cursor: ByteCursor): number {
  const folded = readVarint(cursor)
  return folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2
}
