import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acceptNumeric, displayNumeric, readNumeric, writeNumeric } from './numericInput.ts'

describe('what a keystroke may leave in a field', () => {
  it.each<[text: string, decimals: number, expected: string | undefined, why: string]>([
    ['12.34', 2, '12.34', 'digits and one decimal point'],
    ['1.2.3', 2, undefined, 'a second point is refused'],
    ['12a', 2, undefined, 'a letter is refused'],
    ['1e5', 2, undefined, 'an exponent is refused'],
    ['.5', 2, '0.5', 'a leading dot becomes 0.'],
    ['.', 2, '0.', 'also alone'],
    ['1.234', 2, undefined, 'more fractional digits than allowed are refused'],
    ['7', 0, '7', 'with zero decimals digits only'],
    ['7.', 0, undefined, 'and no point'],
    ['', 2, '', 'emptying is allowed'],
    ['1,234.5', 2, '1234.5', 'pasted grouping is taken off'],
    ['-5', 2, undefined, 'no sign unless asked for'],
  ])('[5.1] %j with %i decimals -> %j (%s)', (text, decimals, expected) => {
    expect(acceptNumeric(text, { decimals })).toBe(expected)
  })

  it('[5.1] caps the total length', () => {
    expect(acceptNumeric('123456', { decimals: 2, lengthMax: 5 })).toBeUndefined()
    expect(acceptNumeric('12345', { decimals: 2, lengthMax: 5 })).toBe('12345')
  })

  it('[5.1] takes a leading sign where it is allowed', () => {
    expect(acceptNumeric('-5.1', { decimals: 2, allowSign: true })).toBe('-5.1')
    expect(acceptNumeric('−5', { decimals: 2, allowSign: true })).toBe('-5')
    expect(acceptNumeric('5-', { decimals: 2, allowSign: true })).toBeUndefined()
  })

  it('never accepts what cannot be read back or is still being typed', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.nat(6), (text, decimals) => {
        const accepted = acceptNumeric(text, { decimals })
        if (accepted === undefined || accepted === '') return
        expect(readNumeric(accepted, decimals)).toBeTypeOf('number')
      }),
    )
  })
})

describe('between text and integer', () => {
  it('reads what is finished and unfinished alike, and nothing as undefined, never zero', () => {
    expect([
      readNumeric('1.5', 2),
      readNumeric('1.', 2),
      readNumeric('007', 2),
      readNumeric('', 2),
      readNumeric('-2', 2),
    ]).toEqual([150, 100, 700, undefined, -200])
  })

  it('writes without trailing zeros and shows groups only', () => {
    expect([
      writeNumeric(31_000, 2),
      writeNumeric(undefined, 2),
      displayNumeric('33000.50'),
      displayNumeric('-1234'),
    ]).toEqual(['310', '', '33,000.50', '−1,234'])
  })

  it('reads back every integer that it writes', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(6), (value, decimals) => {
        expect(readNumeric(writeNumeric(value, decimals), decimals)).toBe(value)
      }),
    )
  })
})
