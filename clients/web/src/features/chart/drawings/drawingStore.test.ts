import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryStorage } from '../../../testing/memoryStorage.ts'
import { DRAWING_COLOURS, DRAWING_KINDS, isLevel, type Drawing } from './drawing.ts'
import { createDrawingStore, DRAWINGS_MAX } from './drawingStore.ts'
import { readDrawing } from './storedDrawing.ts'

const TREND: Drawing = {
  id: 'a',
  kind: 'trend',
  colour: 'chalk',
  anchors: [
    { timeMs: 1_000, price: 312.48 },
    { timeMs: 2_000, price: 300 },
  ],
}
const level = (id: string): Drawing => ({
  id,
  kind: 'horizontal',
  colour: 'info',
  anchors: [{ timeMs: 5, price: 1 }],
})
const point = fc.record({
  timeMs: fc.integer(),
  price: fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((price) => price + 0),
})
const anyDrawing: fc.Arbitrary<Drawing> = fc
  .record({
    id: fc.uuid(),
    kind: fc.constantFrom(...DRAWING_KINDS),
    colour: fc.constantFrom(...DRAWING_COLOURS),
    points: fc.tuple(point, point),
  })
  .map(({ points, ...rest }) => ({ ...rest, anchors: isLevel(rest) ? points.slice(0, 1) : points }))

describe('a drawing in storage', () => {
  it('comes back as it was put', () => {
    fc.assert(
      fc.property(anyDrawing, (drawing) => {
        expect(readDrawing(JSON.parse(JSON.stringify(drawing)) as Record<string, unknown>)).toEqual(drawing)
      }),
    )
  })

  it('is none where it is not whole', () => {
    const [first, second] = TREND.anchors
    const spoilt = [
      { kind: 'circle' },
      { kind: 'measure' },
      { kind: 'alert' },
      { colour: 'red' },
      { anchors: 'x' },
      { anchors: [first] },
      { anchors: [first, second, first] },
      { anchors: [first, null] },
      { anchors: [first, { timeMs: 1.5, price: 1 }] },
      { anchors: [first, { timeMs: 1, price: null }] },
      { anchors: [first, { timeMs: 1, price: 1e300 }] },
      { kind: 'horizontal' },
    ]
    for (const change of spoilt) expect(readDrawing({ ...TREND, ...change })).toBeUndefined()
    expect(readDrawing({ ...TREND, more: 1 })).toEqual(TREND)
  })
})

describe('the drawings of a market', () => {
  const open = (storage = memoryStorage(), symbol = 'BTC-PERP') =>
    createDrawingStore({ symbol, storage, requestFrame: (paint) => paint() })

  it('two tabs see each other’s drawings and their changes', () => {
    const shared = memoryStorage()
    const [one, other] = [open(shared), open(shared)]
    one.add(TREND)
    other.add(level('b'))
    one.adopt()
    expect(one.latest()).toEqual([TREND, level('b')])
    const moved = { ...TREND, colour: 'warn' as const }
    other.replace(moved)
    expect(one.remove(['b'])).toEqual([level('b')])
    expect(one.latest()).toEqual([moved])
  })

  it('take no more than they may have, and nothing of another market', () => {
    const shared = memoryStorage()
    const full = open(shared)
    expect(full.add(...Array.from({ length: DRAWINGS_MAX }, (_, n) => level(`n${n}`)))).toBe(true)
    expect(full.add(TREND)).toBe(false)
    expect(full.latest()).toHaveLength(DRAWINGS_MAX)
    expect(open(shared, 'COIN-USD-PERP').latest()).toEqual([])
  })
})
