/** What stands where nothing is: a blank tape, a title, one line, at most one action. */
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export function EmptyState({
  title,
  text,
  action,
  className,
}: {
  readonly title: string
  readonly text?: string | undefined
  readonly action?: ReactNode
  readonly className?: string
}) {
  return (
    <div className={cx('flex flex-col items-center justify-center px-4 py-6 text-center', className)}>
      <svg width="150" height="14" viewBox="0 0 150 14" aria-hidden="true" className="mb-4">
        <rect width="150" height="4" rx="2" fill="var(--s4)" />
        {Array.from({ length: 21 }, (_, index) => (
          <path
            key={index}
            d={`M${index * 7.45 + 0.5} 7v${index % 5 === 0 ? 6 : 4}`}
            stroke="var(--line-2)"
          />
        ))}
      </svg>
      <p className="text-body font-medium">{title}</p>
      {text !== undefined && <p className="mt-1 max-w-[320px] text-dense text-t2">{text}</p>}
      {action !== undefined && <div className="mt-3">{action}</div>}
    </div>
  )
}
