import { describe, expect, it } from 'vitest'
import { toastPlace, type Box } from './toastPlace.ts'

const within = { left: 288, top: 120, right: 1_416, bottom: 884 }
const lane = { within, width: 360, height: 200 }
const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

describe('the lane of toasts', () => {
  it('[2.21] begins at the lower left of the main column', () => {
    expect(toastPlace(lane, [])).toEqual(box(288, 684, 360, 200))
  })

  it('[2.21] never lies over a control: it moves to the right of it, or above it', () => {
    // Links in the first column of a table.
    const links = Array.from({ length: 18 }, (_, row) => box(304, 150 + row * 40, 120, 20))
    const beside = toastPlace(lane, links)!
    expect(beside.left).toBeGreaterThan(424)
    expect(beside.bottom).toBe(884)
    // Buttons along the lower edge.
    const along = Array.from({ length: 10 }, (_, at) => box(288 + at * 115, 850, 100, 28))
    const above = toastPlace(lane, along)!
    expect(above.left).toBe(288)
    expect(above.bottom).toBeLessThan(850)
    // A dialog in the middle: beside it.
    const dialog = box(660, 200, 400, 600)
    expect(toastPlace(lane, [dialog])).toEqual(box(288, 684, 360, 200))
  })

  it('says that there is no place where there is none', () => {
    expect(toastPlace(lane, [box(300, 130, 1_100, 740)])).toBeUndefined()
  })
})
