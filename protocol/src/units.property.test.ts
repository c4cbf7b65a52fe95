/** Units for all numbers: exact division against BigInt, and text that comes back as it went. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bigDivCeil,
  bigDivFloor,
  divCeil,
  divFloor,
  divRound,
  divTrunc,
  formatDecimal,
  formatDecimalShort,
  formatFunding12,
  funding12,
  InvariantError,
  isDecimalText,
  mulDivCeil,
  mulDivExact,
  mulDivFloor,
  mulDivTrunc,
  parseDecimal,
  readDecimal,
  readFunding12,
} from './units.ts'

const MAX = Number.MAX_SAFE_INTEGER
/** Integers of every size, with many at powers of two and at the ends, where floating point betrays itself. */
const integer = fc.oneof(
  fc.integer({ min: -MAX, max: MAX }),
  fc.integer({ min: -1_000_000, max: 1_000_000 }),
  fc
    .tuple(fc.integer({ min: 0, max: 53 }), fc.integer({ min: -3, max: 3 }), fc.boolean())
    .map(([power, offset, negative]) => {
      const value = Math.max(-MAX, Math.min(MAX, 2 ** power + offset))
      return negative ? -value : value
    }),
)
const positive = integer.filter((value) => value !== 0).map(Math.abs)
const RUNS = { numRuns: 20_000 }

const truncBig = (product: bigint, divisor: bigint): bigint => product / divisor
/** What must come out: the exact quotient, or a broken invariant where it is no safe integer. */
function expectSame(actual: () => number, exact: bigint): void {
  if (exact <= BigInt(MAX) && exact >= -BigInt(MAX)) {
    const value = actual()
    if (BigInt(value) !== exact || Object.is(value, -0)) throw new Error(`${value} instead of ${exact}`)
  } else expect(actual).toThrow(InvariantError)
}

describe('exact division agrees with BigInt', () => {
  it('for a * b / c of every size and sign', () => {
    fc.assert(
      fc.property(integer, integer, positive, (a, b, c) => {
        const product = BigInt(a) * BigInt(b)
        expectSame(() => mulDivFloor(a, b, c), bigDivFloor(product, BigInt(c)))
        expectSame(() => mulDivCeil(a, b, c), bigDivCeil(product, BigInt(c)))
        expectSame(() => mulDivTrunc(a, b, c), truncBig(product, BigInt(c)))
      }),
      RUNS,
    )
  })

  it('where the product exceeds 2^53 and the quotient does not', () => {
    // c near |b| keeps the quotient in range; c near |a * b / MAX| drives it to the very end of it.
    const case_ = fc.tuple(integer, positive, fc.integer({ min: -2, max: 1000 })).map(([a, b, offset]) => {
      const edge = Number((BigInt(Math.abs(a)) * BigInt(b)) / BigInt(MAX))
      return { a, b, c: Math.min(MAX, Math.max(1, edge + offset)) }
    })
    let large = 0
    fc.assert(
      fc.property(case_, ({ a, b, c }) => {
        const product = BigInt(a) * BigInt(b)
        if (product > BigInt(MAX) || product < -BigInt(MAX)) large += 1
        expectSame(() => mulDivFloor(a, b, c), bigDivFloor(product, BigInt(c)))
        expectSame(() => mulDivFloor(-a, b, c), bigDivFloor(-product, BigInt(c)))
        expectSame(() => mulDivCeil(a, b, c), bigDivCeil(product, BigInt(c)))
      }),
      RUNS,
    )
    expect(large).toBeGreaterThan(RUNS.numRuns / 4)
  })

  it('mulDivExact gives back a factor', () => {
    fc.assert(
      fc.property(integer, positive, (a, b) => mulDivExact(a, b, b) === (a === 0 ? 0 : a)),
      RUNS,
    )
  })

  it('for a / b, rounded each way', () => {
    fc.assert(
      fc.property(integer, positive, (a, b) => {
        const [A, B] = [BigInt(a), BigInt(b)]
        expectSame(() => divFloor(a, b), bigDivFloor(A, B))
        expectSame(() => divCeil(a, b), bigDivCeil(A, B))
        expectSame(() => divTrunc(a, b), A / B)
        expectSame(() => divRound(a, b), bigDivFloor(2n * A + B, 2n * B))
      }),
      RUNS,
    )
  })

  it('bigint division is floor and ceil by definition', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
        fc.bigInt({ min: 1n, max: 10n ** 20n }),
        (a, b) => {
          const [floor, ceil] = [bigDivFloor(a, b), bigDivCeil(a, b)]
          return floor * b <= a && a < (floor + 1n) * b && ceil * b >= a && a > (ceil - 1n) * b
        },
      ),
    )
  })
})

describe('text round trips', () => {
  const decimals = fc.integer({ min: 0, max: 12 })
  it('an integer comes back from its text, padded or short', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX }), decimals, (value, places) => {
        expect(parseDecimal(formatDecimal(value, places), places)).toEqual({ ok: true, value })
        expect(parseDecimal(formatDecimalShort(value, places), places)).toEqual({ ok: true, value })
      }),
    )
    fc.assert(
      fc.property(
        integer,
        decimals,
        (value, places) => readDecimal(formatDecimal(value, places), places) === (value === 0 ? 0 : value),
      ),
    )
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
        (value) => readFunding12(formatFunding12(funding12(value))) === value,
      ),
    )
  })

  it('text that parses names exactly its integer: no digit is lost and none made up', () => {
    const text = fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.stringMatching(/^\d{0,14}$/))
      .map(([whole, fraction]) => (fraction === '' ? `${whole}` : `${whole}.${fraction}`))
    fc.assert(
      fc.property(text, decimals, (written, places) => {
        const [whole = '0', fraction = ''] = written.split('.')
        const parsed = parseDecimal(written, places)
        const scaled = BigInt(whole + fraction.slice(0, places).padEnd(places, '0'))
        if (/[1-9]/.test(fraction.slice(places))) expect(parsed).toEqual({ ok: false, failure: 'decimals' })
        else if (scaled > BigInt(MAX)) expect(parsed).toEqual({ ok: false, failure: 'range' })
        else expect(parsed).toEqual({ ok: true, value: Number(scaled) })
      }),
    )
  })

  it('is decimal text exactly where the documented pattern says so', () => {
    const likely = fc.string({ unit: fc.constantFrom(...'00123459..-+e x٣'), maxLength: 42 })
    fc.assert(
      fc.property(
        likely,
        (written) =>
          isDecimalText(written) === (written.length <= 40 && /^(0|[1-9]\d*)(\.\d+)?$/.test(written)),
      ),
      RUNS,
    )
  })

  it('arbitrary text never throws and never yields an unsafe number', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), decimals, (written, places) => {
        const parsed = parseDecimal(written, places)
        return !parsed.ok || (Number.isSafeInteger(parsed.value) && parsed.value >= 0)
      }),
    )
  })
})
