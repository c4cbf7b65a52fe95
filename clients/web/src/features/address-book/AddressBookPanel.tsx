/**
 * The address book of an account: whom it may pay, from when on, whether it pays others, and the lock of withdrawals.
 * What waits stands beside what holds, with its time. Each change is signed by the account's own wallet.
 */
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CHAIN_SOLANA, type ChainInfo } from '@vest/protocol'
import {
  coolDownText,
  isListOn,
  lockEnd,
  momentsOf,
  useAddressBook,
  useChangeAddressBook,
  WaitClock,
  waitEnd,
  type AddressBookFacts,
  type BookChange,
  type SavedAddress,
} from '../../entities/address-book/index.ts'
import { useExchangeTime, useSession } from '../../entities/session/index.ts'
import { chainName } from '../../entities/wallet/index.ts'
import { formatDateTime, inGroups } from '../../shared/format/index.ts'
import {
  Badge,
  Button,
  EmptyState,
  FormError,
  IconButton,
  ReadFailure,
  showToast,
  Skeleton,
  Switch,
} from '../../ui/index.ts'
import { LockDialog } from './LockDialog.tsx'
import { RenameAddressDialog } from './RenameAddressDialog.tsx'
import { SaveAddressDialog } from './SaveAddressDialog.tsx'

interface PanelProps {
  readonly chains: readonly ChainInfo[] | undefined
}

export function AddressBookPanel({ chains }: PanelProps) {
  const { t } = useTranslation()
  const isReady = useSession((state) => state.status === 'ready')
  const { facts, noBook, hasFailed, retry } = useAddressBook()
  if (!isReady) return null
  return (
    <section aria-labelledby="address-book" className="mt-3 rounded-[10px] border border-line bg-s1">
      {noBook !== undefined ? (
        <Head>
          <p className="text-dense text-t2">{t(`addressBook.none.${noBook}`)}</p>
        </Head>
      ) : facts !== undefined ? (
        <Book facts={facts} chains={chains} />
      ) : (
        <>
          <Head />
          {hasFailed ? (
            <ReadFailure text={t('addressBook.failed')} retryLabel={t('common.retry')} onRetry={retry} />
          ) : (
            <div aria-busy="true" className="px-4 pb-4">
              <Skeleton className="h-24" />
            </div>
          )}
        </>
      )}
    </section>
  )
}

function Head({ children }: { readonly children?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className="px-4 py-3">
      <h2 id="address-book" className="font-semibold">
        {t('addressBook.title')}
      </h2>
      {children}
    </div>
  )
}

function Book({ facts, chains }: PanelProps & { readonly facts: AddressBookFacts }) {
  const { t } = useTranslation()
  const change = useChangeAddressBook()
  const nowMs = useExchangeTime(momentsOf(facts))
  const [dialog, setDialog] = useState<'save' | 'lock' | SavedAddress>()
  const isListed = isListOn(facts, nowMs)
  const lockedUntilMs = lockEnd(facts, nowMs)
  const coolDown = coolDownText(t, facts.coolDownMs)
  const isInDialog = change.failure?.change === 'SAVE' || change.failure?.change === 'LOCK'
  const open = (wanted: 'save' | 'lock' | SavedAddress): void => {
    change.clear()
    setDialog(wanted)
  }
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-3 pr-4">
        <Head>
          <p className="text-dense text-t2">{t('addressBook.text')}</p>
        </Head>
        <Button
          className="my-3 max-md:mx-4"
          icon={<Plus size={14} strokeWidth={1.8} aria-hidden="true" />}
          onClick={() => open('save')}
        >
          {t('addressBook.add')}
        </Button>
      </div>
      {facts.addresses.length === 0 ? (
        <div className="border-t border-line">
          <EmptyState title={t('addressBook.empty')} text={t('addressBook.emptyText')} />
        </div>
      ) : (
        <ul aria-label={t('addressBook.saved')}>
          {facts.addresses.map((address) => (
            <li
              key={`${address.recipient} ${address.chainId ?? 'EVM'}`}
              className="flex items-center gap-3 border-t border-line px-4 py-3 max-md:flex-wrap"
            >
              <Saved
                address={address}
                facts={facts}
                chains={chains}
                waitsUntilMs={waitEnd(facts, address, nowMs)}
                isLocked={lockedUntilMs !== undefined}
                change={change}
                onRename={() => open(address)}
              />
            </li>
          ))}
        </ul>
      )}
      <ListSetting facts={facts} isListed={isListed} coolDown={coolDown} change={change} />
      <LockSetting untilMs={lockedUntilMs} onLock={() => open('lock')} />
      {change.failure !== undefined && !isInDialog && (
        <div className="px-4 pb-4">
          <FormError text={t('addressBook.notChanged', { reason: change.failure.text })} />
        </div>
      )}
      {dialog === 'save' && (
        <SaveAddressDialog
          facts={facts}
          chains={chains ?? []}
          waits={isListed ? coolDown : undefined}
          change={change}
          onClose={() => setDialog(undefined)}
        />
      )}
      {typeof dialog === 'object' && (
        <RenameAddressDialog address={dialog} change={change} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'lock' && (
        <LockDialog lockedUntilMs={lockedUntilMs} change={change} onClose={() => setDialog(undefined)} />
      )}
    </>
  )
}

