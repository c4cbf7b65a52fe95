/**
 * Every numeric field of the app under everything that hands, pastes and input methods can do to it. One statement
 * above all: unless the field says that it refused, it holds the number that was meant.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NUMERIC_TEXTS } from '../../testing/numericTexts.ts'
import { editNumeric, judgeNumeric, letGo, type NumericEntry, type RawEdit } from './editNumeric.ts'
import { numericRules, type NumericRules } from './numericRules.ts'
import { displayNumeric, readNumeric, settleNumeric } from './numericText.ts'

const COIN = { sizeDecimals: 4, priceDecimals: 2 }
const PEPE = { sizeDecimals: 0, priceDecimals: 6 }
const FIELDS: Readonly<Record<string, NumericRules>> = {
  'price of COIN': numericRules.price(COIN),
  'price of kPEPE': numericRules.price(PEPE),
  'size in COIN': numericRules.size({ unit: 'base', ...COIN }),
  'size in kPEPE': numericRules.size({ unit: 'base', ...PEPE }),
  'size in USD': numericRules.size({ unit: 'usd', ...COIN }),
  slippage: numericRules.slippage(),
  'price of an exit': numericRules.exitPrice({ priceDecimals: 2, reference: 31_248 }),
  'gain of a take profit': numericRules.gain('takeProfit'),
  'gain of a stop loss': numericRules.gain('stopLoss'),
  'share of a position': numericRules.share(),
  'amount of a transfer': numericRules.transfer(),
  'what a key may lose in a day': numericRules.transfer(),
  'what an account may lose in a day': numericRules.transfer(),
  'minutes of a cool-down': numericRules.count(),
  'period of an indicator': numericRules.parameter(0),
  'width of an indicator': numericRules.parameter(1),
}
const field = fc.constantFrom(...Object.entries(FIELDS))

/** Beginnings in which most texts are numbers or nearly so. */
const nearly = fc
  .array(fc.constantFrom(...'0123456789', '.', ',', '-', '+', 'e', ' ', '，', '。', '５'), { maxLength: 8 })
  .map((signs) => signs.join(''))
const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...NUMERIC_TEXTS) },
  { weight: 2, arbitrary: nearly },
  { weight: 1, arbitrary: fc.string({ maxLength: 10 }) },
)

const EMPTY: NumericEntry = { text: '', selection: { start: 0, end: 0 } }
const selectAll = (entry: NumericEntry): NumericEntry =>
  letGo({ ...entry, selection: { start: 0, end: entry.text.length } })

/** Holds it, with the caret behind it, and says nothing. */
const holding = (held: string): NumericEntry => ({
  text: held,
  selection: { start: held.length, end: held.length },
})

/** What the browser makes of putting a text in place of the selection. */
function inserted({ text: held, selection }: NumericEntry, put: string): RawEdit {
  const { start, end } = selection!
  return { text: held.slice(0, start) + put + held.slice(end), caret: start + put.length }
}
const put = (entry: NumericEntry, what: string, rules: NumericRules): NumericEntry =>
  editNumeric(entry, inserted(entry, what), rules)
/** Sign for sign, as a keyboard does. */
const key = (entry: NumericEntry, what: string, rules: NumericRules): NumericEntry =>
  [...what].reduce((held, sign) => put(held, sign, rules), entry)

/** The number that a text means, as a trader who knows the rules reads it; undefined: none. */
function meant(written: string, { decimals, sign }: NumericRules): number | undefined {
  const shape =
    /^([-−+]?)(\d*)(?:\.(\d*))?$/.exec(written) ??
    /^([-−+]?)([1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d*))?$/.exec(written) ??
    /^([-−+]?)([1-9]\d{0,2}(?:\u202f\d{3})+)(?:\.(\d*))?$/.exec(written)
  if (shape === null) return undefined
  const [, mark = '', whole = '', fraction = ''] = shape
  if (mark !== '' && sign === undefined) return undefined
  if (whole === '' && fraction === '') return undefined
  const size = Number(`${whole.replace(/[,\u202f]/g, '') || '0'}.${fraction || '0'}`)
  const isBelow = mark === '-' || mark === '−' || (mark === '' && sign === 'loss')
  return Math.round((isBelow ? -size : size) * 10 ** decimals) + 0
}

const GRAMMAR = /^[-+]?(?:\d+(?:\.\d*)?)?$/

