/**
 * Takes a scheduled withdrawal back. One that is paid meanwhile, or taken back elsewhere, is told so; a lost answer is not a
 * failure: the list is read anew and shows what happened.
 */
import { REFUSAL } from '@vest/protocol'
import { ApiError, type VestClient } from '@vest/sdk'
import type { TFunction } from 'i18next'
import { writeFailure } from '../../entities/order/writeFailure.ts'
import { showToast } from '../../ui/index.ts'

export interface CancelLpOrderInput {
  readonly client: Pick<VestClient, 'cancelLpOrder'>
  readonly refresh: () => void
  readonly t: TFunction
  readonly id: string
}

export async function cancelLpOrder({ client, refresh, t, id }: CancelLpOrderInput): Promise<void> {
  const key = showToast({ key: `cancel-${id}`, tone: 'pending', title: t('lp.takingBack') })
  try {
    await client.cancelLpOrder(id)
    showToast({ key, tone: 'ok', title: t('lp.takenBack'), text: t('lp.takenBackText') })
  } catch (error) {
    const isOver = error instanceof ApiError && error.code === REFUSAL.ORDER_NOT_FOUND
    showToast({
      key,
      ...(isOver
        ? { tone: 'info', title: t('lp.alreadyPaid') }
        : writeFailure(t, error, (reason) => t('lp.takeBackFailed', { reason }))),
    })
  }
  refresh()
}
