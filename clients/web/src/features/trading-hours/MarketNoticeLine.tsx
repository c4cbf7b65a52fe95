/** The line itself: what holds, and until when. */
import { useTranslation } from 'react-i18next'
import { useSession } from '../../entities/session/index.ts'
import type { Market, Ticker } from '../../live/index.ts'
import { cx } from '../../ui/index.ts'
import { marketNoticeOf } from './marketNotice.ts'
import { useCountdown } from './useCountdown.ts'

export function MarketNoticeLine({ market, ticker }: { readonly market: Market; readonly ticker: Ticker }) {
  const { t } = useTranslation()
  const client = useSession((state) => state.client)
  const next = ticker.nextSession
  // It is what makes the line go on with the clock.
  const left = useCountdown(next?.timeMs)
  const kind = marketNoticeOf(ticker, client.correctedNow())
  if (kind === undefined) return null
  const isTimed = (kind === 'closed' || kind === 'closesSoon') && left !== ''
  return (
    <p
      role="note"
      className={cx(
        'px-4 pt-3 text-dense',
        kind === 'offHours' || kind === 'closed' ? 'text-t2' : 'text-warn',
      )}
    >
      {isTimed
        ? t(`hours.notice.${kind}In`, { left })
        : t(`hours.notice.${kind}`, { market: market.label, percent: market.offHoursProfitPercent })}
    </p>
  )
}
