import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ThresholdHeap } from './thresholdHeap.ts'

const ACCOUNTS = 8
type Step =
  | { readonly kind: 'watch'; readonly accountId: number; readonly edge: number }
  | { readonly kind: 'price'; readonly price: number }

const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('watch' as const),
        accountId: fc.nat(ACCOUNTS - 1),
        edge: fc.integer({ min: -50, max: 50 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('price' as const), price: fc.integer({ min: -60, max: 60 }) }),
    },
  ),
  { maxLength: 600 },
)

describe('a heap of thresholds', () => {
  it('returns exactly the accounts whose latest threshold lies below the price, whatever was added again', () => {
    fc.assert(
      fc.property(steps, (list: readonly Step[]) => {
        const heap = new ThresholdHeap()
        const versions = new Int32Array(ACCOUNTS)
        const edges = new Map<number, number>()
        for (const step of list) {
          if (step.kind === 'watch') {
            versions[step.accountId]! += 1
            edges.set(step.accountId, step.edge)
            heap.push(step.edge, step.accountId, versions)
            continue
          }
          expect(heap.lowest(versions)).toBe(Math.min(Infinity, ...edges.values()))
          const expected = [...edges].filter(([, edge]) => edge < step.price).map(([id]) => id)
          const found: number[] = []
          for (
            let id = heap.popBelow(step.price, versions);
            id >= 0;
            id = heap.popBelow(step.price, versions)
          ) {
            found.push(id)
            edges.delete(id)
          }
          expect(found.toSorted()).toEqual(expected.toSorted())
        }
      }),
    )
  })

  it('does not grow when an account is added again and again', () => {
    const heap = new ThresholdHeap()
    const versions = new Int32Array(ACCOUNTS)
    for (let i = 0; i < 10_000; i += 1) {
      versions[i % ACCOUNTS]! += 1
      heap.push(i, i % ACCOUNTS, versions)
    }
    expect(heap.size).toBeLessThanOrEqual(64)
  })
})
