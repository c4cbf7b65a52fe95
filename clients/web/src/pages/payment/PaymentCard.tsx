/** The card of both payment pages: a disc, a title, one sentence, what there is to know, and what to do next. */
import type { ReactNode } from 'react'
import { cx } from '../../ui/index.ts'

export type PaymentTone = 'ok' | 'warn' | 'err' | 'neutral'

const DISC: Record<PaymentTone, string> = {
  ok: 'bg-ok-tint text-ok',
  warn: 'bg-warn-tint text-warn',
  err: 'bg-err-tint text-err',
  neutral: 'bg-s3 text-t2',
}

export function PaymentCard({
  tone,
  icon,
  title,
  text,
  children,
  actions,
}: {
  readonly tone: PaymentTone
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
  readonly children?: ReactNode
  readonly actions: ReactNode
}) {
  return (
    <main className="mx-auto w-full max-w-[448px] flex-1 px-4 py-16 max-md:py-8">
      <div className="rounded-[12px] border border-line bg-s1 p-6">
        <span
          aria-hidden="true"
          className={cx('mx-auto flex size-12 items-center justify-center rounded-full', DISC[tone])}
        >
          {icon}
        </span>
        <div role="status">
          <h1 className="mt-4 text-center text-figure font-semibold">{title}</h1>
          <p className="mt-1 text-center text-t2">{text}</p>
        </div>
        {children !== undefined && <div className="mt-5 rounded-[8px] bg-s3 px-[14px] py-4">{children}</div>}
        <div className="mt-5 flex gap-2 [&>*]:flex-1">{actions}</div>
      </div>
    </main>
  )
}
