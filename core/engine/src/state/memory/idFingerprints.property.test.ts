import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { highOf, lowOf, fingerprintOf } from './words.ts'
import {
  addNewFingerprint,
  addFingerprint,
  createFingerprintSet,
  emptied,
  hasFingerprint,
  type FingerprintSet,
  reserveFingerprints,
  sortedFingerprints,
} from './idFingerprints.ts'

const PAGE_PRINTS = 4_096
const GROUP = 256

/** Fingerprints whose words are spread like those of digests. */
const fingerprintsFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, n) =>
    fingerprintOf(Math.imul(first + n, 0x85ebca6b), Math.imul(first + n, 0x9e3779b1)),
  )

/** Fingerprints that differ in their last word only, as those of sequential ids. */
const countedFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, n) => fingerprintOf(0, first + n))

/** The word before the last as in an id: with twelve bits that the fingerprint leaves out. */
const addNew = (old: FingerprintSet, young: FingerprintSet, print: number, foreignBits: number): boolean =>
  addNewFingerprint(old, young, highOf(print) | (foreignBits << 20), lowOf(print), print)

describe('prints', () => {
  it('a set of fingerprints behaves as a set', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.integer({ min: 1, max: 2 ** 52 }), fc.integer({ min: 1, max: 300 })), {
          maxLength: 2_000,
        }),
        fc.integer(),
        (prints, secret) => {
          const set = createFingerprintSet(secret)
          const seen = new Set<number>()
          for (const print of prints) {
            expect(hasFingerprint(set, print)).toBe(seen.has(print))
            expect(addFingerprint(set, print)).toBe(!seen.has(print))
            seen.add(print)
          }
          for (const print of seen) expect(hasFingerprint(set, print)).toBe(true)
          expect(sortedFingerprints(set)).toEqual([...seen].sort((a, b) => a - b))
          expect(set.count).toBe(seen.size)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('two generations take what neither has, into the current one', () => {
    const print = fc.integer({ min: 1, max: 400 })
    fc.assert(
      fc.property(
        fc.array(print, { maxLength: 200 }),
        fc.array(print, { maxLength: 400 }),
        fc.integer(),
        fc.integer({ min: 0, max: 4_095 }),
        (before, prints, secret, foreignBits) => {
          const old = createFingerprintSet(secret)
          for (const one of before) addFingerprint(old, one)
          const young = createFingerprintSet(secret)
          const seen = new Set(before)
          for (const one of prints) {
            expect(addNew(old, young, one, foreignBits)).toBe(!seen.has(one))
            seen.add(one)
            expect(hasFingerprint(old, one) || hasFingerprint(young, one)).toBe(true)
          }
          expect(old.count).toBe(new Set(before).size)
          expect(young.count).toBe(seen.size - old.count)
        },
      ),
      { numRuns: 60 },
    )
  })

  it.each([
    ['digests', fingerprintsFrom],
    ['counted ids', countedFrom],
  ])('of 600,000 %s none is lost, and no other is mistaken for one of them', (_, from) => {
    const set = createFingerprintSet(5)
    const prints = from(1, 600_000)
    for (const print of prints) if (!addFingerprint(set, print)) throw new Error('a print was lost')
    const some = prints.filter((_print, n) => n % 37 === 0)
    expect(some.every((print) => hasFingerprint(set, print))).toBe(true)
    expect(some.some((print) => addFingerprint(set, print))).toBe(false)
    expect(from(600_001, 100_000).some((print) => hasFingerprint(set, print))).toBe(false)
    expect(sortedFingerprints(set)).toEqual(prints.toSorted((a, b) => a - b))
  })

  it.each([
    ['digests', fingerprintsFrom],
    ['counted ids', countedFrom],
  ])('of 100,000 absent %s fewer than five need a search of the fingerprints themselves', (_, from) => {
    const set = createFingerprintSet(5)
    for (const print of from(1, 100_000)) addFingerprint(set, print)
    let searches = 0
    const { page } = set
    // A search reads the last page first.
    Object.defineProperty(set, 'page', {
      get: () => {
        searches += 1
        return page
      },
    })
    for (const print of from(100_001, 100_000)) hasFingerprint(set, print)
    expect(searches).toBeLessThan(5)
  })

  it('pages are put in order once they are full, and only when searched', () => {
    const set = createFingerprintSet(11)
    const prints = fingerprintsFrom(1, 3 * PAGE_PRINTS)
    const add = (wanted: readonly number[]): void => {
      for (const [n, print] of wanted.entries()) {
        if (n % GROUP === 0) reserveFingerprints(set)
        expect(addFingerprint(set, print)).toBe(true)
      }
    }
    add(prints.slice(0, PAGE_PRINTS + 1_000))
    expect([set.fullPages.length, set.ordered.length]).toEqual([1, 0])
    expect(hasFingerprint(set, prints[7]!)).toBe(true)
    expect(set.ordered).toHaveLength(1)
    add(prints.slice(PAGE_PRINTS + 1_000))
    expect([set.fullPages.length, set.ordered.length]).toEqual([2, 1])
    expect(prints.every((print) => hasFingerprint(set, print))).toBe(true)
    expect(sortedFingerprints(set)).toEqual(prints.toSorted((a, b) => a - b))
  })

  it('none is lost where capacity is added too late, or between groups; the next set begins as large', () => {
    for (const isInTime of [false, true]) {
      const set = createFingerprintSet(13)
      const prints = fingerprintsFrom(1, 150_000)
      for (const [n, print] of prints.entries()) {
        if (isInTime && n % GROUP === 0) reserveFingerprints(set)
        if (!addFingerprint(set, print)) throw new Error('a print was lost')
        if (set.count > set.tags.length / 2 + 2_048) throw new Error('the table is too full')
      }
      for (const page of set.fullPages) {
        expect(page.length).toBeGreaterThanOrEqual(PAGE_PRINTS)
        expect(page.length).toBeLessThanOrEqual(isInTime ? PAGE_PRINTS + GROUP : PAGE_PRINTS + 2_048)
      }
      expect(prints.every((print, n) => n % 11 !== 0 || hasFingerprint(set, print))).toBe(true)
      const next = emptied(createFingerprintSet(13), set)
      expect(next.tags.length).toBe(set.tags.length)
      expect(sortedFingerprints(next)).toEqual([])
      for (const print of prints) if (!addFingerprint(next, print)) throw new Error('the table was not empty')
      expect(next.tags.length).toBe(set.tags.length)
    }
  })

  it('a steady flow of generations allocates no memory, and none finds a fingerprint of two generations ago', () => {
    let [old, young] = [createFingerprintSet(17), createFingerprintSet(17)]
    const buffersOf = (set: FingerprintSet): ArrayBufferLike[] =>
      [set.tags, set.page, ...set.fullPages, ...set.sparePages].map(({ buffer }) => buffer)
    let known = new Set<ArrayBufferLike>()
    for (let generation = 0; generation < 6; generation += 1) {
      const prints = fingerprintsFrom(1 + generation * 20_000, 20_000)
      if (generation > 0) expect(prints.some((print) => hasFingerprint(young, print))).toBe(false)
      for (const [n, print] of prints.entries()) {
        if (n % GROUP === 0) reserveFingerprints(young)
        if (!addNew(old, young, print, 0)) throw new Error('a print of earlier generations was found')
      }
      expect(sortedFingerprints(young)).toEqual(prints.toSorted((a, b) => a - b))
      const buffers = [...buffersOf(old), ...buffersOf(young)]
      // The first two generations allocate what the later ones reuse.
      if (generation > 2) expect(buffers.filter((buffer) => !known.has(buffer))).toEqual([])
      known = new Set(buffers)
      const oldest = old
      old = young
      young = emptied(oldest, young)
    }
  })

  it('the memory of a burst is released after it, the initial capacity is kept', () => {
    const burst = createFingerprintSet(19)
    for (const print of fingerprintsFrom(1, 10 * PAGE_PRINTS)) addFingerprint(burst, print)
    expect(burst.fullPages.length).toBeGreaterThan(5)
    expect(emptied(burst, createFingerprintSet(19)).sparePages).toHaveLength(1)
    const roomy = createFingerprintSet(19, 4 * PAGE_PRINTS)
    expect(roomy.sparePages).toHaveLength(4)
    for (const print of fingerprintsFrom(1, 10 * PAGE_PRINTS)) addFingerprint(roomy, print)
    expect(roomy.sparePages).toHaveLength(0)
    expect(emptied(roomy, createFingerprintSet(19)).sparePages).toHaveLength(4)
  })

  it('the initial capacity is allocated at once', () => {
    const set = createFingerprintSet(23, 300_000)
    const { tags } = set
    const pages = set.sparePages.length
    for (const print of fingerprintsFrom(1, 300_000)) addFingerprint(set, print)
    expect(set.tags).toBe(tags)
    expect(set.sparePages.length + set.fullPages.length).toBe(pages)
  })

  it('are the last 52 bits, and never 0', () => {
    expect(fingerprintOf(0, 0)).toBe(1)
    expect(fingerprintOf(0, 41)).toBe(42)
    expect(fingerprintOf(-1, -1)).toBe(2 ** 52)
    expect(fingerprintOf(0x7ff00005, 9)).toBe(fingerprintOf(5, 9))
    expect(lowOf(fingerprintOf(5, -7))).toBe(-7)
    expect(highOf(fingerprintOf(5, -7))).toBe(5)
    expect(highOf(fingerprintOf(-1, -1))).toBe(2 ** 20 - 1)
  })
})
