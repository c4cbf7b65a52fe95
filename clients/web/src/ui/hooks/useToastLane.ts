/**
 * Which lane the toasts take now, and where in it they stand. On the trading page the plot of the chart, which has no
 * controls (`.toasts` in app.css); on other pages the lower left of the main column; with a dialog the lower left of the
 * window; on small screens, and where no place is free, one row. What is scrolled, or comes under them, is looked at again.
 */
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { toastPlace, type Box } from '../toastPlace.ts'
import { useMediaQuery } from './useMediaQuery.ts'

export type ToastLane =
  /** As app.css says. */
  | { readonly kind: 'chart' }
  | { readonly kind: 'page' | 'dialog'; readonly left: number; readonly bottom: number }
  /** `isFixed`: over what lies above the page; else below the header, where it moves the page. */
  | { readonly kind: 'row'; readonly isFixed: boolean }

const START: ToastLane = { kind: 'chart' }
export const TOAST_WIDTH_PX = 360
const MARGIN_PX = 16
/** A list or a chart that takes the focus to be scrolled or read is none. */
const CONTROLS = 'a[href], button, input, select, textarea, summary, [role="slider"], [role="tab"]'

/** `mark`: another one whenever the toasts are others. */
export function useToastLane(region: RefObject<HTMLElement | null>, mark: unknown): ToastLane {
  const isSmall = useMediaQuery('(max-width: 767px)')
  const [lane, setLane] = useState<ToastLane>(START)
  const [look, setLook] = useState(0)
  const wasSmall = useRef(isSmall)
  const isEmpty = mark === ''
  // What opens and closes above the page, a window of another size, a focus that goes where the toasts stand, a page that
  // was scrolled or has got its rows.
  useEffect(() => {
    if (isEmpty) return
    // The first half of a press on a toast brings the focus there: a toast that moved then would lose the press.
    const again = (event?: unknown): void => {
      const isWithin = event instanceof FocusEvent && region.current?.contains(event.target as Node) === true
      if (!isWithin && region.current?.matches(':active') !== true) setLook((count) => count + 1)
    }
    const content = new ResizeObserver(() => again())
    const watchPage = (): Element | null => {
      const main = document.querySelector('main')
      content.disconnect()
      if (main !== null) content.observe(main)
      return main?.parentElement ?? null
    }
    const layers = new MutationObserver(() => {
      watchPage()
      again()
    })
    layers.observe(document.body, { childList: true })
    const pages = watchPage()
    if (pages !== null) layers.observe(pages, { childList: true })
    document.addEventListener('scrollend', again, true)
    window.addEventListener('resize', again)
    document.addEventListener('focusin', again)
    document.addEventListener('fullscreenchange', again)
    return () => {
      layers.disconnect()
      content.disconnect()
      document.removeEventListener('scrollend', again, true)
      window.removeEventListener('resize', again)
      document.removeEventListener('focusin', again)
      document.removeEventListener('fullscreenchange', again)
    }
  }, [region, isEmpty])
  useLayoutEffect(() => {
    const isSameSize = wasSmall.current === isSmall
    wasSmall.current = isSmall
    if (isEmpty) setLane(START)
    else
      setLane((held) => {
        const next = laneNow(region.current, isSmall)
        // A row moves the page, which may free a place: it stays a row, or it would go to and fro.
        return isSameSize && held.kind === 'row' && next.kind === 'page' ? held : sameOr(held, next)
      })
  }, [region, isSmall, isEmpty, mark, look])
  useLayoutEffect(() => {
    // The page keeps their height free below its last row.
    const room = isEmpty || lane.kind !== 'page' ? 0 : (region.current?.offsetHeight ?? 0) + MARGIN_PX
    document.documentElement.style.setProperty('--toasts', `${room}px`)
  }, [region, isEmpty, lane, mark])
  return isSmall && lane.kind !== 'row' ? { kind: 'row', isFixed: false } : lane
}

const sameOr = (held: ToastLane, next: ToastLane): ToastLane =>
  JSON.stringify(held) === JSON.stringify(next) ? held : next

function laneNow(region: HTMLElement | null, isSmall: boolean): ToastLane {
  const isUnderLayer = document.querySelector('.bg-scrim') !== null
  if (isSmall) return { kind: 'row', isFixed: isUnderLayer || document.fullscreenElement !== null }
  const isTrade = document.querySelector('.trade-grid') !== null || document.fullscreenElement !== null
  if (isTrade && !isUnderLayer) return { kind: 'chart' }
  const { innerWidth, innerHeight } = window
  const main = document.querySelector('main')
  const size = { width: TOAST_WIDTH_PX, height: Math.max(48, region?.offsetHeight ?? 0) }
  const foot = innerHeight - MARGIN_PX
  if (isUnderLayer) {
    const within = { left: MARGIN_PX, top: MARGIN_PX, right: innerWidth - MARGIN_PX, bottom: foot }
    const dialogs = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].map(boxOf)
    const place = toastPlace({ within, ...size }, dialogs)
    return place === undefined
      ? { kind: 'row', isFixed: true }
      : { kind: 'dialog', left: place.left, bottom: innerHeight - place.bottom }
  }
  const column = main === null ? { left: 0, right: innerWidth } : boxOf(main)
  const gutter =
    main === null ? MARGIN_PX : Number.parseFloat(getComputedStyle(main).paddingLeft) || MARGIN_PX
  const within = {
    left: column.left + gutter,
    top: (document.querySelector('header')?.getBoundingClientRect().bottom ?? 0) + MARGIN_PX,
    right: Math.max(column.left + gutter + size.width, column.right - gutter),
    bottom: foot,
  }
  const place = toastPlace({ within, ...size }, controlsBeside(region))
  return place === undefined
    ? { kind: 'row', isFixed: false }
    : { kind: 'page', left: place.left, bottom: innerHeight - place.bottom }
}

const boxOf = (element: Element): Box => element.getBoundingClientRect()

function controlsBeside(region: HTMLElement | null): readonly Box[] {
  return [...document.querySelectorAll(CONTROLS)].flatMap((control) => {
    if (region?.contains(control) === true) return []
    const box = boxOf(control)
    const isSeen = box.right > box.left && box.bottom > 0 && box.top < window.innerHeight
    return isSeen ? [box] : []
  })
}
