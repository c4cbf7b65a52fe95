/**
 * Carries the changes of the TP/SL dialog out, one after the other, in one toast ([8.59]). It stops at the first that
 * fails: what was changed is told to the form, what was not stands as it was.
 */
import { ApiError, UnknownOutcomeError, ValidationError, type OrderIntent, type VestClient } from '@vest/sdk'
import type { TFunction } from 'i18next'
import { REFUSAL } from '@vest/protocol'
import type { HeldExit } from '../../entities/order/heldExits.ts'
import { orderFate, refusalText } from '../../entities/order/orderFate.ts'
import { exitIntent } from '../../entities/order/submitExits.ts'
import type { Live, Market } from '../../live/index.ts'
import { showToast } from '../../ui/index.ts'
import type { TpslChange, WantedExit } from './tpslChanges.ts'

export interface SaveTpslInput {
  readonly client: VestClient
  readonly live: Live
  readonly t: TFunction
  readonly market: Market
  readonly isLong: boolean
  readonly changes: readonly TpslChange[]
  /** The row stands for this order now. */
  readonly onStands: (key: string, held: HeldExit) => void
  readonly onGone: (id: string) => void
}

export async function saveTpsl(input: SaveTpslInput): Promise<'saved' | 'failed'> {
  const { live, t, changes } = input
  const key = showToast({ tone: 'pending', title: t('tpsl.saving') })
  const failed = (reason: string): void =>
    void showToast({ key, tone: 'err', title: t('tpsl.error', { reason }), text: t('tpsl.errorText') })
  for (const change of changes) {
    const failure = await carryOut(input, change, () =>
      showToast({ key, tone: 'pending', title: t('order.checking'), text: t('order.checkingText') }),
    ).catch((defect: unknown) => {
      failed(refusalText(t, 0))
      throw defect
    })
    if (failure === undefined) continue
    live.refreshAccount()
    if (failure.kind === 'unknown') showToast({ key, tone: 'warn', title: t('order.unknown') })
    else failed(failure.reason)
    return 'failed'
  }
  live.refreshAccount()
  showToast({ key, tone: 'ok', title: t('tpsl.saved') })
  return 'saved'
}

type Failure = { readonly kind: 'unknown' } | { readonly kind: 'refused'; readonly reason: string }

async function carryOut(
  input: SaveTpslInput,
  change: TpslChange,
  onLost: () => void,
): Promise<Failure | undefined> {
  const { client, live, t } = input
  if (change.kind === 'cancel') return cancel(input, change.held)
  const { wanted } = change
  const intent = intentOf(input, wanted)
  const fate = await orderFate({
    client,
    live,
    expect: intent.orderType,
    send: () =>
      change.kind === 'replace' ? client.replaceOrder(change.held.id, intent) : client.placeOrder(intent),
    onLost,
  })
  switch (fate.kind) {
    case 'accepted': {
      const { key, kind, price, size } = wanted
      if (change.kind === 'replace') input.onGone(change.held.id)
      input.onStands(key, { id: fate.order.id.toLowerCase(), kind, price, size })
      return undefined
    }
    case 'rejected':
      return { kind: 'refused', reason: refusalText(t, fate.code) }
    case 'notExecuted':
      return { kind: 'refused', reason: t('order.notExecuted') }
    case 'unknown':
      return { kind: 'unknown' }
  }
}

const intentOf = ({ market, isLong }: SaveTpslInput, { kind, price, size }: WantedExit): OrderIntent =>
  exitIntent(market, { kind, isLong, size, price })

/** One that is not found any more (3017) is what was wanted. */
async function cancel({ client, t, onGone }: SaveTpslInput, held: HeldExit): Promise<Failure | undefined> {
  try {
    await client.cancelOrder(held.id)
  } catch (error) {
    if (error instanceof UnknownOutcomeError) return { kind: 'unknown' }
    const isSigner = error instanceof ValidationError && error.field === 'signer'
    const code = isSigner ? 'signer' : error instanceof ApiError ? error.code : 0
    if (code !== REFUSAL.ORDER_NOT_FOUND) return { kind: 'refused', reason: refusalText(t, code) }
  }
  onGone(held.id)
  return undefined
}
