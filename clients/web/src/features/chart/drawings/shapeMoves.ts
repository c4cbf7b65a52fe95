/** Taking a shape by a handle or by its body and putting it elsewhere; the shape itself is never changed. */
import type { Point } from '../tagLayout.ts'
import { barAt, timeAt, type Bars } from './barTime.ts'
import { isLevel, type Anchor, type Shape } from './drawing.ts'
import { distanceTo, isInside, type Segment } from './shapeLines.ts'

/** A handle has the time of one anchor and the price of one: those of two are a corner. */
export interface Handle {
  readonly time: number
  readonly price: number
}

const ENDS: readonly Handle[] = [
  { time: 0, price: 0 },
  { time: 1, price: 1 },
]
const CORNERS: readonly Handle[] = [...ENDS, { time: 0, price: 1 }, { time: 1, price: 0 }]

/** An alert has none: it is at its price everywhere. */
export const handlesOf = ({ kind }: Pick<Shape, 'kind'>): readonly Handle[] =>
  kind === 'alert' ? [] : kind === 'horizontal' ? ENDS.slice(0, 1) : kind === 'rectangle' ? CORNERS : ENDS

export const handlePoint = (points: readonly Point[], { time, price }: Handle): Point => ({
  x: points[time]!.x,
  y: points[price]!.y,
})

/** What of a shape is held: one of its handles, or all of it. */
export type Part = Handle | 'body'

export interface Reach {
  readonly handlePx: number
  readonly linePx: number
}
export const MOUSE: Reach = { handlePx: 8, linePx: 5 }
export const TOUCH: Reach = { handlePx: 22, linePx: 14 }

export interface PlacedShape {
  readonly shape: Shape
  /** Where its anchors are. */
  readonly points: readonly Point[]
  readonly lines: readonly Segment[]
}

/** The part that a pointer takes. Only what is selected shows its handles and is taken by its inside. */
export function partAt(
  { shape, points, lines }: PlacedShape,
  point: Point,
  reach: Reach,
  isSelected: boolean,
): Part | undefined {
  const handle = isSelected
    ? handlesOf(shape)
        .map((one) => ({ one, px: distance(point, handlePoint(points, one)) }))
        .filter(({ px }) => px <= reach.handlePx)
        .sort((a, b) => a.px - b.px)[0]
    : undefined
  if (handle !== undefined) return handle.one
  if (lines.some((line) => distanceTo(point, line) <= reach.linePx)) return 'body'
  return isSelected && isInside(shape.kind, points, point) ? 'body' : undefined
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

/** The shape under a pointer and what is taken of it: the selected one first, then what was drawn last. */
export function takenAt(
  placed: readonly PlacedShape[],
  point: Point,
  reach: Reach,
  selectedId: string | undefined,
): { readonly shape: Shape; readonly part: Part } | undefined {
  const selected = placed.filter(({ shape }) => shape.id === selectedId)
  const others = placed.filter(({ shape }) => shape.id !== selectedId).reverse()
  for (const one of [...selected, ...others]) {
    const part = partAt(one, point, reach, one.shape.id === selectedId)
    if (part !== undefined) return { shape: one.shape, part }
  }
  return undefined
}

/** A handle put at a point of time and price. */
export function withHandleAt<S extends Shape>(shape: S, handle: Handle, to: Anchor): S {
  return {
    ...shape,
    anchors: shape.anchors.map((anchor, index) => ({
      timeMs: index === handle.time ? to.timeMs : anchor.timeMs,
      price: index === handle.price ? to.price : anchor.price,
    })),
  }
}

/** A part moved by whole bars and a difference of price; what is level has a price alone. */
export function shifted<S extends Shape>(
  shape: S,
  part: Part,
  by: { readonly bars: number; readonly price: number },
  bars: Bars,
): S {
  return {
    ...shape,
    anchors: shape.anchors.map((anchor, index) => {
      const isTimeMoved = (part === 'body' || part.time === index) && !isLevel(shape)
      const isPriceMoved = part === 'body' || part.price === index
      return {
        timeMs: isTimeMoved ? timeAfter(bars, anchor.timeMs, by.bars) : anchor.timeMs,
        price: isPriceMoved ? anchor.price + by.price : anchor.price,
      }
    }),
  }
}

function timeAfter(bars: Bars, timeMs: number, count: number): number {
  const bar = barAt(bars, timeMs)
  return count === 0 || bar === undefined ? timeMs : (timeAt(bars, bar + count) ?? timeMs)
}
