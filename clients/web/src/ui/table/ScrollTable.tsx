/** A table with its title that may be wider than its place: the keyboard scrolls it sideways too. */
import type { ReactNode } from 'react'
import { useOverflowCue } from '../hooks/useOverflowCue.ts'

export function ScrollTable({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const cue = useOverflowCue<HTMLDivElement>()
  return (
    <div
      ref={cue}
      role="region"
      aria-label={title}
      tabIndex={0}
      className="min-w-0 overflow-x-auto rounded-[10px] border border-line bg-s1"
    >
      <table className="w-full text-right text-dense">
        <caption className="px-4 pt-3 pb-1 text-left text-body font-semibold">{title}</caption>
        {children}
      </table>
    </div>
  )
}
