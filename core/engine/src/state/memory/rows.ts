/** Rows lie in one array of numbers that doubles when it is full; places stay what they are. */
import { assert } from '@vest/protocol'

/** No array of rows has more numbers: four gigabytes of memory. */
const PLACES_MAX = 536_870_912 // 2^29

/** The same numbers in an array twice as long. */
export function twiceAsLong(numbers: Float64Array): Float64Array {
  if (2 * numbers.length > PLACES_MAX) assert(false, 'rows have places below 2^29')
  const wider = new Float64Array(2 * numbers.length)
  wider.set(numbers)
  return wider
}

/**
 * Rows of which some fields are halves of a number. Whoever has them is a class, and so is all that a command goes
 * through on its way there: V8 remembers of an object that a constructor has filled of what kind the thing in each
 * field is, and asks no more when it reads it; of a literal that is made twice, or a field that is declared without a
 * value (hence `declare`), it does not.
 */
export interface HalvedRows {
  numbers: Float64Array
  /** The same memory as half-numbers: those of a row begin at twice its place. */
  halves: Int32Array
}

/** Room for twice as many. */
export const widenRows = (rows: HalvedRows): void =>
  widenRowsTo(rows, rows.numbers.length, rows.numbers.length + 1)

/** Room for `wanted` numbers or more, of which the first `used` are kept. */
export function widenRowsTo(rows: HalvedRows, used: number, wanted: number): void {
  let { length } = rows.numbers
  while (length < wanted) length *= 2
  if (length === rows.numbers.length) return
  if (length > PLACES_MAX) assert(false, 'rows have places below 2^29')
  const kept = rows.numbers.subarray(0, used)
  rows.numbers = new Float64Array(length)
  rows.numbers.set(kept)
  rows.halves = new Int32Array(rows.numbers.buffer)
}

/**
 * The same place, said to be one: below 2^29. Compiled code then knows that neither its half-numbers nor what lies in
 * its row can leave 32 bits, and drops a check of that from every access: three instructions of eight. Never said of
 * NONE.
 */
export const asPlace = (at: number): number => at & (PLACES_MAX - 1)

/**
 * Where the row of a number begins, for rows of so many numbers each. `Math.imul`, because V8 asks of a plain product
 * whether it leaves 32 bits and whether it is -0.
 */
export const placeOfRow = (row: number, rowNumbers: number): number => asPlace(Math.imul(row, rowNumbers))

/**
 * A place or an id that stands among numbers. Said to be whole, because compiled code would reckon every place that
 * follows from it in floating point otherwise, at twice the instructions of each access.
 */
export const integerAt = (numbers: Float64Array, at: number): number => numbers[at]! | 0
