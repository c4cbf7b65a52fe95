/** Opens the list of alerts from wherever it is asked for. */
import { lazy, Suspense } from 'react'
import { create } from 'zustand'

const AlertsDialog = lazy(async () => ({ default: (await import('./AlertsDialog.tsx')).AlertsDialog }))

const useDialog = create<{ readonly isOpen: boolean }>()(() => ({ isOpen: false }))
export const openAlerts = (): void => useDialog.setState({ isOpen: true })
const close = (): void => useDialog.setState({ isOpen: false })

export function AlertsHost() {
  const isOpen = useDialog((state) => state.isOpen)
  return (
    isOpen && (
      <Suspense fallback={null}>
        <AlertsDialog onClose={close} />
      </Suspense>
    )
  )
}
