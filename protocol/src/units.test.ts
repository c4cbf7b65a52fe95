/** Units by example: what parses, what does not, and how integers become text. */
import { describe, expect, it } from 'vitest'
import {
  assert,
  bigDivCeil,
  bigDivFloor,
  divCeil,
  divFloor,
  divRound,
  divTrunc,
  formatDecimal,
  formatDecimalShort,
  formatFunding12,
  formatRate8,
  formatRatio4,
  formatUsd6,
  funding12,
  InvariantError,
  lots,
  mulDivCeil,
  mulDivExact,
  mulDivFloor,
  mulDivTrunc,
  parseDecimal,
  parseInteger,
  rate5,
  rate8,
  ratio4,
  readDecimal,
  readFunding12,
  ticks,
  timeMs,
  usd6,
} from './units.ts'

const MAX = Number.MAX_SAFE_INTEGER

describe('constructors', () => {
  it.each([
    ['usd6', usd6],
    ['ticks', ticks],
    ['lots', lots],
    ['ratio4', ratio4],
    ['rate5', rate5],
    ['rate8', rate8],
    ['timeMs', timeMs],
  ] as const)('%s keeps safe integers and refuses the rest', (_name, unit) => {
    expect(unit(MAX)).toBe(MAX)
    expect(unit(-MAX)).toBe(-MAX)
    expect(Object.is(unit(-0), 0)).toBe(true)
    for (const value of [0.5, MAX + 1, -MAX - 1, Number.NaN, Infinity])
      expect(() => unit(value)).toThrow(InvariantError)
  })
})

describe('assert', () => {
  it('throws an InvariantError with its words', () => {
    expect(() => assert(true, 'fine')).not.toThrow()
    expect(() => assert(false, 'one is not above two')).toThrow(new InvariantError('one is not above two'))
  })
})

describe('exact division', () => {
  it.each([
    // a, b, c, floor, ceil, toward zero
    [7, 3, 2, 10, 11, 10],
    [-7, 3, 2, -11, -10, -10],
    // quotient * divisor leaves the safe integers here though product and quotient do not.
    [-9_007_199_254_740_989, 1, 7, -1286742750677285, -1286742750677284, -1286742750677284],
    [9_007_199_254_740_991, 1, 5, 1801439850948198, 1801439850948199, 1801439850948198],
    [7, -3, 2, -11, -10, -10],
    [-7, -3, 2, 10, 11, 10],
    [6, 4, 8, 3, 3, 3],
    [-6, 4, 8, -3, -3, -3],
    [0, 5, 3, 0, 0, 0],
    [1, 1, MAX, 0, 1, 0],
    [-1, 1, MAX, -1, 0, 0],
    [MAX, MAX, MAX, MAX, MAX, MAX],
    [-MAX, MAX, MAX, -MAX, -MAX, -MAX],
    [MAX, 2, 3, 6004799503160660, 6004799503160661, 6004799503160660],
    [MAX, 1_000_000, 1_000_001, 9007190247550743, 9007190247550744, 9007190247550743],
    [9_007_199_254_740_881, 1_000_003, 1_000_033, 9006929047680071, 9006929047680072, 9006929047680071],
  ])('%i * %i / %i', (a, b, c, floor, ceil, trunc) => {
    const product = BigInt(a) * BigInt(b)
    expect(floor).toBe(Number(bigDivFloor(product, BigInt(c))))
    for (const [value, expected] of [
      [mulDivFloor(a, b, c), floor],
      [mulDivCeil(a, b, c), ceil],
      [mulDivTrunc(a, b, c), trunc],
    ] as const)
      expect(Object.is(value, expected)).toBe(true)
  })

  it('mulDivExact asserts that nothing is left over', () => {
    expect(mulDivExact(6, 4, 8)).toBe(3)
    expect(() => mulDivExact(7, 3, 2)).toThrow('inexact division: 7 * 3 / 2')
  })

  it('refuses a divisor that is not positive and a quotient outside the safe integers', () => {
    for (const divisor of [0, -1, Number.NaN])
      expect(() => mulDivFloor(1, 1, divisor)).toThrow('positive divisor')
    expect(() => mulDivFloor(MAX, MAX, 1)).toThrow(InvariantError)
    expect(() => mulDivFloor(-MAX, 2, 1)).toThrow(InvariantError)
  })

  it.each([
    [7, 2, 3, 4, 3, 4],
    [-7, 2, -4, -3, -3, -3],
    [5, 4, 1, 2, 1, 1],
    [-6, 4, -2, -1, -1, -1],
    [-5, 4, -2, -1, -1, -1],
    [0, 9, 0, 0, 0, 0],
    [MAX, MAX - 1, 1, 2, 1, 1],
  ])('%i / %i: floor, ceil, toward zero, half up', (a, b, floor, ceil, trunc, round) => {
    expect([divFloor(a, b), divCeil(a, b), divTrunc(a, b), divRound(a, b)]).toEqual([
      floor,
      ceil,
      trunc,
      round,
    ])
  })

  it('the same for bigint', () => {
    expect([
      bigDivFloor(-7n, 2n),
      bigDivCeil(-7n, 2n),
      bigDivFloor(7n, 2n),
      bigDivCeil(7n, 2n),
      bigDivFloor(-6n, 2n),
    ]).toEqual([-4n, -3n, 3n, 4n, -3n])
  })
})

