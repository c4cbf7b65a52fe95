/** Save an address: a name for it, its network, the address itself, and what it looks like before it is signed for. */
import { useState } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { ChainInfo } from '@vest/protocol'
import {
  checkAddress,
  LookalikeWarning,
  lookalikeOf,
  type AddressBookFacts,
  type AddressDraft,
  type AddressForm,
  type AddressProblem,
  type BookChange,
} from '../../entities/address-book/index.ts'
import { useSession } from '../../entities/session/index.ts'
import { NetworkSelect } from '../../entities/wallet/NetworkSelect.tsx'
import { inGroups } from '../../shared/format/index.ts'
import { Button, showToast, TextField } from '../../ui/index.ts'
import { BookDialog } from './BookDialog.tsx'
import { ChangeFailure } from './ChangeFailure.tsx'
import { LabelField } from './LabelField.tsx'

export interface SaveAddressDialogProps {
  readonly facts: AddressBookFacts
  readonly chains: readonly ChainInfo[]
  /** For how long it cannot be paid after it was saved; undefined = it can at once. */
  readonly waits: string | undefined
  readonly change: BookChange
  readonly onClose: () => void
}

/** Stands for every EVM chain in the list of networks. */
const EVERY_EVM = -1

export function SaveAddressDialog({ facts, chains, waits, change, onClose }: SaveAddressDialogProps) {
  const { t } = useTranslation()
  const account = useSession((state) => state.address) ?? ''
  const [draft, setDraft] = useState<AddressDraft>({ label: '', chainId: undefined, recipient: '' })
  const edit = (next: Partial<AddressDraft>): void => {
    change.clear()
    setDraft((before) => ({ ...before, ...next }))
  }
  const form = checkAddress(draft, facts)
  const networks = [
    { chainId: EVERY_EVM, name: t('addressBook.everyEvm') },
    ...chains.map(({ chainId, name }) => ({ chainId, name })),
  ]
  const network = networks.find(({ chainId }) => chainId === (draft.chainId ?? EVERY_EVM)) ?? networks[0]!
  const recipient = form.kind === 'ready' ? form.intent.recipient : undefined
  const lookalike = recipient === undefined ? undefined : lookalikeOf(facts, account, recipient)
  const isBusy = change.asked !== undefined
  const save = async (): Promise<void> => {
    if (form.kind !== 'ready' || !(await change.send(form.intent))) return
    showToast({
      tone: 'ok',
      title: t('addressBook.savedNow', { label: form.intent.label }),
      ...(waits === undefined ? {} : { text: t('addressBook.savedWaits', { coolDown: waits }) }),
    })
    onClose()
  }
  return (
    <BookDialog title={t('addressBook.add')} change={change} onClose={onClose} onSubmit={save}>
      <LabelField
        placeholder={t('addressBook.labelExample')}
        value={draft.label}
        onChange={(label) => edit({ label })}
        isInvalid={isProblem(form, 'label-invalid')}
      />
      <div className="h-4" />
      <NetworkSelect
        label={t('transfer.network')}
        chains={networks}
        value={network}
        onChange={(chainId) => edit({ chainId: chainId === EVERY_EVM ? undefined : chainId })}
      />
      <label htmlFor="address-recipient" className="mt-4 mb-[6px] text-dense text-t2">
        {t('addressBook.address')}
      </label>
      <TextField
        id="address-recipient"
        name="address"
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        value={draft.recipient}
        onChange={(text) => edit({ recipient: text })}
        error={recipientProblem(t, form)}
      />
      {recipient !== undefined && lookalike === undefined && (
        <div className="mt-3 rounded-[8px] bg-s3 px-[14px] py-3 text-dense">
          <p className="text-t2">{t('addressBook.compare')}</p>
          <p className="break-words">{inGroups(recipient)}</p>
        </div>
      )}
      {recipient !== undefined && lookalike !== undefined && (
        <LookalikeWarning recipient={recipient} lookalike={lookalike} />
      )}
      <p className="mt-4 mb-3 text-dense text-t2">
        {waits === undefined
          ? t('addressBook.saveText')
          : t('addressBook.saveTextListed', { coolDown: waits })}
      </p>
      <ChangeFailure
        change={change}
        of="SAVE"
        other={isProblem(form, 'full') ? t('addressBook.full') : undefined}
      />
      <Button
        type="submit"
        size="xl"
        variant="ink"
        className="mt-1"
        isBusy={isBusy}
        isBlocked={form.kind === 'blocked'}
        reason={form.kind === 'blocked' ? missing(t, form.problem) : undefined}
      >
        {t('addressBook.save')}
      </Button>
    </BookDialog>
  )
}

const isProblem = (form: AddressForm, problem: AddressProblem): boolean =>
  form.kind === 'blocked' && form.problem === problem

function recipientProblem(t: TFunction, form: AddressForm): string | undefined {
  if (isProblem(form, 'recipient-invalid')) return t('withdraw.recipientInvalidHelp')
  if (isProblem(form, 'recipient-solana')) return t('withdraw.invalidSolanaAddress')
  return isProblem(form, 'saved') ? t('addressBook.isSaved') : undefined
}

/** What the button says in place of what it does; a fault that stands at its field is not said twice. */
function missing(t: TFunction, problem: AddressProblem): string | undefined {
  if (problem === 'label-required') return t('addressBook.labelRequired')
  if (problem === 'recipient-required') return t('addressBook.addressRequired')
  return undefined
}
