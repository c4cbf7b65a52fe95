/**
 * Does something at a key: when no field has the focus (but with Ctrl everywhere), no dialog or menu is open and the
 * user has not turned shortcuts off; what sends something only while armed.
 */
import { useEffect, useRef } from 'react'
import { usePreferences } from '../preferences/index.ts'
import { useArmed } from './armed.ts'
import { chordOf, chordOfPress, needsArming, type Hotkey } from './hotkeys.ts'

const isTypingTarget = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role="menu"]') !== null)

const isDialogOpen = (): boolean => document.querySelector('[role="dialog"][data-state="open"]') !== null

export function useHotkey(hotkey: Hotkey, action: () => void): void {
  const hasShortcuts = usePreferences((state) => state.hasShortcuts)
  const chord = usePreferences((state) => chordOf(hotkey, state.hotkeys))
  const latest = useRef(action)
  latest.current = action
  useEffect(() => {
    if (!hasShortcuts) return
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.repeat || chordOfPress(event) !== chord) return
      if (isDialogOpen() || (isTypingTarget(event.target) && !chord.startsWith('ctrl+'))) return
      if (needsArming(hotkey)) {
        if (!useArmed.getState().isArmed) return
        useArmed.getState().keep()
      }
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [hotkey, chord, hasShortcuts])
}
