/** Opens the list of all keys, by its own key or from the settings. */
import { lazy, Suspense } from 'react'
import { create } from 'zustand'
import { useHotkey } from '../entities/hotkeys/index.ts'

const HotkeyDialog = lazy(async () => ({ default: (await import('./HotkeyDialog.tsx')).HotkeyDialog }))

const useOverlay = create<{ readonly isOpen: boolean }>()(() => ({ isOpen: false }))
export const openHotkeys = (): void => useOverlay.setState({ isOpen: true })
const close = (): void => useOverlay.setState({ isOpen: false })

export function HotkeyOverlay() {
  const isOpen = useOverlay((state) => state.isOpen)
  useHotkey('list', openHotkeys)
  return (
    isOpen && (
      <Suspense fallback={null}>
        <HotkeyDialog onClose={close} />
      </Suspense>
    )
  )
}
