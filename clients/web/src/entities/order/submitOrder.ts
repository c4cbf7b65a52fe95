/**
 * Sends one order and says what became of it, from the first pending toast to the last word. The browser's own state
 * is not touched: events settle it.
 */
import type { ConfirmedOrder, OrderIntent, VestClient } from '@vest/sdk'
import { lots, readDecimal, ticks, usd6, type Lots } from '@vest/protocol'
import type { TFunction } from 'i18next'
import type { Live, Market } from '../../live/index.ts'
import { formatMoney, formatPrice } from '../../shared/format/index.ts'
import { errorText } from '../../shared/i18n/index.ts'
import { orderToastKey, showToast } from '../../ui/index.ts'
import { orderFate, refusalText, type OrderFate } from './orderFate.ts'

export interface SubmitOrderInput {
  readonly client: VestClient
  readonly live: Live
  readonly t: TFunction
  readonly market: Market
  readonly intent: OrderIntent
}

export type Submitted =
  | { readonly outcome: 'accepted'; readonly filled: Lots }
  | { readonly outcome: 'rejected' }
  /** Neither accepted nor refused for sure; the form keeps what was typed. */
  | { readonly outcome: 'unknown' }

export async function submitOrder(input: SubmitOrderInput): Promise<Submitted> {
  const { client, live, t, market, intent } = input
  const words = { side: t(intent.isBuy ? 'side.long' : 'side.short'), size: intent.size, base: market.base }
  const key = showToast({ tone: 'pending', title: t('order.sending', words) })
  let fate: OrderFate
  try {
    fate = await orderFate({
      client,
      live,
      expect: intent.orderType,
      send: () => client.placeOrder(intent),
      onLost: () =>
        showToast({ key, tone: 'pending', title: t('order.checking'), text: t('order.checkingText') }),
    })
  } catch (error) {
    showToast({ key, tone: 'err', title: t('order.rejected', { reason: errorText(t, 0) }) })
    throw error
  }
  switch (fate.kind) {
    case 'accepted':
      showToast({
        key: orderToastKey(fate.order.id),
        replaces: key,
        tone: 'ok',
        ...orderWords(input, fate.order),
      })
      return { outcome: 'accepted', filled: filledOf(fate.order, input) }
    case 'rejected':
      showToast({
        key,
        tone: 'err',
        title: t('order.rejected', { reason: refusalText(t, fate.code) }),
      })
      return { outcome: 'rejected' }
    case 'notExecuted':
      showToast({ key, tone: 'err', title: t('order.notExecuted') })
      return { outcome: 'rejected' }
    case 'unknown':
      showToast({
        key,
        tone: 'warn',
        ...(fate.code === undefined
          ? { title: t('order.unknown') }
          : { title: errorText(t, fate.code), text: t('order.unknown') }),
      })
      return { outcome: 'unknown' }
  }
}

/** Of an order that filled whole the size is what was asked for, whether the answer repeats it or not. */
function filledOf(order: ConfirmedOrder, { market, intent }: SubmitOrderInput): Lots {
  const whole = order.status === 'FILLED' ? intent.size : '0'
  return lots(readDecimal(order.filledSize ?? whole, market.sizeDecimals))
}

function orderWords({ t, market, intent }: SubmitOrderInput, order: ConfirmedOrder) {
  const words = { side: t(intent.isBuy ? 'side.long' : 'side.short'), size: intent.size, base: market.base }
  const isFilled = order.status === 'FILLED'
  const isPartly = order.status === 'PARTIALLY_FILLED' || order.status === 'CANCELLED'
  const average = order.avgFilledPrice ?? undefined
  if (!isFilled)
    return {
      title: t(isPartly ? 'order.partly' : 'order.placed', words),
      text: t('order.placedText', { price: intent.limitPrice ?? '–' }),
    }
  return {
    title: t('order.filled', words),
    text: t('order.filledText', {
      price:
        average === undefined
          ? '–'
          : formatPrice(ticks(readDecimal(average, market.priceDecimals)), market.priceDecimals),
      fee: formatMoney(order.fees === undefined ? undefined : usd6(readDecimal(order.fees, 6)), {
        rounding: 'ceil',
      }),
    }),
  }
}
