/**
 * Opens the command palette at its key. The palette itself is fetched when the page has come to rest, or when it is
 * first asked for; what is typed while it is still on its way is kept for it, and never falls to the keys of the page.
 */
import { lazy, Suspense, useEffect, useState } from 'react'
import { create } from 'zustand'
import { useTranslation } from 'react-i18next'
import { useHotkey } from '../entities/hotkeys/index.ts'

const load = () => import('./OpenPalette.tsx')
const OpenPalette = lazy(async () => ({ default: (await load()).OpenPalette }))

const usePalette = create<{ readonly isOpen: boolean }>()(() => ({ isOpen: false }))
export const openPalette = (): void => usePalette.setState({ isOpen: true })
const close = (): void => usePalette.setState({ isOpen: false })

/** After the first load, of which the palette is no part. */
const FETCH_AFTER_MS = 5_000

export function PaletteHost() {
  const isOpen = usePalette((state) => state.isOpen)
  useHotkey('palette', openPalette)
  useEffect(() => {
    // One that cannot be fetched is told of when it is wanted.
    const timer = setTimeout(() => void load().catch(() => undefined), FETCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isOpen && <PaletteOrField />
}

function PaletteOrField() {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  return (
    <Suspense
      fallback={
        <input
          autoFocus
          aria-label={t('palette.title')}
          aria-busy="true"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && close()}
          className="fixed top-[12dvh] left-1/2 z-50 h-14 w-[min(600px,100vw)] -translate-x-1/2 border border-line-2 bg-s2 px-11 text-nav outline-none md:rounded-[12px]"
        />
      }
    >
      <OpenPalette typed={typed} onClose={close} />
    </Suspense>
  )
}
