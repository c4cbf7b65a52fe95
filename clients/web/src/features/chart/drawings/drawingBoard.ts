/**
 * What a hand does with drawings: placing one by two clicks or by a drag, selecting, moving by a handle or by the
 * body. Knows px and shapes, nothing of the browser. Nothing is kept before the hand lets go; Escape takes it back.
 */
import { createFrameStore, type FrameStore, type RequestFrame } from '../../../live/index.ts'
import type { Point } from '../tagLayout.ts'
import { isDrawing, isLevel, type Anchor, type DrawingColour, type Shape, type Tool } from './drawing.ts'
import { anchorAt, barOfX, pointOf, type PaneScale } from './paneScale.ts'
import type { ShapeCollection } from './shapeCollection.ts'
import { linesOf } from './shapeLines.ts'
import { shifted, takenAt, withHandleAt, type Part, type PlacedShape, type Reach } from './shapeMoves.ts'

export interface BoardState {
  readonly selectedId: string | undefined
  /** Being placed; what was measured stays here until the next press. */
  readonly draft: Shape | undefined
  /** Being moved: stands in for the kept one of the same id. */
  readonly held: Shape | undefined
}

/** What is chosen to draw with. */
export interface Hand {
  readonly tool: Tool | undefined
  readonly hasMagnet: boolean
  readonly colour: DrawingColour
}

export interface BoardOptions {
  readonly shapes: ShapeCollection
  readonly scale: () => PaneScale | undefined
  readonly hand: () => Hand
  /** The tool has done its work, or was given up. */
  readonly putDown: () => void
  /** There are as many as there may be. */
  readonly onFull: () => void
  readonly newId: () => string
  readonly requestFrame?: RequestFrame
}

export interface DrawingBoard {
  readonly state: FrameStore<BoardState>
  /** With what is under way. */
  shown(): readonly Shape[]
  /** Where they all are, as painted and as taken. */
  placed(): readonly PlacedShape[]
  /** The kept shape under a pointer. */
  under(point: Point, reach: Reach): string | undefined
  /** True where the press is the board's own, and the chart must not move with it. */
  press(point: Point, reach: Reach): boolean
  /** The pointer goes on, pressed or not. */
  move(point: Point): void
  lift(point: Point): void
  /** Takes back what is under way, else lays the tool down, else selects nothing; false where there was none of it. */
  escape(): boolean
  /** Takes back what is being placed: another tool was chosen, or none. */
  abandon(): void
  select(id: string | undefined): void
  /** Places what a tool draws in the middle of the view, for who has no pointer. */
  placeInMiddle(tool: Tool): Shape | undefined
  /** Moves a part at once, by whole bars and a difference of price. */
  nudge(id: string, part: Part, by: { readonly bars: number; readonly price: number }): void
}

export const MEASURE_ID = 'measure'
const NOTHING: BoardState = { selectedId: undefined, draft: undefined, held: undefined }
/** A pointer that has gone further than this was dragged. */
const CLICK_PX = 6

interface Grab {
  readonly shape: Shape
  readonly part: Part
  readonly from: Point
}

