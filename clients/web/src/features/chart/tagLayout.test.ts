import { describe, expect, it } from 'vitest'
import { restingOrder } from '../../testing/fixtures.ts'
import type { ChartLine } from './chartLines.ts'
import { layOutTags, lineUnder, MOUSE_REACH, TOUCH_REACH, type TagWish } from './tagLayout.ts'

const SIZE = { width: 600, height: 300 }
const lineOf = (id: string, place: ChartLine['place'], isMovable = true): ChartLine => ({
  id,
  kind: 'limit',
  price: 0,
  colour: '--chalk',
  dash: [],
  tag: [],
  place,
  axisText: '',
  isAxisSolid: false,
  distance: '',
  look: 'plain',
  ...(isMovable ? { order: restingOrder(1) } : {}),
})
const wish = (id: string, y: number, place: ChartLine['place'] = 'left', isMovable = true): TagWish => ({
  line: lineOf(id, place, isMovable),
  y,
  width: 100,
})
const boxes = (...wishes: TagWish[]) =>
  layOutTags(wishes, SIZE).map(({ line, x, y, isPinned }) => [line.id, x, y, isPinned])

describe('tags of price lines', () => {
  it('stand on their lines: left, at 61 %, right', () => {
    expect(boxes(wish('a', 50), wish('b', 100, 'middle'), wish('c', 150, 'right'))).toEqual([
      ['a', 10, 50, false],
      ['b', 366, 100, false],
      ['c', 491, 150, false],
    ])
  })

  it('two that would cover each other stand side by side on their own lines', () => {
    expect(boxes(wish('a', 50), wish('b', 60))).toEqual([
      ['a', 10, 50, false],
      ['b', 116, 60, false],
    ])
    expect(boxes(wish('a', 50, 'right'), wish('b', 60, 'right'))[1]).toEqual(['b', 385, 60, false])
  })

  it('without room beside them they stay on the pane', () => {
    const crowd = Array.from({ length: 9 }, (_, index) => wish(String(index), 50))
    for (const [, x] of boxes(...crowd)) expect(Number(x)).toBeLessThanOrEqual(SIZE.width - 100)
  })

  it('of lines out of sight are pinned to the nearest edge and stack away from it', () => {
    expect(boxes(wish('a', -40, 'right'), wish('b', -90, 'right'), wish('c', 900, 'right'))).toEqual([
      ['a', 491, 13, true],
      ['b', 491, 35, true],
      ['c', 491, 277, true],
    ])
  })
})

describe('the line under the pointer', () => {
  const lines = [
    { line: lineOf('near', 'left'), y: 100 },
    { line: lineOf('far', 'left'), y: 106 },
    { line: lineOf('mark', 'left', false), y: 99 },
  ]

  it('is the nearest of an order within reach, never one that cannot move', () => {
    expect(lineUnder({ x: 300, y: 99 }, [], lines, MOUSE_REACH)?.id).toBe('near')
    expect(lineUnder({ x: 300, y: 104 }, [], lines, MOUSE_REACH)?.id).toBe('far')
    expect(lineUnder({ x: 300, y: 120 }, [], lines, MOUSE_REACH)).toBeUndefined()
  })

  it('is that of a tag before any line', () => {
    const tags = layOutTags([wish('tag', 110)], SIZE)
    expect(lineUnder({ x: 50, y: 101 }, tags, lines, MOUSE_REACH)?.id).toBe('tag')
    expect(lineUnder({ x: 300, y: 101 }, tags, lines, MOUSE_REACH)?.id).toBe('near')
  })
  it('a finger takes a tag, 44 px high for it, and never a bare line', () => {
    const tags = layOutTags([wish('tag', 150)], SIZE)
    expect(lineUnder({ x: 50, y: 129 }, tags, lines, TOUCH_REACH)?.id).toBe('tag')
    expect(lineUnder({ x: 50, y: 129 }, tags, lines, MOUSE_REACH)).toBeUndefined()
    expect(lineUnder({ x: 300, y: 100 }, tags, lines, TOUCH_REACH)).toBeUndefined()
  })
})
