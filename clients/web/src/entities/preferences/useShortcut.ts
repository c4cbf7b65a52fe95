/**
 * A single-letter shortcut: works when no field has the focus, no modifier is held, no dialog or menu is open
 * and the user has not turned shortcuts off.
 */
import { useEffect, useRef } from 'react'
import { usePreferences } from './preferences.ts'

export function isTypingTarget(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input, textarea, select, [role="dialog"], [role="menu"]') !== null)
  )
}

export function useShortcut(key: string, action: () => void): void {
  const hasShortcuts = usePreferences((state) => state.hasShortcuts)
  const latest = useRef(action)
  latest.current = action
  useEffect(() => {
    if (!hasShortcuts) return
    const listen = (event: KeyboardEvent): void => {
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.defaultPrevented ||
        isTypingTarget(event.target)
      )
        return
      if (document.querySelector('[role="dialog"][data-state="open"]') !== null) return
      if (event.key.toLowerCase() !== key) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [key, hasShortcuts])
}