export function createDrawingBoard(options: BoardOptions): DrawingBoard {
  const { shapes, scale, hand, putDown, onFull, newId, requestFrame } = options
  const state = createFrameStore<BoardState>(NOTHING, requestFrame)
  const change = (next: Partial<BoardState>): void => state.update((held) => ({ ...held, ...next }))
  let grab: Grab | undefined
  /** Where the press that places began, and whether it is the one of the second point. */
  let placing: { readonly from: Point; readonly isSecond: boolean } | undefined

  /** The first point was clicked, the second is still to come. */
  let hasFirst = false
  const isWaiting = (): boolean => hasFirst && state.latest().draft !== undefined
  const isUnderWay = (): boolean => placing !== undefined || isWaiting()

  const anchor = (point: Point): Anchor | undefined => {
    const now = scale()
    return now && anchorAt(now, point, hand().hasMagnet)
  }
  const shown = (): readonly Shape[] => {
    const { draft, held } = state.latest()
    const kept = shapes.list().map((shape) => (shape.id === held?.id ? held : shape))
    return draft === undefined ? kept : [...kept, draft]
  }
  const placed = (): readonly PlacedShape[] => {
    const now = scale()
    return now === undefined ? [] : shown().flatMap((shape) => placeShape(now, shape) ?? [])
  }

  const takenBy = (point: Point, reach: Reach) =>
    takenAt(
      placed().filter(({ shape }) => shape.id !== MEASURE_ID),
      point,
      reach,
      state.latest().selectedId,
    )

  function begin(tool: Tool, at: Anchor): void {
    const { colour } = hand()
    const id = tool === 'measure' ? MEASURE_ID : newId()
    const anchors = isLevel({ kind: tool }) ? [at] : [at, at]
    change({ draft: { id, kind: tool, colour, anchors }, selectedId: undefined })
  }
  /** The last point of what is being placed. */
  function aim(point: Point): void {
    const { draft } = state.latest()
    const at = anchor(point)
    if (draft === undefined || at === undefined) return
    change({ draft: { ...draft, anchors: [...draft.anchors.slice(0, -1), at] } })
  }
  function finish(): void {
    const { draft } = state.latest()
    hasFirst = false
    placing = undefined
    putDown()
    if (draft === undefined || !isDrawing(draft)) return
    change({ draft: undefined })
    if (shapes.add(draft)) change({ selectedId: draft.id })
    else onFull()
  }
  function pressTool(tool: Tool, point: Point): boolean {
    const at = anchor(point)
    if (at === undefined) return false
    const isSecond = isWaiting() && state.latest().draft?.kind === tool
    if (!isSecond) begin(tool, at)
    placing = { from: point, isSecond }
    aim(point)
    return true
  }
  function follow({ shape, part, from }: Grab, point: Point): Shape | undefined {
    const now = scale()
    if (now === undefined) return undefined
    if (part !== 'body') {
      const at = anchor(point)
      return at && withHandleAt(shape, part, at)
    }
    const bars = Math.round(barOfX(now, point.x) - barOfX(now, from.x))
    const moved = shifted(shape, 'body', { bars, price: now.priceOf(point.y) - now.priceOf(from.y) }, now)
    return { ...moved, anchors: rounded(moved.anchors, now) }
  }
  function drop(): void {
    grab = undefined
    placing = undefined
    hasFirst = false
    change({ draft: undefined, held: undefined })
  }

  return {
    state,
    shown,
    placed,
    under: (point, reach) => takenBy(point, reach)?.shape.id,
    press(point, reach) {
      const { tool } = hand()
      if (tool !== undefined) return pressTool(tool, point)
      const taken = takenBy(point, reach)
      change({ draft: undefined, selectedId: taken?.shape.id })
      if (taken === undefined) return false
      grab = { ...taken, from: point }
      return true
    },
    move(point) {
      if (isUnderWay()) aim(point)
      else if (grab !== undefined && far(grab.from, point)) change({ held: follow(grab, point) })
    },
    lift(point) {
      const { draft, held } = state.latest()
      if (placing !== undefined && draft !== undefined) {
        const isDragged = far(placing.from, point)
        const [first, second] = draft.anchors
        // A second click on the same point would draw nothing: it is waited for another.
        const isEmpty =
          second !== undefined && first!.timeMs === second.timeMs && first!.price === second.price
        const isDone = isLevel(draft) || ((placing.isSecond || isDragged) && !isEmpty)
        placing = undefined
        hasFirst = true
        if (isDone) finish()
      }
      if (grab !== undefined && held !== undefined) shapes.replace(held)
      grab = undefined
      if (held !== undefined) change({ held: undefined })
    },
    escape() {
      const { draft, selectedId } = state.latest()
      const isHeld = grab !== undefined
      if (draft !== undefined || isHeld) drop()
      else if (hand().tool !== undefined) putDown()
      else if (selectedId !== undefined) change({ selectedId: undefined })
      else return false
      return true
    },
    abandon() {
      if (isUnderWay()) drop()
    },
    select: (selectedId) => change({ selectedId }),
    placeInMiddle(tool) {
      const now = scale()
      if (now === undefined) return undefined
      const { width, height } = now.size
      const [first, second] = [0.3, 0.7].map((share) =>
        anchorAt(now, { x: width * share, y: height * (1 - share) }, hand().hasMagnet),
      )
      if (first === undefined || second === undefined) return undefined
      begin(tool, first)
      if (!isLevel({ kind: tool })) change({ draft: { ...state.latest().draft!, anchors: [first, second] } })
      const { draft } = state.latest()
      finish()
      return draft
    },
    nudge(id, part, by) {
      const now = scale()
      const shape = shown().find((one) => one.id === id)
      if (now === undefined || shape === undefined) return
      const moved = shifted(shape, part, by, now)
      const next = { ...moved, anchors: rounded(moved.anchors, now) }
      if (id === MEASURE_ID) change({ draft: next })
      else shapes.replace(next)
    },
  }
}

function placeShape(scale: PaneScale, shape: Shape): PlacedShape | undefined {
  const points = shape.anchors.map((one) => pointOf(scale, one))
  const whole = points.filter((point) => point !== undefined)
  return whole.length < points.length
    ? undefined
    : { shape, points: whole, lines: linesOf(shape.kind, whole, scale.size) }
}

const rounded = (anchors: readonly Anchor[], { roundPrice }: PaneScale): readonly Anchor[] =>
  anchors.map(({ timeMs, price }) => ({ timeMs, price: roundPrice(price) }))

const far = (from: Point, to: Point): boolean => Math.hypot(to.x - from.x, to.y - from.y) > CLICK_PX
