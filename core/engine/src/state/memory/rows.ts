/** Rows lie in one array of numbers that doubles when it is full; references to rows stay valid. */
import { assert } from '@vest/protocol'

/** Upper limit of an array of rows: four gigabytes of memory. */
const PLACES_MAX = 536_870_912 // 2^29

/** The same numbers in an array twice as long. */
export function twiceAsLong(numbers: Float64Array): Float64Array {
  if (2 * numbers.length > PLACES_MAX) assert(false, 'rows have places below 2^29')
  const wider = new Float64Array(2 * numbers.length)
  wider.set(numbers)
  return wider
}

/**
 * Rows of which some fields are 32-bit halves of a number. Each owner of such rows is a class, as is every
 * object that a command passes through on the way to them: V8 remembers the kind of value in each field of an
 * object that a constructor has filled, and reads such a field without a check. It does not for a literal
 * that is made twice, or for a field that is declared without a value (hence `declare`).
 */
export interface SharedRows {
  numbers: Float64Array
  /** The same memory as 32-bit halves: those of a row begin at twice its reference. */
  int32s: Int32Array
}

/** Doubles the capacity. */
export const widenRows = (rows: SharedRows): void =>
  widenRowsTo(rows, rows.numbers.length, rows.numbers.length + 1)

/** Grows to a capacity of `wanted` numbers or more; the first `used` are kept. */
export function widenRowsTo(rows: SharedRows, used: number, wanted: number): void {
  let { length } = rows.numbers
  while (length < wanted) length *= 2
  if (length === rows.numbers.length) return
  if (length > PLACES_MAX) assert(false, 'rows have places below 2^29')
  const kept = rows.numbers.subarray(0, used)
  rows.numbers = new Float64Array(length)
  rows.numbers.set(kept)
  rows.int32s = new Int32Array(rows.numbers.buffer)
}

/**
 * Returns the same reference, bounded below 2^29. Compiled code then knows that neither its halves nor the
 * fields of its row leave 32 bits, and drops that check from every access: three instructions of eight. Never
 * call it with NONE.
 */
export const rowOffset = (at: number): number => at & (PLACES_MAX - 1)

/**
 * Reference of the row with a given number, for rows of `rowNumbers` numbers each. `Math.imul`, because V8
 * checks a plain product for leaving 32 bits and for -0. Bounded like every reference ({@link rowOffset}).
 */
export const offsetOfRow = (row: number, rowNumbers: number): number =>
  Math.imul(row, rowNumbers) & (PLACES_MAX - 1)

/**
 * A reference or an id that is stored among numbers, as an integer. Otherwise compiled code would compute
 * every derived reference in floating point, at twice the instructions of each access.
 */
export const integerAt = (numbers: Float64Array, at: number): number => numbers[at]! | 0