interface SavedProps extends PanelProps {
  readonly address: SavedAddress
  readonly facts: AddressBookFacts
  readonly waitsUntilMs: number | undefined
  readonly isLocked: boolean
  readonly change: BookChange
  readonly onRename: () => void
}

function Saved({ address, facts, chains, waitsUntilMs, isLocked, change, onRename }: SavedProps) {
  const { t } = useTranslation()
  const { recipient, chainId, label } = address
  const place = { recipient, ...(chainId === undefined ? {} : { chainId }) }
  const { asked } = change
  const isBusy = asked?.change === 'REMOVE' && asked.recipient === recipient && asked.chainId === chainId
  const paid = facts.paid.find((each) => each.recipient === recipient)
  const remove = async (): Promise<void> => {
    if (await change.send({ change: 'REMOVE', ...place }))
      showToast({ tone: 'ok', title: t('addressBook.removed', { label }) })
  }
  return (
    <>
      <div className="min-w-0 grow max-md:w-full">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{label}</span>
          <span className="text-dense text-t2">
            {chainId === undefined
              ? t('addressBook.everyEvm')
              : chainId === CHAIN_SOLANA
                ? 'Solana'
                : chainName(chains, chainId)}
          </span>
        </p>
        <p className="text-dense break-words text-t2">{inGroups(recipient)}</p>
      </div>
      <div className="ml-auto text-right text-dense">
        {waitsUntilMs === undefined ? (
          <Badge tone={isLocked ? 'neutral' : 'ok'}>
            {t(isLocked ? 'addressBook.lockedShort' : 'addressBook.usable')}
          </Badge>
        ) : (
          <>
            <p className="text-warn">{t('addressBook.usableFrom', { time: formatDateTime(waitsUntilMs) })}</p>
            <WaitClock untilMs={waitsUntilMs} />
          </>
        )}
        <p className="text-caption text-t3">
          {paid === undefined
            ? t('addressBook.neverPaid')
            : t('addressBook.lastPaid', { time: formatDateTime(paid.lastMs) })}
        </p>
      </div>
      <IconButton
        label={t('addressBook.rename', { label })}
        isDisabled={asked !== undefined}
        onClick={onRename}
      >
        <Pencil size={16} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t('addressBook.remove', { label })}
        aria-busy={isBusy || undefined}
        isDisabled={asked !== undefined}
        onClick={() => void remove()}
      >
        <Trash2 size={16} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
    </>
  )
}

interface ListSettingProps {
  readonly facts: AddressBookFacts
  readonly isListed: boolean
  readonly coolDown: string
  readonly change: BookChange
}

function ListSetting({ facts, isListed, coolDown, change }: ListSettingProps) {
  const { t } = useTranslation()
  const { asked } = change
  const endMs = isListed ? facts.listEndMs : undefined
  const isEnding = endMs !== undefined
  const turn = async (isOn: boolean): Promise<void> => {
    if (await change.send({ change: isOn ? 'LIST_ON' : 'LIST_OFF' }))
      showToast({
        tone: 'ok',
        title: isOn ? t('addressBook.listIsOn') : t('addressBook.listGoesOff', { coolDown }),
      })
  }
  return (
    <div className="border-t border-line px-4 py-3">
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0">
          <p className="font-medium">{t('addressBook.list')}</p>
          <p className="text-dense text-t2">
            {t(isListed ? 'addressBook.listOnText' : 'addressBook.listOffText', { coolDown })}
          </p>
        </div>
        {/* Once it ends there is no second end to ask for: the way back is the button below. */}
        <Switch
          label={t('addressBook.list')}
          isChecked={isListed}
          isDisabled={asked !== undefined || isEnding}
          onChange={(isOn) => void turn(isOn)}
        />
      </div>
      {isEnding && (
        <div
          role="status"
          className="mt-3 flex flex-wrap items-center justify-between gap-3 rounded-[8px] bg-warn-tint px-3 py-[10px] text-dense"
        >
          <p className="min-w-0">
            {t('addressBook.listEnds', { time: formatDateTime(endMs) })} <WaitClock untilMs={endMs} />
          </p>
          <Button size="sm" isDisabled={asked !== undefined} onClick={() => void turn(true)}>
            {t('addressBook.keepList')}
          </Button>
        </div>
      )}
    </div>
  )
}

function LockSetting({
  untilMs,
  onLock,
}: {
  readonly untilMs: number | undefined
  readonly onLock: () => void
}) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="font-medium">{t('addressBook.lock')}</p>
        {untilMs === undefined ? (
          <p className="text-dense text-t2">{t('addressBook.lockText')}</p>
        ) : (
          <p className="text-dense">
            <span className="text-warn">
              {t('addressBook.lockedUntil', { time: formatDateTime(untilMs) })}
            </span>{' '}
            <WaitClock untilMs={untilMs} />
          </p>
        )}
      </div>
      <Button onClick={onLock}>
        {t(untilMs === undefined ? 'addressBook.lockButton' : 'addressBook.lockLonger')}
      </Button>
    </div>
  )
}
