/** The button under a withdrawal: on with it, or to the wallet that it needs. */
import { useTranslation } from 'react-i18next'
import type { ChainInfo } from '@vest/protocol'
import type { AddressBookFacts, RecipientBar } from '../../entities/address-book/index.ts'
import { useSession } from '../../entities/session/index.ts'
import { ensureChain, isUserRejection, useWallet, walletWords } from '../../entities/wallet/index.ts'
import { formatDateTime } from '../../shared/format/index.ts'
import { Button, showToast } from '../../ui/index.ts'
import type { WithdrawCheck } from './useWithdrawCheck.ts'
import type { WithdrawForm, WithdrawProblem } from './withdrawForm.ts'

/** To Solana an EVM wallet on the default chain is needed ([8.65]). */
export function WalletButtons({
  home,
}: {
  /** Where a connected wallet should be. */
  readonly home: ChainInfo | undefined
}) {
  const { t } = useTranslation()
  const connected = useWallet((state) => state.connected)
  const openDialog = useSession((state) => state.openDialog)
  const closeDialog = useSession((state) => state.closeDialog)
  const network = connected === undefined ? undefined : home?.name
  const toHome = async (): Promise<void> => {
    if (connected === undefined || home === undefined) return
    try {
      await ensureChain(connected.provider, home, location.origin)
    } catch (error) {
      showToast({
        tone: 'err',
        title: isUserRejection(error) ? t('transfer.declined') : walletWords(t, error),
      })
    }
  }
  return (
    <div className="flex gap-2">
      <Button size="xl" className="flex-1" onClick={closeDialog}>
        {t('common.cancel')}
      </Button>
      <Button
        size="xl"
        variant="ink"
        className="flex-1"
        onClick={() => (connected === undefined ? openDialog('switch-account') : void toHome())}
      >
        {network === undefined ? t('signIn.connect') : t('withdraw.switchNetwork', { network })}
      </Button>
    </div>
  )
}

export function ContinueButton({
  form,
  check,
  onContinue,
}: {
  readonly form: WithdrawForm
  readonly check: Pick<WithdrawCheck, 'book' | 'judgement'>
  readonly onContinue: () => void
}) {
  const { t } = useTranslation()
  const until = barTime(check.judgement?.bar, check.book?.facts)
  const reasons: Partial<Record<WithdrawProblem, string>> = {
    'below-minimum': t('transfer.insufficientSize'),
    insufficient: t('transfer.insufficientSize'),
    refused: t('orderState.fieldRefused'),
    'recipient-required': t('withdraw.recipientRequired'),
    'recipient-invalid': t('withdraw.recipientInvalid'),
    'recipient-contract': t('withdraw.recipientInvalid'),
    'recipient-solana': t('withdraw.recipientInvalid'),
    locked: t('addressBook.lockedUntil', { time: until }),
    'recipient-not-saved': t('addressBook.savedOnly'),
    'recipient-too-new': t('addressBook.usableFrom', { time: until }),
  }
  const reason = form.kind === 'blocked' ? reasons[form.problem] : undefined
  return (
    <Button size="xl" variant="ink" isBlocked={form.kind === 'blocked'} reason={reason} onClick={onContinue}>
      {t('withdraw.continue')}
    </Button>
  )
}

/** When the address book lets it leave. */
function barTime(bar: RecipientBar | undefined, facts: AddressBookFacts | undefined): string | undefined {
  const timeMs = bar?.kind === 'too-new' ? bar.usableMs : facts?.lockedUntilMs
  return timeMs === undefined ? undefined : formatDateTime(timeMs)
}
