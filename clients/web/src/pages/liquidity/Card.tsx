/** A part of the page: a title, something at its right end, and what it tells. */
import type { ReactNode } from 'react'
import { cx } from '../../ui/index.ts'

export interface CardProps {
  readonly title: string
  readonly end?: ReactNode
  readonly children: ReactNode
  /** Tables reach to the edges. */
  readonly isFlush?: boolean
}

export function Card({ title, end, children, isFlush = false }: CardProps) {
  return (
    <section
      aria-label={title}
      className={cx(
        'overflow-hidden rounded-[10px] border border-line bg-s1 pt-[14px]',
        !isFlush && 'px-5 pb-4 max-md:px-4',
      )}
    >
      <div
        className={cx(
          'flex min-h-[22px] flex-wrap items-center gap-x-4 gap-y-2',
          isFlush && 'px-5 max-md:px-4',
        )}
      >
        <h2 className="text-body font-semibold">{title}</h2>
        {end !== undefined && <span className="ml-auto text-dense text-t2">{end}</span>}
      </div>
      {children}
    </section>
  )
}
