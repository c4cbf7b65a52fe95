/**
 * Of what straight lines a shape is made on the pane, and whether a pointer is on them. Pure geometry in px: what is
 * painted is what is taken.
 */
import type { PaneSize, Point } from '../tagLayout.ts'
import type { Shape } from './drawing.ts'
import { fibonacciLevels } from './fibonacci.ts'

export interface Segment {
  readonly from: Point
  readonly to: Point
}

/** `points`: where its anchors are. */
export function linesOf(kind: Shape['kind'], points: readonly Point[], size: PaneSize): readonly Segment[] {
  const [a, b] = [points[0]!, points[1] ?? points[0]!]
  switch (kind) {
    case 'horizontal':
    case 'alert':
      return [level(a.y, 0, size.width)]
    case 'trend':
      return [{ from: a, to: b }]
    case 'ray':
      return [{ from: a, to: beyond(a, b, size) }]
    case 'rectangle':
    case 'measure':
      return edges(a, b)
    case 'fibonacci':
      return fibonacciLevels(a.y, b.y).map(({ value }) =>
        level(value, Math.min(a.x, b.x), Math.max(a.x, b.x)),
      )
  }
}

const level = (y: number, fromX: number, toX: number): Segment => ({
  from: { x: fromX, y },
  to: { x: toX, y },
})

function edges(a: Point, b: Point): readonly Segment[] {
  const corners = [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }]
  return corners.map((from, index) => ({ from, to: corners[(index + 1) % 4]! }))
}

/** The point on the way from `a` through `b` that lies beyond the pane, wherever `a` is. */
function beyond(a: Point, b: Point, size: PaneSize): Point {
  const length = Math.hypot(b.x - a.x, b.y - a.y)
  if (length === 0) return b
  const far = Math.abs(a.x) + Math.abs(a.y) + size.width + size.height
  const factor = Math.max(1, far / length)
  return { x: a.x + (b.x - a.x) * factor, y: a.y + (b.y - a.y) * factor }
}

/** The part of a line that lies on the pane; undefined where none does. */
export function clipped({ from, to }: Segment, size: PaneSize): Segment | undefined {
  let [start, end] = [0, 1]
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  // How far inside of each edge the line begins, and how fast it comes nearer to it.
  const sides = [
    [from.x, -dx],
    [size.width - from.x, dx],
    [from.y, -dy],
    [size.height - from.y, dy],
  ] as const
  for (const [inside, towards] of sides) {
    if (towards === 0) {
      if (inside < 0) return undefined
    } else if (towards > 0) end = Math.min(end, inside / towards)
    else start = Math.max(start, inside / towards)
  }
  if (start > end) return undefined
  const at = (share: number): Point => ({ x: from.x + dx * share, y: from.y + dy * share })
  return { from: at(start), to: at(end) }
}

export function distanceTo(point: Point, { from, to }: Segment): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const squared = dx * dx + dy * dy
  const share = squared === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / squared
  const near = Math.max(0, Math.min(1, share))
  return Math.hypot(point.x - from.x - near * dx, point.y - from.y - near * dy)
}

/** Whether a point lies within what a shape encloses; only what has an inside has one. */
export function isInside(kind: Shape['kind'], [a, b]: readonly Point[], point: Point): boolean {
  if ((kind !== 'rectangle' && kind !== 'fibonacci') || a === undefined || b === undefined) return false
  const isBetween = (value: number, one: number, other: number): boolean =>
    value >= Math.min(one, other) && value <= Math.max(one, other)
  return isBetween(point.x, a.x, b.x) && isBetween(point.y, a.y, b.y)
}
