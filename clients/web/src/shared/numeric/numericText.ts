/**
 * Between the text of a numeric field and the integer behind it, and how the text looks when the field is left. While
 * typing the field keeps raw digits; grouping comes on blur.
 */
import { formatDecimal, formatDecimalShort, parseDecimal } from '@vest/protocol'
import { group } from '../format/format.ts'

/** The integer behind a field, scaled by 10^decimals; undefined when empty, unfinished or beyond the units. */
export function readNumeric(text: string, decimals: number): number | undefined {
  const isNegative = text.startsWith('-')
  const bare = unsigned(text)
  if (bare === '') return undefined
  const parsed = parseDecimal(bare, decimals)
  if (!parsed.ok) return undefined
  return isNegative && parsed.value !== 0 ? -parsed.value : parsed.value
}

/** Without a sign, a trailing dot and leading zeros. */
const unsigned = (text: string): string =>
  text
    .replace(/^[-+]/, '')
    .replace(/\.$/, '')
    .replace(/^0+(?=\d)/, '')

/** Field text of an integer, without trailing zeros, for values that the app itself fills in. */
export const writeNumeric = (value: number | undefined, decimals: number): string =>
  value === undefined ? '' : formatDecimalShort(value, decimals)

/** A price as a field shows it: with every decimal of its market, as the book beside it does. */
export const writePrice = (price: number | undefined, decimals: number): string =>
  price === undefined ? '' : formatDecimal(price, decimals)

/** What is left of a text when its field is left: no point without decimals, no sign alone, no leading zeros. */
export function settleNumeric(text: string): string {
  const isNegative = text.startsWith('-')
  const bare = unsigned(text)
  return isNegative && bare !== '' ? `-${bare}` : bare
}

/** How the text looks while the field has no focus: settled and grouped. */
export function displayNumeric(text: string): string {
  const settled = settleNumeric(text)
  const isNegative = settled.startsWith('-')
  const [whole = '', fraction] = (isNegative ? settled.slice(1) : settled).split('.')
  const body = fraction === undefined ? group(whole) : `${group(whole)}.${fraction}`
  return isNegative ? `−${body}` : body
}
