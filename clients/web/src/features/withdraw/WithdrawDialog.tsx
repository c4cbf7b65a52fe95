/**
 * Withdraw ([2.36], [4.7]): amount and recipient, the network confirmed in a step of its own, a last look at fee, time
 * and allowance, then each stage.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import {
  isSolanaAddress,
  REFUSAL,
  usd6,
  type AccountAddress,
  type Address,
  type ChainInfo,
  type Usd6,
} from '@vest/protocol'
import { systemClock, type VestClient } from '@vest/sdk'
import { usePortfolio } from '../../entities/account/index.ts'
import {
  momentsOf,
  refreshAddressBook,
  useAddressBook,
  useChangeAddressBook,
  type AddressBookFacts,
  type BookChange,
  type RecipientBar,
} from '../../entities/address-book/index.ts'
import {
  useExchangeTime,
  useSession,
  useSessionKeeper,
  type SessionKeeper,
} from '../../entities/session/index.ts'
import { AmountField, NO_AMOUNT, TransferWell, typedAmount } from '../../entities/transfer/index.ts'
import {
  actionSignerOf,
  ensureChain,
  evmChains,
  isUserRejection,
  walletWords,
  useChains,
  usdcOf,
  useSolanaWallet,
  useWallet,
} from '../../entities/wallet/index.ts'
import { NetworkSelect } from '../../entities/wallet/NetworkSelect.tsx'
import { useLive } from '../../live/index.ts'
import { formatDateTime, formatMoney } from '../../shared/format/index.ts'
import { writeNumeric } from '../../shared/numeric/index.ts'
import {
  Button,
  CopyButton,
  Dialog,
  DialogAction,
  KeyValue,
  showToast,
  Skeleton,
  TextField,
  useIsMounted,
} from '../../ui/index.ts'
import { ConfirmNetwork } from './ConfirmNetwork.tsx'
import { CheckAndSign } from './CheckAndSign.tsx'
import { feeText } from './feeText.ts'
import { useWithdrawTerms } from './useWithdrawTerms.ts'
import { feeOf, receivedOf } from './received.ts'
import { LockedNote, RecipientNotes, SavedAddressMenu } from './RecipientBook.tsx'
import {
  checkWithdraw,
  judgementOf,
  type WithdrawDraft,
  type WithdrawForm,
  type WithdrawProblem,
} from './withdrawForm.ts'
import { runWithdraw, type WithdrawState } from './withdrawFlow.ts'
import { WithdrawProgress } from './WithdrawProgress.tsx'

type WithdrawStep = 'form' | 'network' | 'check'
const TITLES = {
  form: 'withdraw.title',
  network: 'withdraw.confirmNetwork',
  check: 'withdraw.check',
} as const

export function WithdrawDialog() {
  const { t } = useTranslation()
  const account = useSession((state) => state.address)
  const closeDialog = useSession((state) => state.closeDialog)
  const { data: chains } = useChains()
  const [step, setStep] = useState<WithdrawStep>('form')
  const [withdrawal, setWithdrawal] = useState<WithdrawState>()
  const [chosen, setChosen] = useState<Chosen>(NOTHING_CHOSEN)
  const isShown = useIsMounted()
  const isEmbedded = useSession((state) => state.email !== undefined)
  const bookChange = useChangeAddressBook()
  const isSigning = withdrawal?.stage === 'sign' && withdrawal.end === undefined
  // The wallet's frame takes the place of the dialog that asked: over it, it could not be reached.
  const isInFrame = (isEmbedded && isSigning) || bookChange.isInFrame
  const shown = withdrawal === undefined ? step : 'form'
  return (
    <Dialog
      isOpen={!isInFrame}
      onClose={closeDialog}
      title={t(TITLES[shown])}
      closeLabel={t('common.close')}
      isLocked={isSigning || bookChange.asked !== undefined}
      back={
        shown === 'form'
          ? undefined
          : {
              label: t('common.back'),
              onBack: () => setStep(shown === 'check' ? 'network' : 'form'),
            }
      }
    >
      {chains === undefined || account === undefined ? (
        <div className="flex flex-col gap-4">
          <Skeleton className="h-16" />
          <Skeleton className="h-11" />
          <Skeleton className="h-24" />
        </div>
      ) : (
        <WithdrawSteps
          // No contract of an EVM chain can check the key of a Solana wallet.
          chains={isSolanaAddress(account) ? chains.filter(({ networkType }) => networkType === 1) : chains}
          home={chains.find((item) => item.isDefault)}
          account={account}
          step={step}
          setStep={setStep}
          withdrawal={withdrawal}
          onState={(state) => isShown.current && setWithdrawal(state)}
          isShown={() => isShown.current}
          chosen={chosen}
          setChosen={(change) => setChosen((before) => ({ ...before, ...change }))}
          bookChange={bookChange}
          onClose={closeDialog}
        />
      )}
    </Dialog>
  )
}

/** What stands while the wallet's frame has taken the dialog's place. */
interface Chosen {
  /** Absent: nothing was typed yet. */
  readonly draft: WithdrawDraft | undefined
  readonly chainId: number | undefined
  /** As it was sent: what can be withdrawn is less from then on. */
  readonly sent: WithdrawForm | undefined
  /** A keeper sends it. */
  readonly isDelegated: boolean
  /** Under which the recipient is being saved; absent: it is not. */
  readonly label: string | undefined
}
const NOTHING_CHOSEN: Chosen = {
  draft: undefined,
  chainId: undefined,
  sent: undefined,
  isDelegated: true,
  label: undefined,
}
/** The address book has changed since it was read. */
const BY_BOOK: readonly number[] = [
  REFUSAL.RECIPIENT_NOT_SAVED,
  REFUSAL.RECIPIENT_TOO_NEW,
  REFUSAL.WITHDRAWALS_LOCKED,
]

