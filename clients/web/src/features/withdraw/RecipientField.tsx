/** The recipient of a withdrawal: typed, or chosen from the address book, with what the form and the book say of it. */
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { isSolanaAddress, type AccountAddress, type ChainInfo } from '@vest/protocol'
import type { BookChange, RecipientBar } from '../../entities/address-book/index.ts'
import { formatDateTime } from '../../shared/format/index.ts'
import { CopyButton, TextField } from '../../ui/index.ts'
import { RecipientNotes, SavedAddressMenu } from './RecipientBook.tsx'
import type { WithdrawCheck } from './useWithdrawCheck.ts'
import type { WithdrawChoice } from './useWithdrawChoice.ts'
import type { WithdrawForm } from './withdrawForm.ts'

export interface RecipientFieldProps {
  readonly account: AccountAddress
  readonly chain: ChainInfo
  readonly chains: readonly ChainInfo[]
  readonly form: WithdrawForm
  readonly choice: Pick<WithdrawChoice, 'draft' | 'edit' | 'setSaved' | 'label' | 'setLabel'>
  readonly check: Pick<WithdrawCheck, 'book' | 'judgement'>
  readonly bookChange: BookChange
}

export function RecipientField({
  account,
  chain,
  chains,
  form,
  choice,
  check,
  bookChange,
}: RecipientFieldProps) {
  const { t } = useTranslation()
  const { book, judgement } = check
  const { recipient } = choice.draft
  return (
    <>
      <div className="mt-4 mb-[6px] flex items-center justify-between gap-2 text-dense">
        <label htmlFor="withdraw-recipient" className="text-t2">
          {t('withdraw.recipient')}
        </label>
        {book !== undefined && <SavedAddressMenu {...book} chains={chains} onChoose={choice.setSaved} />}
      </div>
      <TextField
        id="withdraw-recipient"
        name="recipient"
        aria-label={t('withdraw.recipient')}
        autoComplete="off"
        spellCheck={false}
        value={recipient}
        display={shortenRecipient}
        onChange={(typed) => choice.edit({ recipient: typed })}
        error={recipientError(t, form) ?? barText(t, judgement?.bar, chain)}
        unit={
          <CopyButton text={recipient} label={t('header.copyAddress')} copiedLabel={t('common.copied')} />
        }
      />
      {judgement !== undefined && book !== undefined && (
        <RecipientNotes
          judgement={judgement}
          {...book}
          recipient={recipient.trim()}
          isOwn={recipient.trim().toLowerCase() === account.toLowerCase()}
          chain={chain}
          label={choice.label}
          onLabel={choice.setLabel}
          change={bookChange}
        />
      )}
    </>
  )
}

function recipientError(t: TFunction, form: WithdrawForm): string | undefined {
  if (form.kind === 'ready') return undefined
  if (form.problem === 'recipient-invalid') return t('withdraw.recipientInvalidHelp')
  if (form.problem === 'recipient-solana') return t('withdraw.invalidSolanaAddress')
  if (form.problem === 'recipient-contract') return t('withdraw.recipientContract')
  return undefined
}

/** Refused by the address book, and what to do then. */
function barText(t: TFunction, bar: RecipientBar | undefined, chain: ChainInfo): string | undefined {
  if (bar?.kind === 'not-saved') return t('addressBook.notSaved', { network: chain.name })
  return bar?.kind === 'too-new' ? t('addressBook.tooNew', { time: formatDateTime(bar.usableMs) }) : undefined
}

/** An address is longer than its field: both ends stay readable; the next step shows all of it. */
const shortenRecipient = (text: string): string =>
  /^0x[0-9a-f]{40}$/i.test(text) || isSolanaAddress(text) ? `${text.slice(0, 12)}…${text.slice(-8)}` : text
