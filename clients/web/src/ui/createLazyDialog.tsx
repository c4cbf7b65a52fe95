/** A dialog that anything may open and that is mounted once: its code is loaded when it is first opened. */
import { lazy, Suspense, type ComponentType } from 'react'
import { create } from 'zustand'

export interface LazyDialog {
  readonly open: () => void
  /** To be mounted once; nothing while it is closed. */
  readonly Host: ComponentType
}

export function createLazyDialog(
  load: () => Promise<ComponentType<{ readonly onClose: () => void }>>,
): LazyDialog {
  const Content = lazy(async () => ({ default: await load() }))
  const useIsOpen = create<boolean>()(() => false)
  const close = (): void => useIsOpen.setState(false)
  return {
    open: () => useIsOpen.setState(true),
    Host() {
      const isOpen = useIsOpen()
      return (
        isOpen && (
          <Suspense fallback={null}>
            <Content onClose={close} />
          </Suspense>
        )
      )
    },
  }
}
