/**
 * Where the tags of the price lines stand on the pane. The tag of a line in sight stands on its line and moves
 * sideways where another is already there; that of a line out of sight is pinned to the nearest edge and stacks away
 * from it. Pure geometry in px.
 */
import type { ChartLine } from './chartLines.ts'

export const TAG_HEIGHT = 20
const GAP = 2

export interface TagBox {
  readonly line: ChartLine
  readonly x: number
  /** Centre. */
  readonly y: number
  readonly width: number
  readonly isPinned: boolean
}

export interface TagWish {
  readonly line: ChartLine
  /** Of the line; may lie outside of the pane. */
  readonly y: number
  readonly width: number
}

export interface PaneSize {
  readonly width: number
  readonly height: number
}

export function layOutTags(wishes: readonly TagWish[], size: PaneSize): readonly TagBox[] {
  const boxes: TagBox[] = []
  for (const wish of wishes) {
    const isPinned = wish.y < 0 || wish.y > size.height
    boxes.push(isPinned ? pinned(wish, boxes, size) : onItsLine(wish, boxes, size))
  }
  return boxes
}

const startX = ({ line, width }: TagWish, size: PaneSize): number =>
  line.place === 'left'
    ? 10
    : line.place === 'right'
      ? size.width - width - 9
      : Math.max(10, Math.min(Math.round(size.width * 0.61), size.width - width - 9))

const covers = (box: TagBox, x: number, y: number, width: number): boolean =>
  Math.abs(box.y - y) < TAG_HEIGHT + GAP && box.x < x + width && x < box.x + box.width

function onItsLine(wish: TagWish, boxes: readonly TagBox[], size: PaneSize): TagBox {
  const { line, y, width } = wish
  const first = startX(wish, size)
  let x = first
  for (;;) {
    const other = boxes.find((box) => covers(box, x, y, width))
    if (other === undefined) break
    x = line.place === 'right' ? other.x - width - 3 * GAP : other.x + other.width + 3 * GAP
    // No room beside it: better one tag over another than one outside of the pane.
    if (x < 0 || x + width > size.width) {
      x = first
      break
    }
  }
  return { line, x, y, width, isPinned: false }
}

function pinned(wish: TagWish, boxes: readonly TagBox[], size: PaneSize): TagBox {
  const { line, width } = wish
  const isAbove = wish.y < 0
  const x = startX(wish, size)
  // The lower left corner belongs to the attribution.
  const lowest = size.height - TAG_HEIGHT / 2 - (line.place === 'left' ? 28 : 13)
  let y = isAbove ? TAG_HEIGHT / 2 + 3 : lowest
  while (boxes.some((box) => covers(box, x, y, width)) && y > 0 && y < size.height)
    y += (isAbove ? 1 : -1) * (TAG_HEIGHT + GAP)
  return { line, x, y, width, isPinned: true }
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** How far from its middle a line, and a tag, is still taken. */
export interface LineReach {
  readonly linePx: number
  readonly tagPx: number
}
export const MOUSE_REACH: LineReach = { linePx: 4, tagPx: TAG_HEIGHT / 2 }
/** A finger that scrolls must not move an order: it takes a line by its tag alone, which is 44 px high for it. */
export const TOUCH_REACH: LineReach = { linePx: -1, tagPx: 22 }

/** The line that a pointer takes: that of a tag under it first, else the nearest within reach. Only lines with an order. */
export function lineUnder(
  point: Point,
  tags: readonly TagBox[],
  lines: readonly { readonly line: ChartLine; readonly y: number }[],
  reach: LineReach,
): ChartLine | undefined {
  const tag = tags.find(
    (box) =>
      box.line.order !== undefined &&
      Math.abs(point.y - box.y) <= reach.tagPx &&
      point.x >= box.x &&
      point.x <= box.x + box.width,
  )
  if (tag !== undefined) return tag.line
  return lines
    .filter(({ line, y }) => line.order !== undefined && Math.abs(point.y - y) <= reach.linePx)
    .sort((a, b) => Math.abs(point.y - a.y) - Math.abs(point.y - b.y))[0]?.line
}
