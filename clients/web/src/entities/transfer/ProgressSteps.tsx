/** The steps of a transfer, each as it stands: done, under way, still to come, or failed. */
import { Check, Clock, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx, Spinner } from '../../ui/index.ts'

/** `late`: under way for longer than is usual. */
export type StepState = 'done' | 'active' | 'late' | 'waiting' | 'failed'

export interface ProgressStep {
  readonly id: string
  readonly label: string
  readonly state: StepState
  readonly detail?: ReactNode
  /** At the other end of its line: when it happened, or will. */
  readonly aside?: ReactNode
}

/** In px: from below a mark to above the next one. */
const LINE_TO_NEXT = { left: 8.5, top: 22, bottom: -9 } as const

export function ProgressSteps({
  steps,
  label,
}: {
  readonly steps: readonly ProgressStep[]
  readonly label: string
}) {
  return (
    <ol aria-label={label} aria-live="polite" className="flex flex-col gap-3">
      {steps.map((step, at) => (
        <li
          key={step.id}
          aria-current={step.state === 'active' || step.state === 'late' ? 'step' : undefined}
          className="relative flex items-start gap-3"
        >
          {at < steps.length - 1 && (
            <span aria-hidden="true" className="absolute w-px bg-line-2" style={LINE_TO_NEXT} />
          )}
          <StepMark state={step.state} />
          <span className="min-w-0 flex-1">
            <span
              className={cx('block text-body', step.state === 'waiting' ? 'text-t3' : 'font-medium text-t1')}
            >
              {step.label}
            </span>
            {step.detail !== undefined && (
              <span className="block text-dense break-words text-t2">{step.detail}</span>
            )}
          </span>
          {step.aside !== undefined && <span className="shrink-0 text-dense text-t3">{step.aside}</span>}
        </li>
      ))}
    </ol>
  )
}

function StepMark({ state }: { readonly state: StepState }) {
  const disc = 'flex size-[18px] shrink-0 items-center justify-center rounded-full'
  if (state === 'done')
    return (
      <span className={cx(disc, 'bg-ok-tint text-ok')}>
        <Check size={12} strokeWidth={2.2} aria-hidden="true" />
      </span>
    )
  if (state === 'failed')
    return (
      <span className={cx(disc, 'bg-err-tint text-err')}>
        <X size={12} strokeWidth={2.2} aria-hidden="true" />
      </span>
    )
  if (state === 'late')
    return (
      <span className={cx(disc, 'text-warn')}>
        <Clock size={16} strokeWidth={1.8} aria-hidden="true" />
      </span>
    )
  if (state === 'active')
    return (
      <span className={cx(disc, 'text-t1')}>
        <Spinner size={16} />
      </span>
    )
  return <span className={cx(disc, 'border-[1.5px] border-line-ctl')} />
}
