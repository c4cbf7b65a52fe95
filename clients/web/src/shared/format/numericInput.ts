/**
 * Rules of a numeric field ([5.1]): what a keystroke may leave in it, how it becomes an integer, and how
 * it looks when the field is left. While typing the field keeps raw digits; grouping comes on blur.
 */
import { formatDecimal, formatDecimalShort, parseDecimal } from '@vest/protocol'
import { group, ungroup } from './format.ts'

export interface NumericRules {
  /** Fractional digits at most; 0 = digits only. */
  readonly decimals: number
  /** Characters at most, sign and point included. */
  readonly lengthMax?: number
  readonly allowSign?: boolean
}

const LENGTH_MAX = 18

/** The text after an edit, or undefined when the edit is refused and the field keeps what it had. */
export function acceptNumeric(text: string, rules: NumericRules): string | undefined {
  const { decimals, lengthMax = LENGTH_MAX, allowSign = false } = rules
  let next = ungroup(text)
  let sign = ''
  if (allowSign && (next.startsWith('-') || next.startsWith('+') || next.startsWith('−'))) {
    sign = next.startsWith('+') ? '' : '-'
    next = next.slice(1)
  }
  if (next.startsWith('.') && decimals > 0) next = `0${next}`
  const shape = decimals === 0 ? /^\d*$/ : /^\d*(?:\.\d*)?$/
  if (!shape.test(next)) return undefined
  const fraction = next.split('.')[1]
  if (fraction !== undefined && fraction.length > decimals) return undefined
  const accepted = sign + next
  return accepted.length > lengthMax ? undefined : accepted
}

/** The integer behind a field, scaled by 10^decimals; undefined when empty or unfinished. */
export function readNumeric(text: string, decimals: number): number | undefined {
  const isNegative = text.startsWith('-')
  const bare = (isNegative ? text.slice(1) : text).replace(/\.$/, '').replace(/^0+(?=\d)/, '')
  if (bare === '') return undefined
  const parsed = parseDecimal(bare, decimals)
  if (!parsed.ok) return undefined
  return isNegative && parsed.value !== 0 ? -parsed.value : parsed.value
}

/** Field text of an integer, without trailing zeros, for values that the app itself fills in. */
export const writeNumeric = (value: number | undefined, decimals: number): string =>
  value === undefined ? '' : formatDecimalShort(value, decimals)

/** A price as a field shows it: with every decimal of its market, as the book beside it does. */
export const writePrice = (price: number | undefined, decimals: number): string =>
  price === undefined ? '' : formatDecimal(price, decimals)

/** How the text looks while the field has no focus: grouped, the raw digits untouched. */
export function displayNumeric(text: string): string {
  const isNegative = text.startsWith('-')
  const [whole = '', fraction] = (isNegative ? text.slice(1) : text).split('.')
  const body = fraction === undefined ? group(whole) : `${group(whole)}.${fraction}`
  return isNegative ? `−${body}` : body
}
