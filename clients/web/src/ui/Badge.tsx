/** Small tinted label: leverage, status, side. The tone names a meaning, not a colour. */
import type { HTMLAttributes, ReactNode } from 'react'
import { cx } from './cx.ts'

export type Tone = 'neutral' | 'up' | 'down' | 'ok' | 'err' | 'warn' | 'info' | 'chalk' | 'outline'

const TONE: Record<Tone, string> = {
  neutral: 'bg-s3 text-t2',
  up: 'bg-up-tint text-up',
  down: 'bg-down-tint text-down',
  ok: 'bg-ok-tint text-ok',
  err: 'bg-err-tint text-err',
  warn: 'bg-warn-tint text-warn',
  info: 'bg-info-tint text-info',
  chalk: 'bg-chalk-tint text-chalk',
  outline: 'border border-line-2 text-t2',
}

export function Badge({
  tone = 'neutral',
  children,
  className,
  ...rest
}: { readonly tone?: Tone; readonly children: ReactNode } & HTMLAttributes<HTMLSpanElement>) {
  return (
    <span
      {...rest}
      className={cx(
        'inline-flex h-[18px] shrink-0 items-center gap-[5px] rounded-[4px] px-[6px] text-[11px] leading-[18px] font-semibold whitespace-nowrap',
        TONE[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
