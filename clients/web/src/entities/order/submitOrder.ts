/**
 * Sends one order and says what became of it, from the first pending toast to the last word. Three answers,
 * never two: accepted, rejected, unknown. An order whose answer was lost is asked for by its nonce and is never
 * called failed before the exchange has said so. The browser's own state is not touched: events settle it.
 */
import {
  ApiError,
  TimeoutError,
  UnknownOutcomeError,
  ValidationError,
  type ConfirmedOrder,
  type OrderIntent,
  type VestClient,
} from '@vest/sdk'
import { readDecimal, ticks, usd6 } from '@vest/protocol'
import type { TFunction } from 'i18next'
import type { Live, Market } from '../../live/index.ts'
import { formatMoney, formatPrice } from '../../shared/format/index.ts'
import { errorText } from '../../shared/i18n/index.ts'
import { showToast } from '../../ui/index.ts'
import { orderAttention } from './orderAttention.ts'

export interface SubmitOrderInput {
  readonly client: VestClient
  readonly live: Live
  readonly t: TFunction
  readonly market: Market
  readonly intent: OrderIntent
}

/** `unknown`: neither accepted nor refused for sure; the form keeps what was typed. */
export type SubmitOutcome = 'accepted' | 'rejected' | 'unknown'

export async function submitOrder(input: SubmitOrderInput): Promise<SubmitOutcome> {
  const { client, live, t, market, intent } = input
  const words = { side: t(intent.isBuy ? 'side.long' : 'side.short'), size: intent.size, base: market.base }
  const key = showToast({ tone: 'pending', title: t('order.sending', words) })
  const attention = orderAttention.begin()
  try {
    const { id } = await client.placeOrder(intent)
    attention.expect(id)
    const order = await client.confirmOrder(id, { expect: intent.orderType, events: live.onOrder })
    showOrder(key, order)
    return 'accepted'
  } catch (error) {
    return fail(error)
  } finally {
    attention.end()
  }

  function showOrder(toastKey: string, order: ConfirmedOrder): void {
    const isFilled = order.status === 'FILLED'
    const average = order.avgFilledPrice ?? undefined
    showToast({
      key: toastKey,
      tone: 'ok',
      title: t(
        isFilled ? 'order.filled' : order.status === 'PARTIALLY_FILLED' ? 'order.partly' : 'order.placed',
        words,
      ),
      text: isFilled
        ? t('order.filledText', {
            price:
              average === undefined
                ? '–'
                : formatPrice(ticks(readDecimal(average, market.priceDecimals)), market.priceDecimals),
            fee: formatMoney(order.fees === undefined ? undefined : usd6(readDecimal(order.fees, 6)), {
              rounding: 'ceil',
            }),
          })
        : t('order.placedText', { price: intent.limitPrice ?? '–' }),
    })
  }

  function fail(error: unknown): SubmitOutcome | Promise<SubmitOutcome> {
    if (error instanceof UnknownOutcomeError) return resolve(error)
    if (error instanceof TimeoutError) {
      showToast({ key, tone: 'warn', title: errorText(t, error.code), text: t('order.unknown') })
      return 'unknown'
    }
    const isSignerMissing = error instanceof ValidationError && error.field === 'signer'
    const reason = isSignerMissing
      ? t('order.noSigningKey')
      : errorText(t, error instanceof ApiError ? error.code : 0)
    showToast({ key, tone: 'err', title: t('order.rejected', { reason }) })
    if (error instanceof ApiError || error instanceof ValidationError) return 'rejected'
    throw error
  }

  async function resolve(error: UnknownOutcomeError): Promise<SubmitOutcome> {
    showToast({ key, tone: 'pending', title: t('order.checking'), text: t('order.checkingText') })
    try {
      const outcome = await client.resolveLostOrder(error)
      live.refreshAccount()
      if (outcome.kind === 'refused') {
        showToast({ key, tone: 'err', title: t('order.notExecuted') })
        return 'rejected'
      }
      if (outcome.order.status === 'REJECTED') {
        showToast({
          key,
          tone: 'err',
          title: t('order.rejected', { reason: errorText(t, outcome.order.code ?? 0) }),
        })
        return 'rejected'
      }
      attention.expect(outcome.order.id)
      showOrder(key, outcome.order)
      return 'accepted'
    } catch (failure) {
      if (!(failure instanceof TimeoutError) && !(failure instanceof ApiError)) throw failure
      showToast({ key, tone: 'warn', title: t('order.unknown') })
      return 'unknown'
    }
  }
}