interface WithdrawStepsProps {
  readonly chains: readonly ChainInfo[]
  /** The default chain: what goes to Solana is burned there. */
  readonly home: ChainInfo | undefined
  readonly account: AccountAddress
  readonly step: WithdrawStep
  readonly setStep: (step: WithdrawStep) => void
  readonly withdrawal: WithdrawState | undefined
  readonly onState: (state: WithdrawState | undefined) => void
  readonly isShown: () => boolean
  readonly chosen: Chosen
  readonly setChosen: (change: Partial<Chosen>) => void
  readonly bookChange: BookChange
  readonly onClose: () => void
}

function WithdrawSteps({
  chains,
  home,
  account,
  step,
  setStep,
  withdrawal,
  onState,
  isShown,
  chosen,
  setChosen,
  bookChange,
  onClose,
}: WithdrawStepsProps) {
  const { t } = useTranslation()
  const live = useLive()
  const queries = useQueryClient()
  const keeper = useSessionKeeper()
  const client = useSession((state) => state.client)
  const openDialog = useSession((state) => state.openDialog)
  const connected = useWallet((state) => state.connected)
  const withdrawable = usePortfolio((portfolio) => portfolio.summary?.withdrawable)
  const isEmbedded = useSession((state) => state.email !== undefined)
  /** Chosen before the dialog was opened. */
  const preset = useSession((state) => (state.dialog?.name === 'withdraw' ? state.dialog.subject : undefined))
  const solanaWallet = useSolanaWallet((state) => state.connected)
  const chainId = chosen.chainId ?? (preset === undefined ? undefined : Number(preset))
  const chain = chains.find((item) => item.chainId === chainId) ?? chains[0]
  const isToSolana = chain?.networkType === 1
  const ownOnSolana = isSolanaAddress(account) ? account : (solanaWallet?.address ?? '')
  const { draft = { amount: NO_AMOUNT, recipient: isToSolana ? ownOnSolana : account }, sent } = chosen
  const setDraft = (next: WithdrawDraft): void => setChosen({ draft: next })
  const setChainId = (next: number): void => {
    const isOther = (chains.find((item) => item.chainId === next)?.networkType === 1) !== isToSolana
    // An address of one network is none of the other.
    const recipient = isToSolana ? account : ownOnSolana
    setChosen({ chainId: next, ...(isOther ? { draft: { ...draft, recipient } } : {}) })
  }
  const [isRefused, setIsRefused] = useState(false)
  useEffect(() => {
    // What comes next is there when the approval arrives.
    void import('./WithdrawalApprovedDialog.tsx')
  }, [])
  // The owner of an embedded wallet, or of a Solana one, has none that could call the vault.
  const hasOwnSigner = isEmbedded || isSolanaAddress(account)
  const isDelegated = hasOwnSigner || chosen.isDelegated
  const lacksEvmWallet =
    isToSolana && !hasOwnSigner && (connected === undefined || connected.chainId !== home?.chainId)
  const { facts } = useAddressBook()
  const nowMs = useExchangeTime(facts === undefined ? [] : momentsOf(facts))
  const book = facts && { facts, nowMs }
  const form =
    chain && checkWithdraw(draft, { withdrawable, account, chain, isAmountRefused: isRefused, book })
  const judgement = chain && judgementOf(draft, { account, chain, book })
  const isBarred = judgement?.bar !== undefined
  useEffect(() => {
    // For another network, or since a change in another browser: what the book refuses is said in the form.
    if (isBarred && step !== 'form') setStep('form')
  }, [isBarred, step, setStep])
  const terms = useWithdrawTerms(form, chain?.chainId)
  if (chain === undefined || form === undefined)
    return <p className="text-body text-t2">{t('deposit.noNetwork')}</p>

  if (withdrawal !== undefined) {
    return (
      <WithdrawProgress
        withdrawal={withdrawal}
        size={sent?.size}
        isWalletSigning={isEmbedded || (sent?.kind === 'ready' && !sent.isOwn)}
        isKept={isDelegated}
        onClose={onClose}
        onAgain={() => onState(undefined)}
      />
    )
  }

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

  const submit = (): void => {
    if (form.kind !== 'ready') return
    const token = usdcOf(chain)
    if (token === undefined) return
    // Another recipient is the wallet's to approve, and only the wallet of this account can.
    if (!hasOwnSigner && !form.isOwn && connected?.address !== account) return openDialog('switch-account')
    const signing = isEmbedded
      ? embeddedClient(keeper, client, account as Address)
      : form.isOwn || connected === undefined || isSolanaAddress(account)
        ? client
        : keeper.clientSignedBy(actionSignerOf(connected))
    setChosen({ sent: form })
    void runWithdraw({
      client: signing,
      intent: {
        recipient: form.recipient,
        token: token.address,
        size: form.size,
        chainId: chain.chainId,
        execute: isDelegated,
      },
      onTransfer: (listener) => live.onTransfer(() => listener()),
      clock: systemClock,
      onState,
    }).then((state) => {
      if (state.end?.kind === 'refused' && BY_BOOK.includes(state.end.code)) void refreshAddressBook(queries)
      if (isShown() && state.stage === 'approved' && state.id !== undefined)
        openDialog('withdrawal-approved', state.id)
    })
  }

  if (step === 'network' && form.kind === 'ready')
    return (
      <ConfirmNetwork
        chains={chains}
        chain={chain}
        onChain={setChainId}
        onContinue={() => setStep('check')}
      />
    )
  if (step === 'check' && form.kind === 'ready')
    return (
      <CheckAndSign
        chain={chain}
        chains={chains}
        onChain={setChainId}
        form={form}
        terms={terms}
        judgement={judgement}
        isDelegated={isDelegated}
        mayCall={!hasOwnSigner}
        onDelegated={(next) => setChosen({ isDelegated: next })}
        onAmount={(size) => setDraft({ ...draft, amount: typedAmount(writeNumeric(size, 6)) })}
        onSubmit={submit}
      />
    )

  const bar = judgement?.bar
  return (
    <div className="flex flex-1 flex-col">
      {book !== undefined && <LockedNote {...book} />}
      <AmountField
        amount={draft.amount}
        available={withdrawable}
        onChange={(amount) => setDraft({ ...draft, amount })}
        onRefusal={setIsRefused}
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
        onChange={setChainId}
        end={`${feeText(chain)} USDC`}
      />
      <div className="mt-4 mb-[6px] flex items-center justify-between gap-2 text-dense">
        <label htmlFor="withdraw-recipient" className="text-t2">
          {t('withdraw.recipient')}
        </label>
        {book !== undefined && (
          <SavedAddressMenu
            {...book}
            chains={chains}
            onChoose={(saved) =>
              setChosen({
                draft: { ...draft, recipient: saved.recipient },
                label: undefined,
                chainId: saved.chainId ?? (isToSolana ? evmChains(chains)[0]?.chainId : chain.chainId),
              })
            }
          />
        )}
      </div>
      <TextField
        id="withdraw-recipient"
        name="recipient"
        aria-label={t('withdraw.recipient')}
        autoComplete="off"
        spellCheck={false}
        value={draft.recipient}
        display={shortenRecipient}
        onChange={(recipient) => setDraft({ ...draft, recipient })}
        error={recipientError(t, form) ?? barText(t, bar, chain)}
        unit={
          <CopyButton
            text={draft.recipient}
            label={t('header.copyAddress')}
            copiedLabel={t('common.copied')}
          />
        }
      />
      {judgement !== undefined && facts !== undefined && (
        <RecipientNotes
          judgement={judgement}
          facts={facts}
          recipient={draft.recipient.trim()}
          isOwn={draft.recipient.trim().toLowerCase() === account.toLowerCase()}
          chain={chain}
          nowMs={nowMs}
          label={chosen.label}
          onLabel={(label) => setChosen({ label })}
          change={bookChange}
        />
      )}
      {lacksEvmWallet && (
        <p role="status" className="mt-3 rounded-[8px] bg-warn-tint px-3 py-[10px] text-dense">
          {t('withdraw.solanaWarning')}
        </p>
      )}
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
        <TransferWell showsEquity={false} change={form.size === undefined ? undefined : negate(form.size)} />
      </div>
      <p className="mt-4 text-dense text-t2">
        {t(
          isEmbedded
            ? 'withdraw.frameSigns'
            : form.kind === 'ready' && !form.isOwn
              ? 'withdraw.walletSigns'
              : 'withdraw.sessionSigns',
        )}
      </p>
      <DialogAction>
        {lacksEvmWallet ? (
          <WalletButtons
            network={connected === undefined ? undefined : home?.name}
            onCancel={onClose}
            onConnect={() => (connected === undefined ? openDialog('switch-account') : void toHome())}
          />
        ) : (
          <ContinueButton
            form={form}
            until={barTime(judgement?.bar, facts)}
            onContinue={() => setStep('network')}
          />
        )}
      </DialogAction>
    </div>
  )
}

