/** The first step of a withdrawal: amount, network and recipient, what arrives and when, and who will sign. */
import { useTranslation } from 'react-i18next'
import { usd6, type AccountAddress, type ChainInfo } from '@vest/protocol'
import type { BookChange } from '../../entities/address-book/index.ts'
import { AmountField, TransferWell } from '../../entities/transfer/index.ts'
import { NetworkSelect } from '../../entities/wallet/NetworkSelect.tsx'
import { formatDateTime, formatMoney } from '../../shared/format/index.ts'
import { DialogAction, KeyValue } from '../../ui/index.ts'
import { feeText } from './feeText.ts'
import { feeOf, receivedOf } from './received.ts'
import { LockedNote } from './RecipientBook.tsx'
import { RecipientField } from './RecipientField.tsx'
import type { WithdrawCheck } from './useWithdrawCheck.ts'
import type { WithdrawChoice } from './useWithdrawChoice.ts'
import type { WithdrawSigner } from './useWithdrawSigner.ts'
import type { WithdrawTerms } from './useWithdrawTerms.ts'
import { ContinueButton, WalletButtons } from './WithdrawAction.tsx'
import type { WithdrawForm } from './withdrawForm.ts'

export interface WithdrawFieldsProps {
  readonly account: AccountAddress
  readonly chain: ChainInfo
  readonly chains: readonly ChainInfo[]
  readonly form: WithdrawForm
  readonly choice: Omit<WithdrawChoice, 'chain'>
  readonly check: Omit<WithdrawCheck, 'form'>
  readonly signer: Pick<WithdrawSigner, 'isEmbedded' | 'home' | 'lacksEvmWallet'>
  readonly bookChange: BookChange
  readonly onContinue: () => void
}

export function WithdrawFields(props: WithdrawFieldsProps) {
  const { chain, chains, form, choice, check, signer, onContinue } = props
  const { book, withdrawable } = check
  const { t } = useTranslation()
  const lacksEvmWallet = signer.lacksEvmWallet(chain)
  return (
    <div className="flex flex-1 flex-col">
      {book !== undefined && <LockedNote {...book} />}
      <AmountField
        amount={choice.draft.amount}
        available={withdrawable}
        onChange={(amount) => choice.edit({ amount })}
        onRefusal={check.setIsRefused}
        hint={t('withdraw.available', { amount: formatMoney(withdrawable) })}
        error={
          form.kind === 'blocked' && form.problem === 'below-minimum'
            ? t('transfer.minTransferAmount')
            : undefined
        }
      />
      <div className="h-4" />
      <NetworkSelect
        label={t('withdraw.destination')}
        chains={chains}
        value={chain}
        onChange={choice.setChainId}
        end={`${feeText(chain)} USDC`}
      />
      <RecipientField {...props} />
      {lacksEvmWallet && (
        <p role="status" className="mt-3 rounded-[8px] bg-warn-tint px-3 py-[10px] text-dense">
          {t('withdraw.solanaWarning')}
        </p>
      )}
      <WithdrawSummary form={form} chain={chain} terms={check.terms} isDelegated={choice.isDelegated} />
      <p className="mt-4 text-dense text-t2">
        {t(
          signer.isEmbedded
            ? 'withdraw.frameSigns'
            : form.kind === 'ready' && !form.isOwn
              ? 'withdraw.walletSigns'
              : 'withdraw.sessionSigns',
        )}
      </p>
      <DialogAction>
        {lacksEvmWallet ? (
          <WalletButtons home={signer.home} />
        ) : (
          <ContinueButton form={form} check={check} onContinue={onContinue} />
        )}
      </DialogAction>
    </div>
  )
}

interface WithdrawSummaryProps {
  readonly form: WithdrawForm
  readonly chain: ChainInfo
  readonly terms: Pick<WithdrawTerms, 'eligible'>
  readonly isDelegated: boolean
}

function WithdrawSummary({ form, chain, terms, isDelegated }: WithdrawSummaryProps) {
  const { t } = useTranslation()
  return (
    <div className="mt-[14px] rounded-[8px] bg-s3 px-[14px] py-3">
      <KeyValue label={t('withdraw.receive')} className="leading-[26px]">
        {form.size === undefined
          ? '–'
          : `${formatMoney(receivedOf(form.size, chain, isDelegated), { prefix: '' })} USDC`}
      </KeyValue>
      {isDelegated && (
        <KeyValue label={t('withdraw.fee')} className="leading-[26px]">
          {`${formatMoney(feeOf(chain), { prefix: '' })} USDC`}
        </KeyValue>
      )}
      {terms.eligible !== undefined && (
        <KeyValue label={t('withdraw.eligible')} className="leading-[26px]">
          {formatDateTime(terms.eligible.timeMs)}
        </KeyValue>
      )}
      <TransferWell showsEquity={false} change={form.size === undefined ? undefined : usd6(-form.size)} />
    </div>
  )
}