describe('text to integers', () => {
  it.each([
    ['0', 2, 0],
    ['0.1', 4, 1000],
    ['0.1000', 4, 1000],
    ['65000', 2, 6_500_000],
    ['1.10', 1, 11],
    ['1.000', 0, 1],
    ['9007199254.740991', 6, MAX],
    ['0.0000000000000000000000000000000000000', 6, 0],
  ])('[3.19] %s with %i decimals is %i', (text, decimals, value) => {
    expect(parseDecimal(text, decimals)).toEqual({ ok: true, value })
  })

  it.each([
    ['', 'malformed'],
    [' 1', 'malformed'],
    ['1 ', 'malformed'],
    ['+1', 'malformed'],
    ['-1', 'malformed'],
    ['1e3', 'malformed'],
    ['.5', 'malformed'],
    ['5.', 'malformed'],
    ['01', 'malformed'],
    ['1,000', 'malformed'],
    ['0x10', 'malformed'],
    ['١', 'malformed'],
    ['1\n', 'malformed'],
    ['NaN', 'malformed'],
    ['Infinity', 'malformed'],
    ['1'.repeat(41), 'malformed'],
    ['1.001', 'decimals'],
    ['9007199254740993', 'range'],
    ['1'.repeat(40), 'range'],
  ])('refuses %j: %s', (text, failure) => {
    expect(parseDecimal(text, 2)).toEqual({ ok: false, failure })
  })

  it('integers: JSON numbers or decimal text, never negative, never unsafe', () => {
    expect(parseInteger(42)).toEqual({ ok: true, value: 42 })
    expect(parseInteger('42')).toEqual({ ok: true, value: 42 })
    expect(parseInteger(String(MAX))).toEqual({ ok: true, value: MAX })
    for (const input of [-1, 1.5, MAX + 1, Number.NaN, '-1', '1.0', '01', '', '1e2'])
      expect(parseInteger(input)).toEqual({ ok: false, failure: 'malformed' })
    expect(parseInteger(String(MAX + 1))).toEqual({ ok: false, failure: 'range' })
  })

  it('own text may be negative; anything else is a broken invariant', () => {
    expect(readDecimal('-0.2786', 4)).toBe(-2786)
    expect(Object.is(readDecimal('-0.0000', 4), 0)).toBe(true)
    expect(() => readDecimal('--1', 4)).toThrow(InvariantError)
    expect(readFunding12('-1.23')).toBe(-1_230_000_000_000n)
    expect(readFunding12('9999999999.123456789012')).toBe(9_999_999_999_123_456_789_012n)
    expect(() => readFunding12('1.1234567890123')).toThrow(InvariantError)
  })
})

describe('integers to text', () => {
  it.each([
    [0, 0, '0', '0'],
    [0, 4, '0.0000', '0'],
    [1500, 3, '1.500', '1.5'],
    [1000, 4, '0.1000', '0.1'],
    [-5, 2, '-0.05', '-0.05'],
    [-100, 2, '-1.00', '-1'],
    [100, 0, '100', '100'],
    [100_000, 3, '100.000', '100'],
    [MAX, 6, '9007199254.740991', '9007199254.740991'],
  ])('%i with %i decimals is %s, short %s', (value, decimals, text, short) => {
    expect(formatDecimal(value, decimals)).toBe(text)
    expect(formatDecimalShort(value, decimals)).toBe(short)
  })

  it('[9.1] each unit has its decimals: money 6, ratio 4, rate 8, funding 12', () => {
    expect(formatUsd6(usd6(1_333_000_000))).toBe('1333.000000')
    expect(formatRatio4(ratio4(2000))).toBe('0.2000')
    expect(formatRate8(rate8(125_000))).toBe('0.00125000')
    expect(formatFunding12(funding12(-1_230_000_000_000n))).toBe('-1.230000000000')
  })
})
