/** Sets an alert at a price of a market, says how far it reaches, and asks for the browser's notifications where it may. */
import type { Ticks } from '@vest/protocol'
import { useTranslation } from 'react-i18next'
import { ALERTS_MAX, priceAlerts } from '../../entities/price-alert/index.ts'
import { useSession } from '../../entities/session/index.ts'
import { useLive, type Market } from '../../live/index.ts'
import { formatPrice } from '../../shared/format/index.ts'
import { newKeptId } from '../../shared/storage/index.ts'
import { showToast } from '../../ui/index.ts'

/** A question is read longer than news. */
const ASKING_MS = 12_000

export function useSetAlert(market: Market): (price: Ticks) => void {
  const { t } = useTranslation()
  const live = useLive()
  const isKeptThere = useSession(({ status }) => status === 'ready')
  return (price) => {
    const mark = live.tickers.latest().get(market.symbol)?.markPrice
    const isSet = priceAlerts().add({
      id: newKeptId(),
      symbol: market.symbol,
      price,
      isAbove: mark === undefined || price > mark,
    })
    if (!isSet) {
      showToast({ tone: 'warn', title: t('alert.full', { max: ALERTS_MAX }) })
      return
    }
    const mayAsk = typeof Notification !== 'undefined' && Notification.permission === 'default'
    showToast({
      key: 'alert-set',
      tone: 'ok',
      title: t('alert.isSet', { market: market.label, price: formatPrice(price, market.priceDecimals) }),
      // Of an account it rings with this tab closed.
      ...(isKeptThere ? {} : { text: t('alert.whileOpen') }),
      ...(mayAsk
        ? {
            durationMs: ASKING_MS,
            action: { label: t('alert.notify'), onClick: () => void Notification.requestPermission() },
          }
        : {}),
    })
  }
}
