/**
 * Cancels a resting order. When the exchange does not find it, the order is looked up and its real fate is
 * told ([8.58]); a lost answer is not a failure, the account is read anew and shows what happened.
 */
import { ApiError, type VestClient } from '@vest/sdk'
import type { TFunction } from 'i18next'
import { REFUSAL } from '@vest/protocol'
import { writeFailure } from '../../entities/order/writeFailure.ts'
import type { Live } from '../../live/index.ts'
import { orderToastKey, showToast } from '../../ui/index.ts'

export interface CancelOrderInput {
  readonly client: Pick<VestClient, 'cancelOrder' | 'cancelRefusal'>
  readonly live: Pick<Live, 'refreshAccount'>
  readonly t: TFunction
  readonly id: string
}

const REFUSALS = {
  alreadyCancelled: 'order.alreadyCancelled',
  alreadyFilled: 'order.alreadyFilled',
  notFound: 'order.notFound',
} as const

export async function cancelOrder({ client, live, t, id }: CancelOrderInput): Promise<void> {
  const key = showToast({ key: orderToastKey(id), tone: 'pending', title: t('order.cancelling') })
  try {
    await client.cancelOrder(id)
    live.refreshAccount()
    showToast({ key, tone: 'ok', title: t('order.cancelled') })
  } catch (error) {
    live.refreshAccount()
    showToast({ key, ...(await refusal(error)) })
  }

  async function refusal(
    error: unknown,
  ): Promise<{ readonly tone: 'err' | 'warn' | 'info'; readonly title: string }> {
    if (!(error instanceof ApiError) || error.code !== REFUSAL.ORDER_NOT_FOUND) return failure(error)
    try {
      const { kind } = await client.cancelRefusal(id)
      return { tone: kind === 'alreadyCancelled' ? 'info' : 'err', title: t(REFUSALS[kind]) }
    } catch (second) {
      return failure(second instanceof ApiError ? second : error)
    }
  }

  function failure(error: unknown) {
    return writeFailure(t, error, (reason) => t('order.cancelFailed', { reason }))
  }
}
