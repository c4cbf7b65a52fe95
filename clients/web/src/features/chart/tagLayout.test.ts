import { describe, expect, it } from 'vitest'
import { restingOrder } from '../../testing/fixtures.ts'
import type { ChartLine } from './chartLines.ts'
import { layOutAxis, layOutTags, lineUnder, MOUSE_REACH, TOUCH_REACH, type TagWish } from './tagLayout.ts'

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

  it('[2.26] without room beside them they stand above and below; none is over another or over a text, at any width', () => {
    const legend = { x: 0, width: 300, top: 0, bottom: 36 }
    for (const width of [300, 600, 760]) {
      const size = { width, height: 300 }
      const crowd = Array.from({ length: 24 }, (_, at) =>
        wish(String(at), [50, 52, 60, -20, 400, 20][at % 6]!, (['left', 'middle', 'right'] as const)[at % 3]),
      )
      const tags = layOutTags(crowd, size, [legend])
      expect(tags.length).toBeGreaterThan(8)
      for (const [at, one] of tags.entries()) {
        expect(one.x).toBeGreaterThanOrEqual(0)
        expect(one.x + one.width).toBeLessThanOrEqual(width)
        expect(one.y - 10 >= legend.bottom || one.x >= legend.width).toBe(true)
        for (const other of tags.slice(at + 1))
          expect(
            Math.abs(one.y - other.y) >= 20 || one.x + one.width <= other.x || other.x + other.width <= one.x,
          ).toBe(true)
      }
    }
  })

  it('[2.26] prices on the axis never cover each other; the mark stays on its own', () => {
    const wishes = [100, 101, 104, 98, 250].map((y, at) => ({ y, isFixed: at === 2 }))
    const places = layOutAxis(wishes, 300, 18)
    expect(places[2]).toBe(104)
    expect(places[4]).toBe(250)
    const shown = places.filter((y) => y !== undefined).sort((a, b) => a - b)
    expect(shown.length).toBeGreaterThanOrEqual(4)
    for (const [at, y] of shown.entries()) if (at > 0) expect(y - shown[at - 1]!).toBeGreaterThanOrEqual(19)
  })

  it('[2.26] of many lines out of sight stay in the half of their edge', () => {
    const far = (count: number, y: number) => Array.from({ length: count }, (_, at) => wish(`${y} ${at}`, y))
    const tags = layOutTags([...far(30, -40), ...far(30, 900)], SIZE)
    const ys = (edge: string) => tags.filter(({ line }) => line.id.startsWith(edge)).map(({ y }) => y)
    expect([ys('-40').length, ys('900').length]).toEqual([6, 5])
    expect(Math.max(...ys('-40'))).toBeLessThanOrEqual(SIZE.height / 2 - 20)
    expect(Math.min(...ys('900'))).toBeGreaterThanOrEqual(SIZE.height / 2 + 20)
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
