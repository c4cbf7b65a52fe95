/**
 * A number that explains itself: a button with a dotted underline that opens its formula, its figures and its steps.
 * What opens is loaded when it is first asked for.
 */
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ExplainedNumber } from './explanation.ts'

const Layer = lazy(async () => ({ default: (await import('./ExplanationLayer.tsx')).ExplanationLayer }))

export interface ExplainedProps {
  readonly number: ExplainedNumber
  /** The number as the screen prints it. */
  readonly children: ReactNode
  /** Nothing to explain yet: the children stand as they are. */
  readonly isUnknown?: boolean
}

export function Explained({ number, children, isUnknown = false }: ExplainedProps) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  if (isUnknown) return <>{children}</>
  return (
    <>
      <button
        ref={opener}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-description={t('explain.open')}
        className="cursor-help underline decoration-line-ctl decoration-dotted decoration-1 underline-offset-[3px]"
        onClick={() => setIsOpen(!isOpen)}
      >
        {children}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <Layer number={number} opener={opener} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
