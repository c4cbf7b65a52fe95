/** One sentence across the page, 40 high, at most one action at its right end. */
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const TONE = {
  warn: ['bg-warn-tint', 'text-warn'],
  err: ['bg-err-tint', 'text-err'],
  ok: ['bg-ok-tint', 'text-ok'],
  info: ['bg-info-tint', 'text-info'],
  chalk: ['bg-chalk-tint', 'text-chalk'],
} as const

export function Banner({
  tone,
  icon,
  children,
  action,
}: {
  readonly tone: keyof typeof TONE
  readonly icon: ReactNode
  readonly children: ReactNode
  readonly action?: ReactNode
}) {
  const [ground, ink] = TONE[tone]
  return (
    <div
      role={tone === 'err' ? 'alert' : 'status'}
      className={cx('flex min-h-10 items-center gap-[10px] px-4 py-1 text-body', ground)}
    >
      <span className={cx('shrink-0', ink)}>{icon}</span>
      <span className="min-w-0 flex-1">{children}</span>
      {action}
    </div>
  )
}
