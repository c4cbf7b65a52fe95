/** Label and figure of the present session; pressing it opens the hours of the coming days. */
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTicker } from '../../entities/market/index.ts'
import type { Market } from '../../live/index.ts'
import { cx } from '../../ui/index.ts'
import { useCountdown } from './useCountdown.ts'

const HoursLayer = lazy(async () => ({ default: (await import('./HoursLayer.tsx')).HoursLayer }))

const DOT = { REGULAR: 'bg-up', EXTENDED: 'bg-warn', OVERNIGHT: 'bg-warn', CLOSED: 'bg-t3' } as const

export function SessionClock({ market }: { readonly market: Market }) {
  const { t } = useTranslation()
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const ticker = useTicker(market.symbol)
  const next = ticker?.nextSession
  const left = useCountdown(next?.timeMs)
  if (ticker?.session === undefined) return null
  const { session } = ticker
  const isAlways = next === undefined && session === 'REGULAR'
  return (
    <>
      <dt className="text-caption text-t3">{t('hours.session')}</dt>
      <dd>
        <button
          ref={opener}
          type="button"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-description={t('hours.open')}
          className="flex items-center gap-[6px] text-dense leading-[17px] whitespace-nowrap hover:text-t1"
          onClick={() => setIsOpen(!isOpen)}
        >
          <span aria-hidden="true" className={cx('size-[6px] rounded-full', DOT[session])} />
          <span className="underline decoration-line-ctl decoration-dotted decoration-1 underline-offset-[3px]">
            {isAlways ? t('hours.always') : t(`hours.${session}`)}
          </span>
          {next !== undefined && left !== '' && (
            <span className="text-t3">{t(`hours.until.${untilOf(session, next.session)}`, { left })}</span>
          )}
        </button>
        {isOpen && (
          <Suspense fallback={null}>
            <HoursLayer market={market} opener={opener} onClose={() => setIsOpen(false)} />
          </Suspense>
        )}
      </dd>
    </>
  )
}

/** Does what comes close the market, open it, or only change the session? */
const untilOf = (session: string, next: string): 'opens' | 'closes' | 'changes' =>
  session === 'CLOSED' ? 'opens' : next === 'CLOSED' ? 'closes' : 'changes'
