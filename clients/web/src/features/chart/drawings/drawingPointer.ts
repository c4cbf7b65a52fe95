/**
 * Mouse, touch and keys on the drawings. What the board takes is kept from the chart library and from the lines of
 * orders; without a tool those lines come first, because money hangs on them. A finger that scrolls moves no drawing:
 * it selects one by a tap, and takes only what is selected.
 */
import type { ChartView } from '../chartView.ts'
import { MOUSE_REACH, TOUCH_REACH, type Point } from '../tagLayout.ts'
import type { DrawingBoard } from './drawingBoard.ts'
import { MOUSE, TOUCH } from './shapeMoves.ts'

export interface DrawingPointerOptions {
  /** Around the chart, so that it hears of everything first. */
  readonly area: HTMLElement
  readonly view: Pick<ChartView, 'lineAt' | 'isOnPane'>
  readonly board: DrawingBoard
  readonly isDrawing: () => boolean
  readonly onDelete: (id: string) => void
}

const STILL_PX = 8

/** Answers how to stop. */
export function followDrawingPointer(options: DrawingPointerOptions): () => void {
  const { area, view, board, isDrawing, onDelete } = options
  let heldId: number | undefined
  let tapFrom: Point | undefined

  const pointOf = (event: MouseEvent): Point => {
    const { left, top } = area.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }
  const own = (event: Event): void => {
    event.stopPropagation()
    if (event.cancelable) event.preventDefault()
  }

  function down(event: PointerEvent): void {
    tapFrom = undefined
    if (!event.isPrimary || event.button !== 0 || heldId !== undefined) return
    const point = pointOf(event)
    if (!view.isOnPane(point)) return
    const isMouse = event.pointerType === 'mouse'
    const reach = isMouse ? MOUSE : TOUCH
    if (!isDrawing()) {
      if (view.lineAt(point, isMouse ? MOUSE_REACH : TOUCH_REACH)?.order !== undefined) return
      const { selectedId } = board.state.latest()
      if (!isMouse && (selectedId === undefined || board.under(point, reach) !== selectedId)) {
        tapFrom = point
        return
      }
    }
    if (!board.press(point, reach)) return
    heldId = event.pointerId
    area.setPointerCapture(event.pointerId)
    own(event)
    // What was prevented would have taken the focus from a field.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }
  function move(event: PointerEvent): void {
    const point = pointOf(event)
    if (tapFrom !== undefined && Math.hypot(point.x - tapFrom.x, point.y - tapFrom.y) > STILL_PX)
      tapFrom = undefined
    if (heldId === undefined || heldId === event.pointerId) board.move(point)
  }
  function up(event: PointerEvent): void {
    const point = pointOf(event)
    if (tapFrom !== undefined) {
      board.press(point, TOUCH)
      board.lift(point)
      tapFrom = undefined
    }
    if (heldId !== event.pointerId) return
    heldId = undefined
    board.lift(point)
  }
  function giveUp(): void {
    tapFrom = undefined
    if (heldId === undefined) return
    heldId = undefined
    board.escape()
  }
  /** The library listens to these and not to pointers. */
  function keepFromLibrary(event: Event): void {
    if (heldId !== undefined) own(event)
  }
  function key(event: KeyboardEvent): void {
    if (!isForChart(event.target, area)) return
    const { selectedId } = board.state.latest()
    if (event.key === 'Escape') {
      heldId = undefined
      if (board.escape()) own(event)
    } else if ((event.key === 'Delete' || event.key === 'Backspace') && selectedId !== undefined) {
      onDelete(selectedId)
      own(event)
    }
  }

  const stop = new AbortController()
  const early = { capture: true, signal: stop.signal }
  area.addEventListener('pointerdown', down, early)
  area.addEventListener('pointermove', move, early)
  area.addEventListener('pointerup', up, early)
  area.addEventListener('pointercancel', giveUp, early)
  for (const name of ['mousedown', 'touchstart', 'touchmove'])
    area.addEventListener(name, keepFromLibrary, { ...early, passive: false })
  addEventListener('keydown', key, { signal: stop.signal })
  return () => {
    stop.abort()
    giveUp()
  }
}

/** Keys of the chart are those that nothing else on the page has the focus for. */
const isForChart = (target: EventTarget | null, area: HTMLElement): boolean =>
  target === document.body ||
  (target instanceof HTMLElement &&
    area.closest('section')?.contains(target) === true &&
    target.closest('input, textarea, select, [role="menu"], [role="dialog"]') === null)
