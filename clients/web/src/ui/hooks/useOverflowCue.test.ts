import { describe, expect, it } from 'vitest'
import { hiddenEdges } from './useOverflowCue.ts'

describe('what is wider than its place', () => {
  it('[2.26] says beyond which edge there is more, and nothing once all is seen', () => {
    const at = (scrollLeft: number, clientWidth = 100) =>
      hiddenEdges({ scrollLeft, clientWidth, scrollWidth: 240 })
    expect([at(0), at(70), at(140), at(0, 240)]).toEqual(['right', 'left right', 'left', ''])
    // Half pixels of zoom hide nothing.
    expect(hiddenEdges({ scrollLeft: 0.6, clientWidth: 99, scrollWidth: 100 })).toBe('')
  })
})
