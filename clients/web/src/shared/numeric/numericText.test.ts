import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeNumeric } from './editNumeric.ts'
import { displayNumeric, readNumeric, settleNumeric, writeNumeric } from './numericText.ts'

describe('what may stand in a field', () => {
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
    ['12,34.5', 2, undefined, 'but not where it groups other than threes'],
    ['0,500', 2, undefined, 'nor where a zero leads: it is half of something'],
    ['-5', 2, undefined, 'no sign unless asked for'],
  ])('[5.1] %j with %i decimals -> %j (%s)', (text, decimals, expected) => {
    const judged = judgeNumeric(text, { decimals })
    expect(judged.kind === 'accepted' ? judged.text : undefined).toBe(expected)
  })

  it('[5.1] caps the total length', () => {
    expect(judgeNumeric('123456', { decimals: 2, lengthMax: 5 })).toEqual({
      kind: 'refused',
      refusal: { kind: 'tooLong' },
    })
    expect(judgeNumeric('12345', { decimals: 2, lengthMax: 5 }).kind).toBe('accepted')
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

  it('[5.9] a text that is left has no trailing dot, no leading zeros and no sign alone', () => {
    expect(['5000.', '007', '0.', '-', '-5.', '0.50'].map(settleNumeric)).toEqual([
      '5000',
      '7',
      '0',
      '',
      '-5',
      '0.50',
    ])
    expect(displayNumeric('5000.')).toBe('5,000')
  })

  it('reads back every integer that it writes', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(6), (value, decimals) => {
        expect(readNumeric(writeNumeric(value, decimals), decimals)).toBe(value)
      }),
    )
  })
})
