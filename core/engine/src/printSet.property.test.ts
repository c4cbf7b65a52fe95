import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lowOf, printOf } from './hexWords.ts'
import { addPrint, createPrintSet, hasPrint, mayHavePrint, roomForPrints, sortedPrints } from './printSet.ts'

describe('prints', () => {
  it('a set of them is a set', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.integer({ min: 1, max: 2 ** 52 }), fc.integer({ min: 1, max: 300 })), {
          maxLength: 2_000,
        }),
        fc.integer(),
        (prints, secret) => {
          const set = createPrintSet(secret)
          const seen = new Set<number>()
          for (const print of prints) {
            expect(hasPrint(set, lowOf(print), print)).toBe(seen.has(print))
            expect(addPrint(set, lowOf(print), print)).toBe(!seen.has(print))
            seen.add(print)
          }
          for (const print of seen) expect(hasPrint(set, lowOf(print), print)).toBe(true)
          expect(sortedPrints(set)).toEqual([...seen].sort((a, b) => a - b))
        },
      ),
      { numRuns: 60 },
    )
  })

  it('of 600,000 none is lost, and fewer than three in a hundred absent ones are looked for in vain', () => {
    const set = createPrintSet(5)
    const prints = Array.from({ length: 600_000 }, (_, n) => printOf(n, Math.imul(n, 0x9e3779b1)))
    for (const print of prints) if (!addPrint(set, lowOf(print), print)) throw new Error('a print was lost')
    expect(prints.every((print) => hasPrint(set, lowOf(print), print))).toBe(true)
    let inVain = 0
    for (let n = 600_000; n < 700_000; n++) if (mayHavePrint(set, Math.imul(n, 0x9e3779b1))) inVain += 1
    expect(inVain).toBeLessThan(3_000)
  })

  it('none is lost through many pages and wider filters', () => {
    const set = createPrintSet(11)
    const prints = Array.from({ length: 50_000 }, (_, n) => printOf(n * 7, Math.imul(n, 0x9e3779b1)))
    for (const print of prints) expect(addPrint(set, lowOf(print), print)).toBe(true)
    for (const print of prints) expect(addPrint(set, lowOf(print), print)).toBe(false)
    expect(set.count).toBe(50_000)
    expect(set.filter.length * 32).toBeGreaterThanOrEqual(16 * 50_000)
    const absent = prints.map((_, n) => printOf(n, Math.imul(n + 500_000, 0x9e3779b1)))
    expect(absent.some((print) => hasPrint(set, lowOf(print), print))).toBe(false)
    const next = createPrintSet(11, set)
    expect(next.filter.length).toBe(set.filter.length)
    expect(sortedPrints(next)).toEqual([])
  })

  it('none is lost where room is made between groups of them', () => {
    const set = createPrintSet(13)
    const prints = Array.from({ length: 30_000 }, (_, n) => printOf(n * 5, Math.imul(n, 0x9e3779b1)))
    for (const [n, print] of prints.entries()) {
      if (n % 256 === 0) roomForPrints(set)
      expect(addPrint(set, lowOf(print), print)).toBe(true)
    }
    for (const page of set.pages)
      expect(page.filter((print) => print !== 0).length).toBeLessThanOrEqual(page.length / 2 + 256)
    for (const print of prints) expect(addPrint(set, lowOf(print), print)).toBe(false)
  })

  it('tell the last 52 bits, and never 0', () => {
    expect(printOf(0, 0)).toBe(1)
    expect(printOf(0, 41)).toBe(42)
    expect(printOf(-1, -1)).toBe(2 ** 52)
    expect(printOf(0x7ff00005, 9)).toBe(printOf(5, 9))
    expect(lowOf(printOf(5, -7))).toBe(-7)
  })
})
