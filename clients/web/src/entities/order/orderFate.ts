/**
 * Sends one order and finds out what became of it. Three answers, never two: accepted, rejected, unknown. An order
 * whose answer was lost is asked for by its nonce and is never called failed before the exchange has said so.
 */
import {
  ApiError,
  TimeoutError,
  UnknownOutcomeError,
  ValidationError,
  type ConfirmedOrder,
  type VestClient,
} from '@vest/sdk'
import type { OrderType } from '@vest/protocol'
import type { TFunction } from 'i18next'
import type { Live } from '../../live/index.ts'
import { errorText } from '../../shared/i18n/index.ts'
import { orderAttention } from './orderAttention.ts'

export type OrderFate =
  | { readonly kind: 'accepted'; readonly order: ConfirmedOrder }
  /** By the exchange with its code, or by the absence of a signing key. */
  | { readonly kind: 'rejected'; readonly code: number | 'signer' }
  /** The exchange has never taken it, and never will. */
  | { readonly kind: 'notExecuted' }
  | { readonly kind: 'unknown'; readonly code?: number }

export interface OrderFateInput {
  readonly client: Pick<VestClient, 'confirmOrder' | 'resolveLostOrder'>
  readonly live: Pick<Live, 'onOrder' | 'refreshAccount'>
  readonly expect: OrderType
  readonly send: () => Promise<{ readonly id: string }>
  /** The answer was lost; the exchange is being asked. */
  readonly onLost?: () => void
}

/** Throws only what is a defect of our own. */
export async function orderFate(input: OrderFateInput): Promise<OrderFate> {
  const { client, live, expect, send } = input
  const attention = orderAttention.begin()
  try {
    const { id } = await send()
    attention.expect(id)
    return { kind: 'accepted', order: await client.confirmOrder(id, { expect, events: live.onOrder }) }
  } catch (error) {
    if (error instanceof UnknownOutcomeError) return await lostFate(error)
    if (error instanceof TimeoutError) return { kind: 'unknown', code: error.code }
    if (error instanceof ValidationError)
      return { kind: 'rejected', code: error.field === 'signer' ? 'signer' : 0 }
    if (error instanceof ApiError) return { kind: 'rejected', code: error.code }
    throw error
  } finally {
    attention.end()
  }

  async function lostFate(error: UnknownOutcomeError): Promise<OrderFate> {
    input.onLost?.()
    try {
      const outcome = await client.resolveLostOrder(error)
      live.refreshAccount()
      if (outcome.kind === 'refused') return { kind: 'notExecuted' }
      const { order } = outcome
      if (order.status === 'REJECTED') return { kind: 'rejected', code: order.code ?? 0 }
      attention.expect(order.id)
      return { kind: 'accepted', order }
    } catch (failure) {
      if (!(failure instanceof TimeoutError) && !(failure instanceof ApiError)) throw failure
      return { kind: 'unknown' }
    }
  }
}

/** Why an order did not come about, in one sentence. */
export const refusalText = (t: TFunction, code: number | 'signer'): string =>
  code === 'signer' ? t('order.noSigningKey') : errorText(t, code)
