/** One figure of a `dl`: its name above, itself below, in the colour of its sign where it has a tone. */
import type { ReactNode } from 'react'
import { cx } from '../../ui/index.ts'

export function Figure({
  label,
  tone = 0,
  children,
}: {
  readonly label: string
  readonly tone?: number
  readonly children: ReactNode
}) {
  return (
    <div className="px-5 max-md:px-4">
      <dt className="text-dense text-t2">{label}</dt>
      <dd
        className={cx('mt-[2px] text-title font-semibold', tone > 0 && 'text-long', tone < 0 && 'text-short')}
      >
        {children}
      </dd>
    </div>
  )
}
