/** What a person reads of a payment by card as its provider tells of it ([4.15], [8.60]). */
import type { TFunction } from 'i18next'
import type { ToastInput } from '../../ui/index.ts'
import type { OnrampEvent } from './onrampEvents.ts'

/** Of one payment there is one toast, which changes in place. */
const key = 'onramp'
const PENDING_MS = 8_000

/** Undefined where there is nothing to say. */
export function onrampNotice(t: TFunction, { event, usdc }: OnrampEvent): ToastInput | undefined {
  switch (event) {
    case 'ready':
      return undefined
    case 'completed':
      return { key, tone: 'ok', title: t('onramp.completed', { amount: usdc ?? '' }) }
    case 'paid':
      return { key, tone: 'ok', title: t('onramp.paid') }
    case 'canceled':
      return { key, tone: 'warn', title: t('onramp.canceled') }
    case 'failed':
      return { key, tone: 'err', title: t('onramp.failed') }
    case 'pending':
      return { key, tone: 'pending', title: t('onramp.pending'), durationMs: PENDING_MS }
  }
}
