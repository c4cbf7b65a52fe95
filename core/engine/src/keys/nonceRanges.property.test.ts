import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinOldRuns, RUN, settleStragglers } from './nonceRanges.ts'
import { type SignerNonces } from '../state/tables/signingKeys.ts'

type Memory = Pick<SignerNonces, 'runs' | 'stragglers'>

/** Runs from gaps and lengths, stragglers anywhere: between them, below them, and within one that was joined meanwhile. */
const memory = fc
  .record({
    steps: fc.array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.nat(5), fc.nat(40)), {
      maxLength: 60,
      size: 'max',
    }),
    late: fc.uniqueArray(fc.nat(1_000), { maxLength: 40, size: 'max' }),
    hours: fc.array(fc.nat(40), { minLength: 40, maxLength: 40 }),
  })
  .map(({ steps, late, hours }): Memory => {
    const runs: number[] = []
    let at = 0
    for (const [gap, length, hour] of steps) {
      at += gap
      runs.push(at, at + length, hour)
      at += length + 1
    }
    const begin = new Set(spansOf(runs).map(([first]) => first))
    return {
      runs,
      stragglers: new Map(
        late.filter((nonce) => !begin.has(nonce)).map((nonce, n): [number, number] => [nonce, hours[n]!]),
      ),
    }
  })

const spansOf = (runs: readonly number[]): [first: number, last: number, hour: number][] =>
  Array.from({ length: runs.length / RUN }, (_, n) => [
    runs[RUN * n]!,
    runs[RUN * n + 1]!,
    runs[RUN * n + 2]!,
  ])

/** Each number that counts as used, with the hour until which it does. */
function known({ runs, stragglers }: Memory): Map<number, number> {
  const all = new Map(stragglers)
  for (const [first, last, hour] of spansOf(runs))
    for (let nonce = first; nonce <= last; nonce += 1) all.set(nonce, Math.max(hour, all.get(nonce) ?? 0))
  return all
}

function expectInOrder({ runs }: Memory): void {
  let before = -1
  for (const [first, last] of spansOf(runs)) {
    expect(first).toBeGreaterThan(before)
    expect(last).toBeGreaterThanOrEqual(first)
    before = last
  }
}

describe('the memory of a key', () => {
  it('takes the older stragglers among its runs: the same numbers are used, each for as long as before', () => {
    fc.assert(
      fc.property(memory, (one) => {
        const before = known(one)
        const younger = [...one.stragglers].slice(one.stragglers.size >> 1)
        settleStragglers(one as SignerNonces)
        const after = known(one)
        expectInOrder(one)
        expect([...one.stragglers]).toEqual(younger)
        expect(after).toEqual(before)
      }),
      { numRuns: 1_000 },
    )
  })

  it('joins in its lower half alone, where the least lies between: at least every second gap there, and no wider one', () => {
    fc.assert(
      fc.property(memory, (one) => {
        fc.pre(one.runs.length >= 4 * RUN)
        const before = { runs: [...one.runs], stragglers: new Map() }
        Object.assign(one, { stragglers: new Map() })
        joinOldRuns(one as SignerNonces)
        expectInOrder(one)
        const after = known(one)
        for (const [nonce, hour] of known(before)) expect(after.get(nonce)!).toBeGreaterThanOrEqual(hour)
        const spans = spansOf(before.runs)
        const half = spans.length >> 1
        const gaps = spans.slice(1, half).map(([first], n) => first - spans[n]![1])
        const widest = gaps.toSorted((a, b) => a - b)[gaps.length >> 1]!
        const isLeft = (nonce: number): boolean => !after.has(nonce)
        spans.slice(1).forEach(([first], n) => {
          const between = Array.from({ length: first - spans[n]![1] - 1 }, (_, i) => spans[n]![1] + 1 + i)
          const isJoined = n + 1 < half && first - spans[n]![1] <= widest
          expect(between.filter(isLeft)).toEqual(isJoined ? [] : between)
        })
        const joined = gaps.filter((gap) => gap <= widest).length
        expect(spans.length - spansOf(one.runs).length).toBe(joined)
        expect(2 * joined).toBeGreaterThan(gaps.length)
      }),
    )
  })
})
