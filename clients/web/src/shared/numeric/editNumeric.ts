/**
 * What an edit makes of a numeric field ([5.1]). A text that is plainly digits with at most one point, or digits
 * grouped in threes as the app itself groups them, becomes the text of the field; any other is refused: what was there
 * stands, the caret with it, and the field says why. Nothing is left out of what was typed to make a number of the
 * rest.
 *
 * Keys come one by one, so a refused key is not the end of it: in `1,5` the comma is refused, and the 5 after it would
 * make 15. What is typed on at the place of a refused key is therefore refused as well, until the hand shows that it
 * has noticed: it deletes, moves the caret, pastes over everything, comes back to the field, or sets the point that
 * should have stood in place of the comma.
 */
import { parseDecimal } from '@vest/protocol'
import { LENGTH_MAX, type NumericRules } from './numericRules.ts'

export type NumericRefusal =
  /** Not digits with at most one point. */
  | { readonly kind: 'digits' }
  /** A comma or another mark where decimals take a point. */
  | { readonly kind: 'mark' }
  | { readonly kind: 'decimals'; readonly decimals: number }
  /** `max` scaled by 10^decimals; absent where the units end. */
  | { readonly kind: 'tooLarge'; readonly max?: number; readonly decimals: number }
  | { readonly kind: 'tooLong' }

/** A field between two edits. */
export interface NumericEntry {
  readonly text: string
  /** The selection; a caret where both are the same. Undefined where it is not known. */
  readonly selection: { readonly start: number; readonly end: number } | undefined
  /** The last edit was refused for this reason. */
  readonly refusal?: NumericRefusal | undefined
  /** A key was refused at the selection: what is typed on is refused too; after a mark a point is not. */
  readonly held?: 'all' | 'butPoint' | undefined
}

/** What the browser made of the edit. */
export interface RawEdit {
  readonly text: string
  readonly caret: number
}

export function editNumeric(before: NumericEntry, raw: RawEdit, rules: NumericRules): NumericEntry {
  const typed = insertionOf(before, raw.text)
  const isKey = typed !== undefined && [...typed].length === 1
  const isPasteOverAll = typed !== undefined && !isKey && typed === raw.text
  if (before.held !== undefined && typed !== undefined && !isPasteOverAll) {
    const isCorrection = before.held === 'butPoint' && typed === '.'
    if (!isCorrection) return { ...before, held: 'all' }
  }
  const judged = judgeNumeric(raw.text, rules, {
    text: before.text,
    isRemoval: typed === undefined && isRemoval(before.text, raw.text),
  })
  if (judged.kind === 'accepted') {
    const { text } = judged
    const caret = caretAfter(raw, text)
    return { text, selection: { start: caret, end: caret } }
  }
  const { refusal } = judged
  return {
    text: before.text,
    selection: before.selection,
    refusal,
    held: isKey ? (refusal.kind === 'mark' ? 'butPoint' : 'all') : undefined,
  }
}

/** The hand has moved: the next key is judged for itself; what was refused is still said. */
export const letGo = <Entry extends Pick<NumericEntry, 'held'>>(entry: Entry): Entry => ({
  ...entry,
  held: undefined,
})

export type Judged =
  | { readonly kind: 'accepted'; readonly text: string }
  | { readonly kind: 'refused'; readonly refusal: NumericRefusal }

interface Before {
  readonly text: string
  /** The edit only took away. */
  readonly isRemoval: boolean
}

/** A text as a field takes it, or why it does not. */
export function judgeNumeric(raw: string, rules: NumericRules, before: Before = NOTHING): Judged {
  const { decimals, lengthMax = LENGTH_MAX, sign } = rules
  const mark = sign === undefined ? '' : (/^[-−+]/.exec(raw)?.[0] ?? '')
  const body = raw.slice(mark.length)
  const shape = /^\d*(?:\.\d*)?$/.test(body) ? 'plain' : GROUPED.test(body) ? 'grouped' : undefined
  if (shape === undefined) return refused({ kind: OTHER_MARK.test(body) ? 'mark' : 'digits' })
  const digits = shape === 'grouped' ? body.replace(/[,\u202f]/g, '') : body
  const fraction = digits.split('.')[1]
  // What only takes away is never too fine or too long: an amount that the app filled in may be either.
  const { isRemoval: shrinks } = before
  if (fraction !== undefined && (fraction.length > decimals || decimals === 0) && !shrinks)
    return refused({ kind: 'decimals', decimals })
  const number = digits.startsWith('.') ? `0${digits}` : digits
  const text = `${signOf(mark, number, rules, before)}${number}`
  if (text.length > lengthMax && !shrinks) return refused({ kind: 'tooLong' })
  const value = valueOf(number, decimals)
  const largest = rules.max ?? Number.MAX_SAFE_INTEGER
  if (value > largest && !(shrinks && value <= valueOf(before.text.replace(/^[-+]/, ''), decimals)))
    return refused({ kind: 'tooLarge', decimals, ...(rules.max !== undefined && { max: rules.max }) })
  return { kind: 'accepted', text }
}

const NOTHING: Before = { text: '', isRemoval: false }

const refused = (refusal: NumericRefusal): Judged => ({ kind: 'refused', refusal })

/** Groups of three by commas or by the narrow space with which the app may show them; a group never begins with 0. */
const GROUPED = /^[1-9]\d{0,2}(?:(?:,\d{3})+|(?:\u202f\d{3})+)(?:\.\d*)?$/
/** Whatever stands for a decimal point in some language or input method. */
const OTHER_MARK = /[,'’·،٫٬、。．，｡]/

/** A stop loss typed without a sign is a loss; taking the sign away from one that stands there means a gain. */
function signOf(mark: string, number: string, { sign }: NumericRules, before: Before): string {
  // A plus is kept: the digits that follow it are no loss.
  if (mark !== '') return mark === '+' ? '+' : '-'
  const wasLoss = before.text === '' || before.text.startsWith('-')
  const isTakenAway = before.isRemoval && before.text === `-${number}`
  return sign === 'loss' && number !== '' && wasLoss && !isTakenAway ? '-' : ''
}

/** Infinity for more than the units hold. */
function valueOf(number: string, decimals: number): number {
  const bare = number.replace(/\.$/, '').replace(/^0+(?=\d)/, '')
  if (bare === '') return 0
  const [whole = '', fraction = ''] = bare.split('.')
  const parsed = parseDecimal(`${whole}.${fraction.slice(0, decimals).padEnd(1, '0')}`, decimals)
  return parsed.ok ? parsed.value : Number.POSITIVE_INFINITY
}

/** What was put in place of the selection; undefined where the edit was another. */
function insertionOf({ text, selection }: NumericEntry, raw: string): string | undefined {
  if (selection === undefined) return undefined
  const head = text.slice(0, selection.start)
  const tail = text.slice(selection.end)
  if (raw.length <= head.length + tail.length || !raw.startsWith(head) || !raw.endsWith(tail))
    return undefined
  return raw.slice(head.length, raw.length - tail.length)
}

/** One run of characters is gone and nothing has come. */
function isRemoval(before: string, raw: string): boolean {
  if (raw.length >= before.length) return false
  let head = 0
  while (head < raw.length && raw[head] === before[head]) head += 1
  return before.endsWith(raw.slice(head))
}

const COUNTED = /[\d.]/

/** As many digits stand right of the caret as before the text was rewritten. */
function caretAfter(raw: RawEdit, text: string): number {
  if (raw.text === text) return raw.caret
  const right = [...raw.text.slice(raw.caret)].filter((sign) => COUNTED.test(sign)).length
  return Math.max(0, text.length - right)
}
