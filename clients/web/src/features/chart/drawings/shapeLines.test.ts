import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fibonacciLevels } from './fibonacci.ts'
import { clipped, distanceTo, isInside, linesOf } from './shapeLines.ts'

const SIZE = { width: 600, height: 300 }
const at = (x: number, y: number) => ({ x, y })
const point = fc.record({
  x: fc.integer({ min: -2_000, max: 2_000 }),
  y: fc.integer({ min: -2_000, max: 2_000 }),
})
const isOnPane = ({ x, y }: { x: number; y: number }): boolean =>
  x >= -1e-6 && x <= SIZE.width + 1e-6 && y >= -1e-6 && y <= SIZE.height + 1e-6

describe('lines of a shape', () => {
  it('what is level goes through the whole pane, a trend line from point to point', () => {
    expect(linesOf('horizontal', [at(50, 40)], SIZE)).toEqual([{ from: at(0, 40), to: at(600, 40) }])
    expect(linesOf('trend', [at(1, 2), at(3, 4)], SIZE)).toEqual([{ from: at(1, 2), to: at(3, 4) }])
  })

  it('a rectangle has four edges, whichever corner was first', () => {
    const corners = (one: { x: number; y: number }, other: { x: number; y: number }) =>
      new Set(linesOf('rectangle', [one, other], SIZE).flatMap(({ from }) => `${from.x} ${from.y}`))
    expect(linesOf('rectangle', [at(10, 20), at(30, 50)], SIZE)).toHaveLength(4)
    expect(corners(at(10, 20), at(30, 50))).toEqual(new Set(['10 20', '30 20', '30 50', '10 50']))
    expect(corners(at(30, 50), at(10, 20))).toEqual(corners(at(10, 20), at(30, 50)))
  })

  it('a ray leaves the pane in its direction, from wherever it begins', () => {
    expect(linesOf('ray', [at(100, 100), at(110, 100)], SIZE)[0]!.to.x).toBeGreaterThan(600)
    fc.assert(
      fc.property(point, point, (a, b) => {
        fc.pre(a.x !== b.x || a.y !== b.y)
        const { from, to } = linesOf('ray', [a, b], SIZE)[0]!
        expect(isOnPane(to)).toBe(false)
        expect(distanceTo(b, { from, to })).toBeLessThan(1e-6)
      }),
    )
  })

  it('levels of a retracement lie between its points: 0 is the second, 1 the first', () => {
    expect(fibonacciLevels(1_000, 2_000).map(({ ratio, value }) => [ratio, value])).toEqual([
      [0, 2_000],
      [0.236, 1_764],
      [0.382, 1_618],
      [0.5, 1_500],
      [0.618, 1_382],
      [0.786, 1_214],
      [1, 1_000],
    ])
    const lines = linesOf('fibonacci', [at(300, 100), at(100, 200)], SIZE)
    expect(lines.map(({ from, to }) => [from.x, to.x])).toEqual(lines.map(() => [100, 300]))
    expect(lines[3]!.from.y).toBe(150)
  })
})

describe('the part of a line on the pane', () => {
  it('ends at the edges', () => {
    expect(clipped({ from: at(-100, 150), to: at(700, 150) }, SIZE)).toEqual({
      from: at(0, 150),
      to: at(600, 150),
    })
    expect(clipped({ from: at(-10, -10), to: at(-5, 400) }, SIZE)).toBeUndefined()
    expect(clipped({ from: at(10, -1), to: at(20, -1) }, SIZE)).toBeUndefined()
  })

  it('lies on the line and on the pane, and a line that crosses the pane has one', () => {
    fc.assert(
      fc.property(point, point, (from, to) => {
        const line = { from, to }
        const part = clipped(line, SIZE)
        const middle = at((from.x + to.x) / 2, (from.y + to.y) / 2)
        if (isOnPane(from) || isOnPane(to) || isOnPane(middle)) expect(part).toBeDefined()
        if (part === undefined) return
        for (const end of [part.from, part.to]) {
          expect(isOnPane(end)).toBe(true)
          expect(distanceTo(end, line)).toBeLessThan(1e-6)
        }
      }),
    )
  })
})

describe('distance to a line', () => {
  it('is that to its nearest point, its ends included', () => {
    const line = { from: at(0, 0), to: at(10, 0) }
    expect([at(5, 3), at(-3, 4), at(13, -4), at(5, 0)].map((one) => distanceTo(one, line))).toEqual([
      3, 5, 5, 0,
    ])
    expect(distanceTo(at(3, 4), { from: at(0, 0), to: at(0, 0) })).toBe(5)
  })
})

it('the inside of a rectangle is between its corners, and a line has none', () => {
  expect(isInside('rectangle', [at(30, 50), at(10, 20)], at(20, 30))).toBe(true)
  expect(isInside('rectangle', [at(30, 50), at(10, 20)], at(31, 30))).toBe(false)
  expect(isInside('trend', [at(0, 0), at(10, 10)], at(5, 5))).toBe(false)
  expect(isInside('rectangle', [at(0, 0)], at(0, 0))).toBe(false)
})
