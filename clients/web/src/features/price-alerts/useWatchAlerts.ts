/** Watches alerts in this browser: told by a toast and, where the trader allowed it, by a notification of the browser. */
import type { Ticks } from '@vest/protocol'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { claimAlert } from '../../entities/price-alert/claimAlert.ts'
import type { PriceAlert } from '../../entities/price-alert/index.ts'
import { showAlertToast } from '../../entities/price-alert/showAlertToast.ts'
import { useLive, type Market } from '../../live/index.ts'
import { formatPrice } from '../../shared/format/index.ts'
import { tellByBrowser } from '../../shared/tellByBrowser.ts'
import { watchAlerts, type AlertWatchOptions } from './watchAlerts.ts'

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
        showAlertToast(t, { key: alert.id, title, text, market })
        tellByBrowser(title, text, alert.id)
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
