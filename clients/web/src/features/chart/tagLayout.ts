/**
 * Where the tags of the price lines stand on the pane and on the axis, none over another and none over a text. The tag of a
 * line in sight stands on its line, moves sideways where something is already there, and where there is no room beside it
 * above or below its line; that of a line out of sight is pinned to the nearest edge and stacks away from it. What has no
 * place at all is left out: its line is there. Pure geometry in px.
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

/** A part of the pane that something else is written on. */
export interface Taken {
  readonly x: number
  readonly width: number
  readonly top: number
  readonly bottom: number
}

/** `taken`: where texts of others stand. */
export function layOutTags(
  wishes: readonly TagWish[],
  size: PaneSize,
  taken: readonly Taken[] = [],
): readonly TagBox[] {
  const boxes: TagBox[] = []
  for (const wish of wishes) {
    const box = placed(wish, [...taken, ...boxes.map(takenBy)], size)
    if (box !== undefined) boxes.push(box)
  }
  return boxes
}

const takenBy = ({ x, y, width }: TagBox): Taken => ({
  x,
  width,
  top: y - TAG_HEIGHT / 2,
  bottom: y + TAG_HEIGHT / 2,
})

const startX = ({ line, width }: TagWish, size: PaneSize): number =>
  line.place === 'left'
    ? 10
    : line.place === 'right'
      ? size.width - width - 9
      : Math.max(10, Math.min(Math.round(size.width * 0.61), size.width - width - 9))

const covers = (other: Taken, x: number, y: number, width: number): boolean =>
  other.top < y + TAG_HEIGHT / 2 + GAP &&
  y - TAG_HEIGHT / 2 - GAP < other.bottom &&
  other.x < x + width &&
  x < other.x + other.width

/** How far a tag may stand from its line before it says nothing of it any more. */
const AWAY_MAX_PX = 4 * (TAG_HEIGHT + GAP)

function placed(wish: TagWish, taken: readonly Taken[], size: PaneSize): TagBox | undefined {
  const { line, width } = wish
  const isPinned = wish.y < 0 || wish.y > size.height
  const [top, bottom] = [TAG_HEIGHT / 2 + 3, size.height - TAG_HEIGHT / 2 - 13]
  for (const y of isPinned ? inwards(wish.y < 0 ? top : bottom, size) : aroundLine(wish.y, size)) {
    const x = freeX(wish, y, taken, size, isPinned)
    if (x !== undefined) return { line, x, y, width, isPinned }
  }
  return undefined
}

/** As far as the middle: many orders far away must not hide the candles, nor what is pinned to the other edge. */
function* inwards(from: number, size: PaneSize): Generator<number> {
  const step = from < size.height / 2 ? 1 : -1
  for (let y = from; step * (size.height / 2 - y) >= TAG_HEIGHT; y += step * (TAG_HEIGHT + GAP)) yield y
}

function* aroundLine(y: number, size: PaneSize): Generator<number> {
  yield y
  for (let away = 1; away <= AWAY_MAX_PX; away += 1)
    for (const next of [y - away, y + away])
      if (next >= TAG_HEIGHT / 2 && next <= size.height - TAG_HEIGHT / 2) yield next
}

/** Pinned tags keep their column; others go sideways, each time past what stands in the way. */
function freeX(
  wish: TagWish,
  y: number,
  taken: readonly Taken[],
  size: PaneSize,
  isPinned: boolean,
): number | undefined {
  const { line, width } = wish
  let x = startX(wish, size)
  for (;;) {
    const other = taken.find((one) => covers(one, x, y, width))
    if (other === undefined) return x
    if (isPinned) return undefined
    x = line.place === 'right' ? other.x - width - 3 * GAP : other.x + other.width + 3 * GAP
    if (x < 0 || x + width > size.width) return undefined
  }
}

export interface AxisWish {
  readonly y: number
  /** Never moves: the mark. */
  readonly isFixed: boolean
}

/**
 * Where the prices of lines stand on the axis, as many as there are wishes; undefined where there is no room. The fixed one
 * stands on its price, others beside theirs where that place is taken.
 */
export function layOutAxis(
  wishes: readonly AxisWish[],
  height: number,
  tagHeight: number,
): readonly (number | undefined)[] {
  const found = wishes.map((): number | undefined => undefined)
  const ys: number[] = []
  const order = wishes
    .map((_, at) => at)
    .sort((a, b) => Number(wishes[b]!.isFixed) - Number(wishes[a]!.isFixed))
  for (const at of order) {
    const wish = wishes[at]!
    const isFree = (y: number): boolean => ys.every((other) => Math.abs(other - y) >= tagHeight + 1)
    for (let away = 0; away <= 2 * tagHeight && found[at] === undefined; away += 1)
      found[at] = [wish.y - away, wish.y + away].find(
        (y) => isFree(y) && (away === 0 || (y >= tagHeight / 2 && y <= height - tagHeight / 2)),
      )
    if (found[at] !== undefined) ys.push(found[at])
  }
  return found
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
