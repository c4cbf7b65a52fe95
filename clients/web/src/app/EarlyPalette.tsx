/**
 * The field of the command palette until the palette comes. What is typed there stands in the palette then, and reaches
 * no key of the page meanwhile.
 */
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { cx, PALETTE_PANEL, PaletteField, Skeleton } from '../ui/index.ts'
import { closePalette, typeAhead, usePalette } from './palette.ts'

export function EarlyPalette() {
  const isOpen = usePalette((state) => state.isOpen)
  return isOpen && <TypeAhead />
}

const ROWS = ['w-40', 'w-56', 'w-48'] as const

function TypeAhead() {
  const { t } = useTranslation()
  const typed = usePalette((state) => state.typed)
  const field = useRef<HTMLInputElement>(null)
  // The palette looks for where the focus came from when it opens, so this one gives it back before.
  useLayoutEffect(() => {
    const opener = document.activeElement
    field.current?.focus()
    return () => (opener instanceof HTMLElement ? opener.focus({ preventScroll: true }) : undefined)
  }, [])
  return (
    <>
      <div className="fixed inset-0 z-40 bg-scrim" onPointerDown={closePalette} />
      <div
        role="dialog"
        aria-modal="true"
        aria-busy="true"
        aria-label={t('palette.title')}
        data-state="open"
        className={PALETTE_PANEL}
      >
        <PaletteField
          ref={field}
          aria-label={t('palette.title')}
          placeholder={t('palette.placeholder')}
          text={typed}
          onText={typeAhead}
          onKeyDown={(event) => {
            if (event.key === 'Escape') closePalette()
            // There is nowhere else to go in here.
            if (event.key === 'Tab') event.preventDefault()
          }}
        />
        <div className="flex flex-col gap-5 p-4">
          {ROWS.map((width) => (
            <Skeleton key={width} className={cx('h-[10px]', width)} />
          ))}
        </div>
      </div>
    </>
  )
}
