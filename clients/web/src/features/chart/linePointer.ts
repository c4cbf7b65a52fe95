/**
 * Mouse and touch on the chart: taking a line and dragging it, and asking for the menu by right click or long press.
 * What takes a line is kept from the chart library, so that the view does not move with it; all else is the library's.
 */
import type { Ticks } from '@vest/protocol'
import type { Market } from '../../live/index.ts'
import { toTicks } from './chartLines.ts'
import type { ChartView } from './chartView.ts'
import type { LineMover } from './lineMoves.ts'
import { MOUSE_REACH, TOUCH_REACH, type Point } from './tagLayout.ts'

export interface ChartPoint extends Point {
  readonly price: Ticks
}

export interface LinePointerOptions {
  readonly container: HTMLElement
  readonly view: Pick<ChartView, 'lineAt' | 'priceAt' | 'yOf' | 'isOnPane'>
  readonly mover: LineMover
  readonly market: Market
  readonly onMenu: (point: ChartPoint) => void
}

const LONG_PRESS_MS = 500
/** A press that wanders further is a drag of the view. */
const STILL_PX = 8

/** Answers how to stop. */
export function followPointer({ container, view, mover, market, onMenu }: LinePointerOptions): () => void {
  let held: { readonly pointerId: number; readonly offsetY: number } | undefined
  let press: { readonly at: Point; readonly timer: ReturnType<typeof setTimeout> } | undefined

  const pointOf = (event: MouseEvent): Point => {
    const { left, top } = container.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }
  const priceAt = (y: number): Ticks | undefined => {
    const price = view.priceAt(y)
    return price === undefined ? undefined : toTicks(price, market)
  }
  const endPress = (): void => {
    clearTimeout(press?.timer)
    press = undefined
  }
  const openMenu = (point: Point): void => {
    endPress()
    const price = view.isOnPane(point) ? priceAt(point.y) : undefined
    if (price !== undefined) onMenu({ ...point, price })
  }

  function down(event: PointerEvent): void {
    endPress()
    if (!event.isPrimary || event.button !== 0 || held !== undefined) return
    const point = pointOf(event)
    if (!view.isOnPane(point)) return
    const isMouse = event.pointerType === 'mouse'
    const line = view.lineAt(point, isMouse ? MOUSE_REACH : TOUCH_REACH)
    if (line?.order !== undefined && mover.take(line.order)) {
      const y = view.yOf(line.price)
      // A tag that is pinned to an edge stands away from its line, which then comes to the pointer.
      const isNear = y !== undefined && view.isOnPane({ x: point.x, y })
      held = { pointerId: event.pointerId, offsetY: isNear ? point.y - y : 0 }
      container.setPointerCapture(event.pointerId)
      event.preventDefault()
      event.stopPropagation()
    } else if (!isMouse) {
      press = { at: point, timer: setTimeout(() => openMenu(point), LONG_PRESS_MS) }
    }
  }
  function move(event: PointerEvent): void {
    const point = pointOf(event)
    if (press !== undefined && Math.hypot(point.x - press.at.x, point.y - press.at.y) > STILL_PX) endPress()
    if (held?.pointerId !== event.pointerId) return
    const price = priceAt(point.y - held.offsetY)
    if (price !== undefined) mover.moveTo(price)
  }
  function up(event: PointerEvent): void {
    endPress()
    if (held?.pointerId !== event.pointerId) return
    held = undefined
    mover.release()
  }
  function giveUp(): void {
    endPress()
    if (held === undefined) return
    held = undefined
    mover.drop()
  }
  function key(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || held === undefined) return
    event.stopPropagation()
    giveUp()
  }
  function menu(event: MouseEvent): void {
    const point = pointOf(event)
    if (!view.isOnPane(point)) return
    event.preventDefault()
    giveUp()
    openMenu(point)
  }
  /** The library listens to these and not to pointers. */
  function keepFromLibrary(event: Event): void {
    if (held === undefined) return
    event.stopPropagation()
    if (event.cancelable) event.preventDefault()
  }

  const stop = new AbortController()
  const early = { capture: true, signal: stop.signal }
  container.addEventListener('pointerdown', down, early)
  container.addEventListener('pointermove', move, early)
  container.addEventListener('pointerup', up, early)
  container.addEventListener('pointercancel', giveUp, early)
  container.addEventListener('contextmenu', menu, early)
  for (const name of ['mousedown', 'touchstart', 'touchmove'])
    container.addEventListener(name, keepFromLibrary, { ...early, passive: false })
  addEventListener('keydown', key, early)
  return () => {
    stop.abort()
    giveUp()
  }
}
