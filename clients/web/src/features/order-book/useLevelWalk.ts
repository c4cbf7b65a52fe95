/** Which level of the book is under the pointer or the focus, and how arrow keys walk along them: one stop of Tab. */
import { useState, type FocusEvent, type KeyboardEvent, type PointerEvent } from 'react'
import type { BookRow, BookView } from './bookView.ts'

/** A level by its way from the middle: bids 0, 1, 2 … downward, asks −1, −2 … upward. */
export type Place = number

export const rowAt = (view: BookView, place: Place): BookRow | undefined =>
  place < 0 ? view.asks[-1 - place] : view.bids[place]

/** Where a key leads; undefined for keys that do not walk. The ends hold. */
export function walkTo(
  key: string,
  from: Place,
  { asks, bids }: Pick<BookView, 'asks' | 'bids'>,
): Place | undefined {
  const [top, bottom] = [-asks.length, bids.length - 1]
  const to = { ArrowUp: from - 1, ArrowDown: from + 1, Home: top, End: bottom }[key]
  return to === undefined ? undefined : Math.min(Math.max(to, top), bottom)
}

export interface ShownLevel {
  readonly place: Place
  /** Of its row on the screen. */
  readonly left: number
  readonly top: number
}

export function useLevelWalk(view: BookView | undefined) {
  const [chosen, setChosen] = useState<Place>(0)
  const [shown, setShown] = useState<ShownLevel>()
  // The level may be gone with a thinner book; then the stop is the nearest that is left.
  const current = view === undefined ? 0 : (walkTo('ArrowUp', chosen + 1, view) ?? 0)
  const show = (event: PointerEvent | FocusEvent): void => {
    const row = (event.target as Element).closest<HTMLElement>('[data-place]')
    if (row === null) return setShown(undefined)
    const place = Number(row.dataset.place)
    const { left, top } = row.getBoundingClientRect()
    setShown((held) => (held?.place === place && held.top === top ? held : { place, left, top }))
    if (event.type === 'focus') setChosen(place)
  }
  const hide = (): void => setShown(undefined)
  const walk = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Escape') hide()
    const to = view === undefined ? undefined : walkTo(event.key, current, view)
    if (to === undefined) return
    event.preventDefault()
    event.currentTarget.querySelector<HTMLElement>(`[data-place="${to}"] button`)?.focus()
  }
  return {
    current,
    shown,
    handlers: {
      onPointerOver: show,
      onPointerLeave: hide,
      onFocus: show,
      onBlur: hide,
      onKeyDown: walk,
    },
  }
}
