/**
 * Where the focus goes when a layer closes: back to what opened it, or to the opener of the layers around it when
 * that is gone, and nowhere when another layer has the focus by then.
 */
import { useRef } from 'react'

/** The last element outside of every layer that opened one: where the focus goes when its opener is gone. */
let outsideOpener: HTMLElement | undefined

/**
 * True when a layer that `target` is no part of has the focus. Radix gives the focus back a task after a layer has
 * gone; a key pressed in between has opened the next one, which a focus elsewhere would close.
 */
export function isFocusTaken(target: Element | null | undefined): boolean {
  const layer = document.activeElement?.closest('[role="dialog"], [role="menu"]') ?? undefined
  return layer !== undefined && !layer.contains(target ?? null)
}

/** Radix gives the focus back to a trigger of its own; ours are opened by state, so the opener is remembered. */
export function useFocusReturn() {
  const opener = useRef<HTMLElement>(undefined)
  const remember = (): void => {
    const active = document.activeElement
    if (!(active instanceof HTMLElement) || active === document.body) return
    opener.current = active
    if (active.closest('[role="dialog"], [role="menu"]') === null) outsideOpener = active
  }
  return {
    remember,
    onOpenAutoFocus: remember,
    onCloseAutoFocus: (event: Event): void => {
      event.preventDefault()
      const target = [opener.current, outsideOpener].find((element) => element?.isConnected === true)
      if (!isFocusTaken(target)) target?.focus({ preventScroll: true })
    },
  }
}