function expectSound(entry: NumericEntry, rules: NumericRules): void {
  expect(entry.text).toMatch(GRAMMAR)
  if (rules.sign === undefined) expect(entry.text).not.toContain('-')
  if (rules.decimals === 0) expect(entry.text).not.toContain('.')
  expect((entry.text.split('.')[1] ?? '').length).toBeLessThanOrEqual(rules.decimals)
  const value = readNumeric(entry.text, rules.decimals)
  if (/\d/.test(entry.text)) expect(value).toBeTypeOf('number')
  if (value !== undefined && rules.max !== undefined) expect(Math.abs(value)).toBeLessThanOrEqual(rules.max)
}

const close = (value: number | undefined, other: number | undefined): boolean =>
  value === other || (value ?? 0) + 0 === (other ?? 0) + 0

describe('a numeric field, whatever is put into it', () => {
  it('[5.1] holds the number that was meant, or says that it refused: every text of the dictionary, typed and pasted', () => {
    for (const [name, rules] of Object.entries(FIELDS))
      for (const written of NUMERIC_TEXTS)
        for (const [way, entry] of [
          ['pasted', put(EMPTY, written, rules)],
          ['typed', key(EMPTY, written, rules)],
        ] as const) {
          expectSound(entry, rules)
          const words = `${JSON.stringify(written)} ${way} into ${name} left ${JSON.stringify(entry.text)}`
          if (entry.refusal !== undefined) {
            if (way === 'pasted') expect(entry.text, words).toBe('')
          } else if (/[^-+.]/.test(written))
            expect(readNumeric(entry.text, rules.decimals), words).toBe(meant(written, rules))
        }
  })

  it('[5.1] the same for texts that no list holds, over what stands there', () => {
    fc.assert(
      fc.property(
        field,
        fc.constantFrom('', '1', '12', '0.5'),
        text,
        fc.boolean(),
        ([, rules], stands, written, isTyped) => {
          const first = put(EMPTY, stands, rules)
          const over = selectAll(first)
          const entry = isTyped ? key(over, written, rules) : put(over, written, rules)
          expectSound(entry, rules)
          if (entry.refusal !== undefined) {
            if (!isTyped) expect(entry.text).toBe(first.text)
          } else if (written !== '' && !/^[-−+]?\.?$/.test(written))
            // A comma taken back by a point at once is a correction.
            expect(
              close(
                readNumeric(entry.text, rules.decimals),
                meant(written.replace(/[,，。]\./g, '.'), rules),
              ),
            ).toBe(true)
        },
      ),
      { numRuns: 3_000 },
    )
  })

  it('a decimal comma is never swallowed: 0,5 is not 5, and 1,5 is not 15', () => {
    for (const rules of Object.values(FIELDS))
      for (const [written, stays] of [
        ['0,5', '0'],
        ['1,5', '1'],
        ['1，5', '1'],
        ['1。5', '1'],
        ['1٫5', '1'],
      ] as const) {
        const entry = key(EMPTY, written, rules)
        expect(entry.text.replace('-', '')).toBe(stays)
        expect(entry.refusal).toEqual({ kind: 'mark' })
      }
  })

  it('names what is wrong: the mark, the exponent, decimals where there are none, the maximum', () => {
    const refusalOf = (name: string, written: string) => key(EMPTY, written, FIELDS[name]!)
    expect(refusalOf('size in COIN', '1e5')).toMatchObject({ text: '1', refusal: { kind: 'digits' } })
    expect(refusalOf('size in kPEPE', '1.5')).toMatchObject({
      text: '1',
      refusal: { kind: 'decimals', decimals: 0 },
    })
    expect(refusalOf('share of a position', '101')).toMatchObject({
      text: '10',
      refusal: { kind: 'tooLarge', max: 10_000, decimals: 2 },
    })
    expect(refusalOf('slippage', '250')).toMatchObject({ text: '25', refusal: { kind: 'tooLarge' } })
    expect(refusalOf('size in COIN', '9007199254741')).toMatchObject({ refusal: { kind: 'tooLarge' } })
    expect(refusalOf('gain of a take profit', '123456789012345')).toMatchObject({
      refusal: { kind: 'tooLong' },
    })
  })

  it('goes on after a refused key once the hand has noticed: a point for the comma, a deletion, the caret, a paste over all', () => {
    const rules = FIELDS['size in COIN']!
    const comma = key(EMPTY, '1,', rules)
    expect(key(comma, '.5', rules)).toEqual(holding('1.5'))
    expect(key(key(comma, '2', rules), '.', rules)).toMatchObject({ text: '1', refusal: { kind: 'mark' } })
    expect(key(letGo(comma), '5', rules)).toEqual(holding('15'))
    const removed = editNumeric(comma, { text: '', caret: 0 }, rules)
    expect(key(removed, '2', rules)).toEqual(holding('2'))
    const overAll = put({ ...comma, selection: { start: 0, end: 1 } }, '2.5', rules)
    expect(overAll).toEqual(holding('2.5'))
    // A paste that was refused holds nothing back: what is typed over it is another number.
    const pasted = put(selectAll(put(EMPTY, '3', rules)), '1.234,5', rules)
    expect(key(pasted, '4', rules)).toEqual(holding('4'))
  })

  it('a refused edit leaves text and caret; an accepted one keeps the caret before the digits that it stood before', () => {
    const digits = fc.stringMatching(/^[1-9]\d{0,4}(\.\d{1,2})?$/)
    fc.assert(
      fc.property(field, digits, fc.nat(8), fc.nat(8), text, ([, rules], stands, from, to, written) => {
        const first = put(EMPTY, stands, rules)
        fc.pre(first.refusal === undefined)
        const start = Math.min(from, to, first.text.length)
        const end = Math.min(Math.max(from, to), first.text.length)
        const before = { ...first, selection: { start, end } }
        const raw = inserted(before, written)
        const entry = editNumeric(before, raw, rules)
        if (entry.refusal !== undefined)
          expect(entry).toMatchObject({ text: before.text, selection: before.selection })
        else {
          const { start: caret } = entry.selection!
          const rightOf = (held: string, at: number) => held.slice(at).replace(/[^\d.]/g, '')
          expect(rightOf(entry.text, caret)).toBe(rightOf(raw.text, raw.caret))
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('takes nothing from what it was given: any sequence of edits leaves a sound text', () => {
    const step = fc.record({ from: fc.nat(20), to: fc.nat(20), written: text, moves: fc.boolean() })
    fc.assert(
      fc.property(field, fc.array(step, { maxLength: 12 }), ([, rules], steps) => {
        let entry = EMPTY
        for (const { from, to, written, moves } of steps) {
          const length = entry.text.length
          const start = Math.min(from, to, length)
          const end = Math.min(Math.max(from, to), length)
          if (moves) entry = letGo({ ...entry, selection: { start, end } })
          entry = put(entry, written, rules)
          expectSound(entry, rules)
          expect(entry.selection!.end).toBeLessThanOrEqual(entry.text.length)
        }
      }),
      { numRuns: 1_000 },
    )
  })

  it('[5.1] what a field shows when it is left means the same, and it takes it back', () => {
    fc.assert(
      fc.property(field, text, ([, rules], written) => {
        const { text: held } = put(EMPTY, written, rules)
        const settled = settleNumeric(held)
        expect(readNumeric(settled, rules.decimals)).toBe(readNumeric(held, rules.decimals))
        expect(settled).not.toMatch(/\.$|^-$|^0\d/)
        // A gain is always shown with its sign.
        const own = { ...rules, lengthMax: 40, ...(rules.sign && { sign: 'free' as const }) }
        expect(judgeNumeric(displayNumeric(held), own)).toEqual({
          kind: 'accepted',
          text: settled,
        })
      }),
      { numRuns: 1_000 },
    )
  })

  it('[5.9] an amount that the app filled in may be shortened, and never becomes larger than the field takes', () => {
    const rules = FIELDS['amount of a transfer']!
    const filled: NumericEntry = { text: '1234.569999', selection: { start: 11, end: 11 } }
    expect(editNumeric(filled, { text: '1234.56999', caret: 10 }, rules)).toMatchObject({
      text: '1234.56999',
    })
    expect(put(filled, '1', rules)).toMatchObject({ text: filled.text, refusal: { kind: 'decimals' } })
    const share: NumericEntry = { text: '10.05', selection: { start: 3, end: 3 } }
    expect(editNumeric(share, { text: '1005', caret: 2 }, FIELDS.slippage!)).toMatchObject({
      text: '10.05',
      refusal: { kind: 'tooLarge' },
    })
  })

  it('[5.6] a stop loss without a sign is a loss; without the sign that stood there it is a gain', () => {
    const rules = FIELDS['gain of a stop loss']!
    expect(key(EMPTY, '50', rules).text).toBe('-50')
    expect(key(EMPTY, '+5', rules).text).toBe('+5')
    const loss: NumericEntry = { text: '-50', selection: { start: 1, end: 1 } }
    const gain = editNumeric(loss, { text: '50', caret: 0 }, rules)
    expect(gain.text).toBe('50')
    expect(put({ ...gain, selection: { start: 2, end: 2 } }, '5', rules).text).toBe('505')
    // The same digits typed over a loss are a loss still.
    expect(put(selectAll({ ...loss, text: '-5' }), '5', rules).text).toBe('-5')
    expect(key(EMPTY, '-3', FIELDS['gain of a take profit']!).text).toBe('-3')
  })
})
