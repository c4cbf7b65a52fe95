/** What the address book brings to a withdrawal: saved addresses to choose, what it says of the recipient, and to save it. */
import { BookUser, Lock, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ADDRESS_LABEL_MAX, CHAIN_SOLANA, type ChainInfo } from '@vest/protocol'
import {
  coolDownText,
  isBookFull,
  isListOn,
  labelProblem,
  lockEnd,
  LookalikeWarning,
  WaitClock,
  waitEnd,
  type AddressBookFacts,
  type BookChange,
  type RecipientJudgement,
  type SavedAddress,
} from '../../entities/address-book/index.ts'
import { chainName } from '../../entities/wallet/index.ts'
import { formatDateTime, shortenAddress } from '../../shared/format/index.ts'
import { Badge, Button, FormError, Menu, MenuItem, showToast, TextField } from '../../ui/index.ts'

interface BookAt {
  readonly facts: AddressBookFacts
  readonly nowMs: number
}

/** Nothing leaves: until when, and that waiting is all there is to do. */
export function LockedNote({ facts, nowMs }: BookAt) {
  const { t } = useTranslation()
  const untilMs = lockEnd(facts, nowMs)
  if (untilMs === undefined) return null
  return (
    <div role="status" className="mb-4 flex gap-2 rounded-[8px] bg-warn-tint px-3 py-[10px] text-dense">
      <Lock size={16} strokeWidth={1.5} className="mt-px shrink-0 text-warn" aria-hidden="true" />
      <div className="min-w-0">
        <p className="font-semibold">
          {t('addressBook.lockedUntil', { time: formatDateTime(untilMs) })} <WaitClock untilMs={untilMs} />
        </p>
        <p>{t('addressBook.lockedText')}</p>
      </div>
    </div>
  )
}

/** Those of the networks that this account may withdraw to. */
export function SavedAddressMenu({
  facts,
  nowMs,
  chains,
  onChoose,
}: BookAt & {
  readonly chains: readonly ChainInfo[]
  readonly onChoose: (saved: SavedAddress) => void
}) {
  const { t } = useTranslation()
  const offered = facts.addresses.filter(({ chainId }) =>
    chains.some((chain) =>
      chainId === undefined ? chain.chainId !== CHAIN_SOLANA : chain.chainId === chainId,
    ),
  )
  if (offered.length === 0) return null
  return (
    <Menu
      label={t('addressBook.title')}
      width={360}
      trigger={
        <button type="button" className="flex min-h-6 items-center gap-[5px] font-medium text-chalk">
          <BookUser size={14} strokeWidth={1.5} aria-hidden="true" />
          {t('addressBook.title')}
        </button>
      }
    >
      {/* A book may hold a hundred. */}
      <div className="max-h-[60dvh] overflow-y-auto">
        {offered.map((saved) => (
          <MenuItem
            key={`${saved.recipient} ${saved.chainId ?? 'EVM'}`}
            className="min-h-11 justify-between py-[6px]"
            onSelect={() => onChoose(saved)}
          >
            <Offered saved={saved} facts={facts} nowMs={nowMs} chains={chains} />
          </MenuItem>
        ))}
      </div>
    </Menu>
  )
}

function Offered({
  saved,
  facts,
  nowMs,
  chains,
}: BookAt & { readonly saved: SavedAddress; readonly chains: readonly ChainInfo[] }) {
  const { t } = useTranslation()
  const untilMs = waitEnd(facts, saved, nowMs)
  const paid = facts.paid.find(({ recipient }) => recipient === saved.recipient)
  return (
    <>
      <span className="min-w-0">
        <span className="block truncate font-medium">{saved.label}</span>
        <span className="block text-dense text-t2">
          {shortenAddress(saved.recipient, 6)}
          {' · '}
          {saved.chainId === undefined ? t('addressBook.everyEvm') : chainName(chains, saved.chainId)}
        </span>
      </span>
      {untilMs !== undefined ? (
        <span className="text-right text-caption text-warn">
          {t('addressBook.usableFrom', { time: formatDateTime(untilMs) })}
        </span>
      ) : paid === undefined ? (
        <Badge tone="warn">{t('addressBook.new')}</Badge>
      ) : (
        <span className="text-caption text-t3">{formatDateTime(paid.lastMs)}</span>
      )}
    </>
  )
}

