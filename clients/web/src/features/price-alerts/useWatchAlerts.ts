/** Watches alerts in this browser: told by a toast and, where the trader allowed it, by a notification of the browser. */
import type { Ticks } from '@vest/protocol'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { claimAlert } from '../../entities/price-alert/claimAlert.ts'
import type { PriceAlert } from '../../entities/price-alert/index.ts'
import { useLive, type Market } from '../../live/index.ts'
import { formatPrice } from '../../shared/format/index.ts'
import { askToNavigate } from '../../shared/navigation/index.ts'
import { showToast } from '../../ui/index.ts'
import { watchAlerts, type AlertWatchOptions } from './watchAlerts.ts'

/** Until closed, as far as a trader is concerned: nobody watches all the time. */
const TOAST_MS = 24 * 3_600_000

/** Begins to watch these; what it answers stops it. */
export function useWatchAlerts(): (alerts: AlertWatchOptions['alerts']) => () => void {
  const { t } = useTranslation()
  const live = useLive()
  return useCallback(
    (alerts) => {
      const tell = (alert: PriceAlert, market: Market, mark: Ticks): void => {
        const words = { market: market.label, price: formatPrice(alert.price, market.priceDecimals) }
        const title = t('alert.reached', words)
        const text = t('alert.markNow', { mark: formatPrice(mark, market.priceDecimals) })
        showToast({
          key: alert.id,
          tone: 'info',
          title,
          text,
          durationMs: TOAST_MS,
          action: {
            label: t('market.trade', { market: market.label }),
            onClick: () => askToNavigate({ pathname: `/trade/${market.symbol}`, search: '' }),
          },
        })
        notify(title, text, alert.id)
      }
      return watchAlerts({
        live,
        alerts,
        claim: claimAlert,
        isHidden: () => document.hidden,
        tell,
        setInterval: (act, periodMs) => {
          const timer = setInterval(act, periodMs)
          return () => clearInterval(timer)
        },
        now: () => performance.now(),
      })
    },
    [live, t],
  )
}

function notify(title: string, body: string, tag: string): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
  try {
    const shown = new Notification(title, { body, tag })
    shown.onclick = () => {
      window.focus()
      shown.close()
    }
  } catch {
    // Mobile browsers have the name and refuse its use without a service worker; the toast has told already.
  }
}
