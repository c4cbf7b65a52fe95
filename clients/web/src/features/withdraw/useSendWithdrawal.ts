/**
 * Sends a withdrawal and follows it: each stage is told, an approved one opens its own dialog, and what the address book refuses
 * has the book read again.
 */
import { useQueryClient } from '@tanstack/react-query'
import { REFUSAL, type ChainInfo } from '@vest/protocol'
import { systemClock } from '@vest/sdk'
import { refreshAddressBook } from '../../entities/address-book/index.ts'
import { useSession } from '../../entities/session/index.ts'
import { usdcOf } from '../../entities/wallet/index.ts'
import { useLive } from '../../live/index.ts'
import type { WithdrawSigner } from './useWithdrawSigner.ts'
import { runWithdraw, type WithdrawState } from './withdrawFlow.ts'
import type { ReadyForm } from './withdrawForm.ts'

/** The address book has changed since it was read. */
const BY_BOOK: readonly number[] = [
  REFUSAL.RECIPIENT_NOT_SAVED,
  REFUSAL.RECIPIENT_TOO_NEW,
  REFUSAL.WITHDRAWALS_LOCKED,
]

export interface WithdrawalListener {
  readonly onSent: (form: ReadyForm) => void
  readonly onState: (state: WithdrawState) => void
  /** The dialog stands. */
  readonly isShown: () => boolean
}

export function useSendWithdrawal(signer: Pick<WithdrawSigner, 'clientFor'>, listener: WithdrawalListener) {
  const live = useLive()
  const queries = useQueryClient()
  const openDialog = useSession((state) => state.openDialog)
  return (form: ReadyForm, chain: ChainInfo, isDelegated: boolean): void => {
    const token = usdcOf(chain)
    if (token === undefined) return
    const client = signer.clientFor(form)
    if (client === undefined) return openDialog('switch-account')
    listener.onSent(form)
    void runWithdraw({
      client,
      intent: {
        recipient: form.recipient,
        token: token.address,
        size: form.size,
        chainId: chain.chainId,
        execute: isDelegated,
      },
      onTransfer: (told) => live.onTransfer(() => told()),
      clock: systemClock,
      onState: listener.onState,
    }).then((state) => {
      if (state.end?.kind === 'refused' && BY_BOOK.includes(state.end.code)) void refreshAddressBook(queries)
      if (listener.isShown() && state.stage === 'approved' && state.id !== undefined)
        openDialog('withdrawal-approved', state.id)
    })
  }
}
