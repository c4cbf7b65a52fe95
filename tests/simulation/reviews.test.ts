/** Lives in which claims and payouts wait for an operator, beside the twin. */
import { describe, expect, it } from 'vitest'
import { simulate } from './simulate.ts'
import { createTwin } from './twin/twin.ts'

const SEED = 7
const OPS = 6_000
const MET: readonly string[] = ['command DecideReview', 'sim in review']

describe('a life in which an operator looks at claims and payouts', () => {
  it('has no violation, is the same in the twin, and meets decisions', () => {
    const { violations, counts } = simulate({ seed: SEED, ops: OPS, twin: createTwin, isReviewed: true })
    expect(violations).toEqual([])
    expect(MET.filter((name) => counts[name] === undefined)).toEqual([])
  })
})