/** Asks the wallet's frame, which is loaded by then or loads now, for each signature. */
function embeddedClient(keeper: SessionKeeper, client: VestClient, account: Address): VestClient {
  return keeper.clientSignedBy({
    address: account,
    async sign(action) {
      const { embeddedWalletOf } = await import('../../entities/embedded/loadEmbedded.ts')
      return (await embeddedWalletOf(client)).withdrawalSigner(account).sign(action)
    },
  })
}

/** To Solana an EVM wallet on the default chain is needed ([8.65]). */
function WalletButtons({
  network,
  onCancel,
  onConnect,
}: {
  /** Where a connected wallet should be. */
  readonly network: string | undefined
  readonly onCancel: () => void
  readonly onConnect: () => void
}) {
  const { t } = useTranslation()
  return (
    <div className="flex gap-2">
      <Button size="xl" className="flex-1" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button size="xl" variant="ink" className="flex-1" onClick={onConnect}>
        {network === undefined ? t('signIn.connect') : t('withdraw.switchNetwork', { network })}
      </Button>
    </div>
  )
}

const negate = (size: Usd6): Usd6 => usd6(-size)

function ContinueButton({
  form,
  until,
  onContinue,
}: {
  readonly form: WithdrawForm
  /** When the address book lets it leave. */
  readonly until: string | undefined
  readonly onContinue: () => void
}) {
  const { t } = useTranslation()
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

function barTime(bar: RecipientBar | undefined, facts: AddressBookFacts | undefined): string | undefined {
  const timeMs = bar?.kind === 'too-new' ? bar.usableMs : facts?.lockedUntilMs
  return timeMs === undefined ? undefined : formatDateTime(timeMs)
}

/** An address is longer than its field: both ends stay readable; the next step shows all of it. */
const shortenRecipient = (text: string): string =>
  /^0x[0-9a-f]{40}$/i.test(text) || isSolanaAddress(text) ? `${text.slice(0, 12)}…${text.slice(-8)}` : text