export interface RecipientNotesProps {
  readonly judgement: RecipientJudgement
  readonly facts: AddressBookFacts
  /** An address of the chain. */
  readonly recipient: string
  readonly isOwn: boolean
  readonly chain: ChainInfo
  readonly nowMs: number
  /** Under which it is being saved; absent: it is not. */
  readonly label: string | undefined
  readonly onLabel: (label: string | undefined) => void
  readonly change: BookChange
}

/** Below the field: the label of a saved address, what it waits for, what it looks like, and the way to save it. */
export function RecipientNotes(props: RecipientNotesProps) {
  const { judgement, recipient, isOwn } = props
  const { saved, bar, lookalike } = judgement
  return (
    <>
      {saved !== undefined && (
        <p className="mt-[6px] flex items-center gap-[6px] text-dense">
          <BookUser size={14} strokeWidth={1.5} className="text-t2" aria-hidden="true" />
          {saved.label}
          {bar?.kind === 'too-new' && <WaitClock untilMs={bar.usableMs} />}
        </p>
      )}
      {lookalike !== undefined && <LookalikeWarning recipient={recipient} lookalike={lookalike} />}
      {saved === undefined && !isOwn && <SaveRecipient {...props} />}
    </>
  )
}

function SaveRecipient({ facts, recipient, chain, nowMs, label, onLabel, change }: RecipientNotesProps) {
  const { t } = useTranslation()
  if (isBookFull(facts)) return <p className="mt-[6px] text-dense text-t2">{t('addressBook.full')}</p>
  if (label === undefined)
    return (
      <button
        type="button"
        className="mt-[6px] flex min-h-6 items-center gap-[5px] self-start text-dense font-medium text-chalk"
        onClick={() => {
          change.clear()
          onLabel('')
        }}
      >
        <Plus size={14} strokeWidth={1.5} aria-hidden="true" />
        {t('addressBook.saveThis')}
      </button>
    )
  const problem = labelProblem(label)
  const isListed = isListOn(facts, nowMs)
  const coolDown = coolDownText(t, facts.coolDownMs)
  const save = async (): Promise<void> => {
    if (problem !== undefined) return
    const name = label.trim()
    if (!(await change.send({ change: 'SAVE', recipient, chainId: chain.chainId, label: name }))) return
    onLabel(undefined)
    showToast({
      tone: 'ok',
      title: t('addressBook.savedNow', { label: name }),
      ...(isListed ? { text: t('addressBook.savedWaits', { coolDown }) } : {}),
    })
  }
  return (
    <form
      className="mt-[6px] rounded-[8px] bg-s3 px-[14px] py-3"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <p className="mb-2 text-dense text-t2">
        {isListed
          ? t('addressBook.saveForListed', { network: chain.name, coolDown })
          : t('addressBook.saveFor', { network: chain.name })}
      </p>
      <div className="flex items-start gap-2">
        <TextField
          className="min-w-0 flex-1"
          size="pair"
          name="label"
          aria-label={t('addressBook.label')}
          placeholder={t('addressBook.labelExample')}
          autoComplete="off"
          maxLength={ADDRESS_LABEL_MAX}
          value={label}
          onChange={onLabel}
          error={problem === 'label-invalid' ? t('addressBook.labelInvalid') : undefined}
        />
        <Button type="submit" isBusy={change.asked !== undefined} isBlocked={problem !== undefined}>
          {t('addressBook.saveShort')}
        </Button>
      </div>
      <FormError
        text={
          change.failure === undefined
            ? undefined
            : t('addressBook.notChanged', { reason: change.failure.text })
        }
      />
    </form>
  )
}
