/** Tells of orders that nobody waits for: a resting limit that fills, an order that the exchange cancels. */
import type { OrderEvent } from '@vest/protocol'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { orderAttention } from '../../entities/order/index.ts'
import { useLive } from '../../live/index.ts'
import { formatMoney, formatPrice, formatSize } from '../../shared/format/index.ts'
import { errorText } from '../../shared/i18n/index.ts'
import { showToast } from '../../ui/index.ts'

export function OrderNotices() {
  const { t } = useTranslation()
  const live = useLive()
  useEffect(() => {
    const tell = (event: OrderEvent): void => {
      if (orderAttention.isExpected(event.id) && event.status !== 'FILLED') return
      const order = live.account.latest().orders.get(event.id.toLowerCase())
      const market = order === undefined ? undefined : live.markets.get()?.get(order.symbol)
      if (order === undefined || market === undefined) return
      const words = {
        side: t(order.isBuy ? 'side.long' : 'side.short'),
        size: formatSize(order.size, market.sizeDecimals),
        base: market.base,
      }
      const key = `order-${order.id}`
      // An awaited limit order may still fill long after it was placed; that fill is news.
      const isNews = !orderAttention.isExpected(event.id) || order.orderType === 'LIMIT'
      if (event.status === 'FILLED' && isNews)
        showToast({
          key,
          tone: 'ok',
          title: t('order.filled', words),
          text: t('order.filledText', {
            price: formatPrice(order.avgFilledPrice, market.priceDecimals),
            fee: formatMoney(order.fees, { rounding: 'ceil' }),
          }),
        })
      if (event.status === 'CANCELLED' && typeof event.code === 'number')
        showToast({
          key,
          tone: 'warn',
          title: t('order.cancelledBySystem', { reason: errorText(t, event.code) }),
        })
    }
    return live.onOrder((event) => {
      const wasAwaited = orderAttention.isExpected(event.id)
      orderAttention.whenIdle(() => {
        // What arrived while its own submission was under way has been told by it.
        if (wasAwaited || !orderAttention.isExpected(event.id)) tell(event)
      })
    })
  }, [live, t])
  return null
}
