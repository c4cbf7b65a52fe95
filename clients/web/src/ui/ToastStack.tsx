/**
 * The toast stack, newest on top, in a lane where it is never over a control (`useToastLane`); on small screens one row
 * below the header, which moves the page. What does not fit is folded into a count, which unfolds it: three are visible, one
 * in a row. What is pressed here is pressed within whatever dialog or menu is open, and is no way out of it. Escape closes
 * the newest, once no dialog or menu is left for it to close.
 */
import { Check, Clock, Info, TriangleAlert, X } from 'lucide-react'
import { DismissableLayer } from 'radix-ui/internal'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { cx } from './cx.ts'
import { IconButton } from './Button.tsx'
import { Spinner } from './Spinner.tsx'
import { TOAST_ROW_ID, useToasts, type Toast, type ToastTone } from './toasts.ts'
import { useToastLane } from './hooks/useToastLane.ts'

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
  const region = useRef<HTMLElement>(null)
  const lane = useToastLane(
    region,
    `${isUnfolded ? 'all' : ''}${toasts.map(({ version }) => version).join(' ')}`,
  )
  const isRow = lane.kind === 'row'
  const visible = isRow ? 1 : VISIBLE
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
  const shown = toasts.slice(0, isUnfolded ? undefined : visible)
  const cards = shown.map((toast) => (
    <ToastCard
      key={toast.key}
      toast={toast}
      durationMs={toast.durationMs}
      isPaused={isPaused || isUnfolded}
      isRow={isRow && !isUnfolded}
      closeLabel={closeLabel}
      onDismiss={() => dismiss(toast.key)}
    />
  ))
  const rowPlace = isRow && !lane.isFixed ? document.getElementById(TOAST_ROW_ID) : null
  const stack = (
    <DismissableLayer.Branch asChild>
      <section
        ref={region}
        aria-label={regionLabel}
        // Each notice says for itself how it is told. That there is a word here keeps dialogs from hiding them.
        aria-live="off"
        className={cx(
          'flex',
          isRow
            ? cx(
                'border-line bg-s2',
                !isEmpty && 'border-b',
                rowPlace === null && 'fixed inset-x-0 top-0 z-70',
              )
            : cx(
                'pointer-events-none fixed z-70 max-h-[calc(100dvh-144px)] flex-col gap-2',
                lane.kind === 'chart' ? 'toasts' : 'w-[360px]',
                isUnfolded && 'overflow-y-auto',
              ),
          isRow && isUnfolded && 'max-h-[60dvh] flex-col gap-2 overflow-y-auto p-2',
        )}
        style={'left' in lane ? { left: lane.left, bottom: lane.bottom } : undefined}
        onPointerEnter={() => setIsPaused(true)}
        onPointerLeave={() => setIsPaused(false)}
        onFocus={() => setIsPaused(true)}
        onBlur={() => setIsPaused(false)}
      >
        {cards}
        {folded > 0 && (
          <button
            type="button"
            aria-expanded={isUnfolded}
            onClick={() => setIsUnfolded(!isUnfolded)}
            className={cx(
              'pointer-events-auto text-dense text-t2',
              isRow && !isUnfolded
                ? 'order-last h-12 shrink-0 border-l border-line px-3 font-medium whitespace-nowrap text-chalk'
                : 'self-end rounded-[6px] border border-line-2 bg-s2 px-3 py-1 shadow-pop',
            )}
          >
            {isUnfolded ? fewerLabel : moreLabel(folded)}
          </button>
        )}
      </section>
    </DismissableLayer.Branch>
  )
  return rowPlace === null ? stack : createPortal(stack, rowPlace)
}

interface ToastCardProps {
  readonly toast: Toast
  readonly durationMs: number | undefined
  readonly isPaused: boolean
  /** One line, 48 high, as wide as the window. */
  readonly isRow: boolean
  readonly closeLabel: string
  readonly onDismiss: () => void
}

function ToastCard({ toast, durationMs, isPaused, isRow, closeLabel, onDismiss }: ToastCardProps) {
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
        'pointer-events-auto relative flex animate-rise gap-[10px] overflow-hidden bg-s2 pl-[14px]',
        isRow
          ? 'h-12 min-w-0 flex-1 items-center'
          : 'shrink-0 rounded-[8px] border border-line-2 py-3 pr-2 shadow-pop',
        'before:absolute before:inset-y-0 before:left-0 before:w-[3px] before:bg-current',
        ink,
      )}
    >
      <span className="mt-[1px] shrink-0">{icon}</span>
      <div className={cx('min-w-0 flex-1 text-t1', isRow && 'flex items-center gap-3')}>
        <p
          className={cx(
            'text-body font-medium',
            isRow ? 'line-clamp-2 flex-1 leading-[18px]' : 'break-words',
          )}
        >
          {toast.title}
        </p>
        {toast.text !== undefined && !isRow && <p className="text-dense break-words text-t2">{toast.text}</p>}
        {toast.action && (
          <button
            type="button"
            className={cx('text-dense font-medium text-chalk', isRow ? 'h-12 shrink-0 px-1' : 'mt-1')}
            onClick={() => {
              toast.action?.onClick()
              onDismiss()
            }}
          >
            {toast.action.label}
          </button>
        )}
      </div>
      <IconButton label={closeLabel} size={isRow ? 48 : 24} onClick={onDismiss}>
        <X size={14} strokeWidth={1.5} />
      </IconButton>
    </div>
  )
}
