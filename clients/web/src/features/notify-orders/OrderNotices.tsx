/** Tells of orders whose answer is long past: one that fills later, one that the exchange cancels, a leg that it refuses. */
import type { OrderEvent } from '@vest/protocol'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { orderAttention } from '../../entities/order/index.ts'
import { useLive } from '../../live/index.ts'
import { formatMoney, formatPrice, formatSize } from '../../shared/format/index.ts'
import { errorText } from '../../shared/i18n/index.ts'
import { orderToastKey, showToast } from '../../ui/index.ts'
import { orderNotice } from './orderNotice.ts'

export function OrderNotices() {
  const { t } = useTranslation()
  const live = useLive()
  useEffect(() => {
    const tell = (event: OrderEvent): void => {
      const order = live.account.latest().orders.get(event.id.toLowerCase())
      const market = order === undefined ? undefined : live.markets.get()?.get(order.symbol)
      if (order === undefined || market === undefined) return
      const words = {
        side: t(order.isBuy ? 'side.long' : 'side.short'),
        size: formatSize(order.size, market.sizeDecimals),
        base: market.base,
      }
      const key = orderToastKey(order.id)
      const notice = orderNotice(event, order.orderType, orderAttention.isExpected(event.id))
      const reason = errorText(t, event.code ?? 0)
      if (notice === 'filled')
        showToast({
          key,
          tone: 'ok',
          title: t('order.filled', words),
          text: t('order.filledText', {
            price: formatPrice(order.avgFilledPrice, market.priceDecimals),
            fee: formatMoney(order.fees, { rounding: 'ceil' }),
          }),
        })
      if (notice === 'cancelled')
        showToast({ key, tone: 'warn', title: t('order.cancelledBySystem', { reason }) })
      if (notice === 'exitFailed') {
        const kind = t(order.orderType === 'TAKE_PROFIT' ? 'tpsl.takeProfit' : 'tpsl.stopLoss')
        showToast({ key, tone: 'err', title: t('tpsl.failed', { kind, reason }), text: t('tpsl.failedText') })
      }
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
