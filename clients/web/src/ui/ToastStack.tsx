/**
 * The toast stack: top right under the ticker, on the trading page over the plot of the chart (`.toasts` in app.css),
 * newest on top. What does not fit is folded into a count, which unfolds it: three are visible, one on a small screen. What is pressed here
 * is pressed within whatever dialog or menu is open, and is no way out of it. Escape closes the newest, once no dialog or
 * menu is left for it to close.
 */
import { Check, Clock, Info, TriangleAlert, X } from 'lucide-react'
import { DismissableLayer } from 'radix-ui/internal'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { IconButton } from './Button.tsx'
import { Spinner } from './Spinner.tsx'
import { useToasts, type Toast, type ToastTone } from './toasts.ts'
import { useMediaQuery } from './hooks/useMediaQuery.ts'

const VISIBLE = 3

const LOOK: Record<ToastTone, { readonly ink: string; readonly icon: ReactNode }> = {
  ok: { ink: 'text-ok', icon: <Check size={16} strokeWidth={1.8} /> },
  info: { ink: 'text-info', icon: <Info size={16} strokeWidth={1.5} /> },
  warn: { ink: 'text-warn', icon: <Clock size={16} strokeWidth={1.5} /> },
  err: { ink: 'text-err', icon: <TriangleAlert size={16} strokeWidth={1.5} /> },
  pending: { ink: 'text-chalk', icon: <Spinner size={16} /> },
}

export interface ToastStackProps {
  readonly closeLabel: string
  readonly regionLabel: string
  readonly moreLabel: (count: number) => string
  readonly fewerLabel: string
}

export function ToastStack({ closeLabel, regionLabel, moreLabel, fewerLabel }: ToastStackProps) {
  const { toasts, dismiss, dismissNewest } = useToasts()
  const [isPaused, setIsPaused] = useState(false)
  const [isUnfolded, setIsUnfolded] = useState(false)
  const visible = useMediaQuery('(max-width: 767px)') ? 1 : VISIBLE
  const folded = toasts.length - visible
  const isEmpty = toasts.length === 0
  useEffect(() => {
    if (isEmpty) return
    // What lies above hears the key first, and says so.
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) dismissNewest()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isEmpty, dismissNewest])
  if (isUnfolded && folded <= 0) setIsUnfolded(false)
  return (
    <DismissableLayer.Branch asChild>
      <section
        aria-label={regionLabel}
        // Each notice says for itself how it is told. That there is a word here keeps dialogs from hiding them.
        aria-live="off"
        className={cx(
          'toasts pointer-events-none fixed z-70 flex max-h-[calc(100dvh-144px)] flex-col gap-2',
          isUnfolded && 'overflow-y-auto',
        )}
        onPointerEnter={() => setIsPaused(true)}
        onPointerLeave={() => setIsPaused(false)}
        onFocus={() => setIsPaused(true)}
        onBlur={() => setIsPaused(false)}
      >
        {toasts.slice(0, isUnfolded ? undefined : visible).map((toast) => (
          <ToastCard
            key={toast.key}
            toast={toast}
            durationMs={toast.durationMs}
            isPaused={isPaused}
            closeLabel={closeLabel}
            onDismiss={() => dismiss(toast.key)}
          />
        ))}
        {folded > 0 && (
          <button
            type="button"
            aria-expanded={isUnfolded}
            onClick={() => setIsUnfolded(!isUnfolded)}
            className="pointer-events-auto self-end rounded-[6px] border border-line-2 bg-s2 px-3 py-1 text-dense text-t2 shadow-pop"
          >
            {isUnfolded ? fewerLabel : moreLabel(folded)}
          </button>
        )}
      </section>
    </DismissableLayer.Branch>
  )
}

interface ToastCardProps {
  readonly toast: Toast
  readonly durationMs: number | undefined
  readonly isPaused: boolean
  readonly closeLabel: string
  readonly onDismiss: () => void
}

function ToastCard({ toast, durationMs, isPaused, closeLabel, onDismiss }: ToastCardProps) {
  const left = useRef(durationMs)
  const shown = useRef(toast.version)
  useEffect(() => {
    if (shown.current !== toast.version) {
      shown.current = toast.version
      left.current = durationMs
    }
    if (isPaused || left.current === undefined) return
    const startedMs = performance.now()
    const timer = setTimeout(onDismiss, left.current)
    return () => {
      clearTimeout(timer)
      if (left.current !== undefined)
        left.current = Math.max(500, left.current - (performance.now() - startedMs))
    }
  }, [isPaused, toast.version, durationMs, onDismiss])
  const { ink, icon } = LOOK[toast.tone]
  return (
    <div
      role={toast.tone === 'err' ? 'alert' : 'status'}
      className={cx(
        'pointer-events-auto relative flex shrink-0 animate-rise gap-[10px] overflow-hidden rounded-[8px] border border-line-2 bg-s2 py-3 pr-2 pl-[14px] shadow-pop',
        'before:absolute before:inset-y-0 before:left-0 before:w-[3px] before:bg-current',
        ink,
      )}
    >
      <span className="mt-[1px] shrink-0">{icon}</span>
      <div className="min-w-0 flex-1 text-t1">
        <p className="text-body font-medium break-words">{toast.title}</p>
        {toast.text !== undefined && <p className="text-dense break-words text-t2">{toast.text}</p>}
        {toast.action && (
          <button
            type="button"
            className="mt-1 text-dense font-medium text-chalk"
            onClick={() => {
              toast.action?.onClick()
              onDismiss()
            }}
          >
            {toast.action.label}
          </button>
        )}
      </div>
      <IconButton label={closeLabel} size={24} onClick={onDismiss}>
        <X size={14} strokeWidth={1.5} />
      </IconButton>
    </div>
  )
}
