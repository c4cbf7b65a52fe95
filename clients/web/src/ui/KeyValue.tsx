/** Label and value on one line, the row of every receipt and well. */
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export function KeyValue({
  label,
  children,
  className,
}: {
  readonly label: ReactNode
  readonly children: ReactNode
  readonly className?: string
}) {
  return (
    <div className={cx('flex items-center justify-between gap-2 text-dense leading-[22px]', className)}>
      <span className="min-w-0 truncate text-t2">{label}</span>
      <span className="text-right whitespace-nowrap">{children}</span>
    </div>
  )
}

/** Old value, arrow, new value: the consequence before the click. */
export function BeforeAfter({ before, after }: { readonly before: ReactNode; readonly after?: ReactNode }) {
  return (
    <>
      {before}
      {after !== undefined && (
        <>
          <span className="text-t3">{' → '}</span>
          {after}
        </>
      )}
    </>
  )
}

/** Between figures of one line. */
export const Dot = () => <span className="mx-[6px] text-t3">·</span>
