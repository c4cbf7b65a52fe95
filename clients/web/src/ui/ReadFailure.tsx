/** What stands where something could not be read: one sentence that says what to do, and the way to do it. */
import { TriangleAlert } from 'lucide-react'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'

export interface ReadFailureProps {
  readonly text: string
  readonly retryLabel: string
  readonly onRetry: () => void
  readonly className?: string | undefined
}

export function ReadFailure({ text, retryLabel, onRetry, className }: ReadFailureProps) {
  return (
    <div
      role="alert"
      className={cx('flex flex-col items-center justify-center gap-3 px-4 py-8 text-center', className)}
    >
      <p className="flex items-center gap-2 text-body font-medium">
        <TriangleAlert size={16} strokeWidth={1.5} className="shrink-0 text-err" aria-hidden="true" />
        {text}
      </p>
      <Button onClick={onRetry}>{retryLabel}</Button>
    </div>
  )
}
