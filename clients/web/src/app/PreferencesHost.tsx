/** Opens the preferences from wherever they are asked for. */
import { lazy, Suspense } from 'react'
import { create } from 'zustand'

const PreferencesDialog = lazy(async () => ({
  default: (await import('./PreferencesDialog.tsx')).PreferencesDialog,
}))

const useDialog = create<{ readonly isOpen: boolean }>()(() => ({ isOpen: false }))
export const openPreferences = (): void => useDialog.setState({ isOpen: true })
const close = (): void => useDialog.setState({ isOpen: false })

export function PreferencesHost() {
  const isOpen = useDialog((state) => state.isOpen)
  return (
    isOpen && (
      <Suspense fallback={null}>
        <PreferencesDialog onClose={close} />
      </Suspense>
    )
  )
}
