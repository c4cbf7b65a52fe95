import { describe, expect, it } from 'vitest'
import { firstSteps, type FirstFacts } from './firstSteps.ts'

const NEW: FirstFacts = { equity: 0, hasOrdered: false, hasStop: false, waysBack: 0 }
const done = (facts: Partial<FirstFacts>) =>
  firstSteps({ ...NEW, ...facts })?.flatMap(({ step, isDone }) => (isDone ? [step] : []))

describe('first steps', () => {
  it('are ticked as they are done, and gone with the last', () => {
    expect(firstSteps(NEW)?.map(({ step }) => step)).toEqual(['money', 'order', 'stop', 'wayBack'])
    expect(done({ equity: 5_000_000 })).toEqual(['money'])
    expect(done({ hasOrdered: true })).toEqual(['money', 'order'])
    expect(firstSteps({ equity: 1, hasOrdered: true, hasStop: true, waysBack: 1 })).toEqual([])
  })

  it('the owner of a wallet of their own has none to save', () => {
    expect(firstSteps({ ...NEW, waysBack: null })?.map(({ step }) => step)).not.toContain('wayBack')
    expect(firstSteps({ equity: 1, hasOrdered: true, hasStop: true, waysBack: null })).toEqual([])
  })

  it('nothing is shown while something is not known', () => {
    for (const fact of ['equity', 'hasOrdered', 'hasStop', 'waysBack'] as const)
      expect(done({ [fact]: undefined })).toBeUndefined()
  })
})
