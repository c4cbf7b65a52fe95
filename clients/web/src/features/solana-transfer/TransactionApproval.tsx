/** Every state of a transaction of Solana in the page ([2.38]): preparing, ready, submitting, receipt, error with retry. */
import { ArrowDown, Check, TriangleAlert } from 'lucide-react'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  formatBaseUnits,
  type SolanaAmount,
  type SolanaInstruction,
  type SolanaSwap,
  type UnknownTransaction,
} from '@vest/protocol'
import type { ReadApproval } from '@vest/sdk'
import {
  NetworkMark,
  ProgressSteps,
  TransactionHash,
  type ProgressStep,
  type StepState,
} from '../../entities/transfer/index.ts'
import { formatMoney, shortenAddress } from '../../shared/format/index.ts'
import { Button, FormError, KeyValue, Skeleton, Spinner } from '../../ui/index.ts'
import { creditText } from './creditText.ts'
import { fiatValue, type SolPrice } from './fiatValue.ts'
import type { SolanaCredit } from './solanaCredit.ts'
import type { TransferPhase } from './solanaTransferFlow.ts'

/** [3.15] What the one who asks says of it, beside what is read from the transaction. */
export interface TransactionTexts {
  readonly description?: string
  readonly buttonText?: string
  readonly successHeader?: string
  readonly successDescription?: string
}

export interface TransactionApprovalProps {
  readonly phase: TransferPhase
  readonly texts?: TransactionTexts
  /** How far the credit of a deposit is; absent for what is none. */
  readonly credit?: SolanaCredit | undefined
  /** Absent while it is not known: then only tokens of a face value show what they are worth. */
  readonly solPrice?: SolPrice | undefined
  /** What is known of those that a transaction names. */
  readonly nameOf: (address: string) => string | undefined
  readonly explorer: (signature: string) => string | undefined
  /** Absent: money cannot be added from here. */
  readonly onAddFunds?: (() => void) | undefined
  readonly onApprove: () => void
  readonly onRetry: () => void
  readonly onClose: () => void
}

export function TransactionApproval(props: TransactionApprovalProps) {
  const { phase, texts = {}, onApprove, onClose, onRetry, onAddFunds } = props
  const { t } = useTranslation()
  const description = texts.description ?? t('solanaTransfer.description')
  switch (phase.kind) {
    case 'preparing':
      return (
        <Layout
          text={t('solanaTransfer.reading')}
          isWorking
          buttons={[
            <Button key="no" size="xl" onClick={onClose}>
              {t('solanaTransfer.reject')}
            </Button>,
            <Button key="yes" size="xl" isBlocked>
              {t('solanaTransfer.approve')}
            </Button>,
          ]}
        >
          <p className="mb-3 text-body text-t2">{description}</p>
          <Skeleton className="h-24" />
          <Skeleton className="mt-2 h-36" />
        </Layout>
      )
    case 'ready':
    case 'asking': {
      const { approval } = phase
      if (approval.kind === 'unknown') return <Unknown transaction={approval} onClose={onClose} />
      const isAsking = phase.kind === 'asking'
      const isFundable = approval.fault === 'funds' && onAddFunds !== undefined
      return (
        <Layout
          text={
            approval.fault === 'funds'
              ? t('solanaTransfer.nothingSent')
              : t('solanaTransfer.walletSimulation')
          }
          buttons={[
            <Button key="no" size="xl" isDisabled={isAsking} onClick={onClose}>
              {t('solanaTransfer.reject')}
            </Button>,
            ...(approval.fault === undefined
              ? [
                  <Button key="yes" size="xl" variant="ink" isBusy={isAsking} onClick={onApprove}>
                    {texts.buttonText ?? t('solanaTransfer.approve')}
                  </Button>,
                ]
              : isFundable
                ? [
                    <Button key="add" size="xl" variant="ink" onClick={onAddFunds}>
                      {t('solanaTransfer.addFunds')}
                    </Button>,
                  ]
                : []),
          ]}
        >
          {approval.fault === undefined || approval.fault === 'funds' ? (
            <p className="mb-3 text-body text-t2">{description}</p>
          ) : (
            <Failure
              title={t('solanaTransfer.notSent')}
              text={t(`solanaTransfer.failed.${approval.fault}`)}
            />
          )}
          <Described {...props} approval={approval} />
        </Layout>
      )
    }
    case 'submitting':
      return (
        <Layout
          text={t('solanaTransfer.waiting')}
          buttons={[
            <Button key="busy" size="xl" variant="ink" isBusy>
              {t('solanaTransfer.submitting')}
            </Button>,
          ]}
        >
          <p className="mb-3 text-body text-t2">{description}</p>
          <Described {...props} approval={phase.approval} />
        </Layout>
      )
    case 'receipt':
      return <Receipt {...props} approval={phase.approval} signature={phase.signature} />
    case 'error': {
      const { approval, failure, signature } = phase
      if (approval?.kind === 'unknown') return <Unknown transaction={approval} onClose={onClose} />
      const isOpen = failure === 'unknown'
      const key = isTransferFailure(failure)
        ? (`solanaTransfer.failed.${failure}` as const)
        : (`wallet.failed.${failure}` as const)
      return (
        <Layout
          text={t(isOpen ? 'solanaTransfer.askAgainText' : 'solanaTransfer.retryText')}
          buttons={[
            <Button key="no" size="xl" onClick={onClose}>
              {t(isOpen ? 'common.close' : 'common.cancel')}
            </Button>,
            <Button
              key="again"
              size="xl"
              variant="ink"
              onClick={failure === 'funds' && onAddFunds !== undefined ? onAddFunds : onRetry}
            >
              {t(
                failure === 'funds' && onAddFunds !== undefined
                  ? 'solanaTransfer.addFunds'
                  : isOpen
                    ? 'solanaTransfer.askAgain'
                    : 'solanaTransfer.retry',
              )}
            </Button>,
          ]}
        >
          <Failure
            title={t(signature === undefined ? 'solanaTransfer.notSent' : 'solanaTransfer.notConfirmed')}
            text={t(key)}
          />
          {approval !== undefined && <Described {...props} approval={approval} />}
          {signature !== undefined && (
            <div className="mt-2 rounded-[8px] bg-s3 px-[14px] py-2">
              <KeyValue label={t('solanaTransfer.signature')}>
                <TransactionHash hash={signature} link={props.explorer(signature)} />
              </KeyValue>
            </div>
          )}
        </Layout>
      )
    }
  }
}

const TRANSFER_FAILURES = [
  'expired',
  'funds',
  'fails',
  'declined',
  'changed',
  'unknown',
  'unreachable',
] as const
const isTransferFailure = (failure: string): failure is (typeof TRANSFER_FAILURES)[number] =>
  (TRANSFER_FAILURES as readonly string[]).includes(failure)

function Layout({
  children,
  text,
  isWorking = false,
  buttons,
}: {
  readonly children: ReactNode
  readonly text?: string
  /** A spinner stands beside the text. */
  readonly isWorking?: boolean
  readonly buttons: readonly ReactNode[]
}) {
  return (
    <div className="flex min-h-[400px] flex-1 flex-col">
      {children}
      <div className="min-h-4 flex-1" />
      {text !== undefined && (
        <p role="status" className="mb-2 flex items-center gap-2 text-dense text-t2">
          {isWorking && <Spinner size={12} />}
          {text}
        </p>
      )}
      <div className={buttons.length > 1 ? 'grid grid-cols-2 gap-2' : ''}>{buttons}</div>
    </div>
  )
}

function Network() {
  const { t } = useTranslation()
  return (
    <KeyValue label={t('solanaTransfer.network')}>
      <span className="flex items-center gap-[6px]">
        <NetworkMark name="Solana" size={16} />
        Solana
      </span>
    </KeyValue>
  )
}

function Failure({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div role="alert" className="mb-3 flex gap-[10px] rounded-[8px] bg-err-tint px-3 py-[10px] text-dense">
      <TriangleAlert size={16} strokeWidth={1.8} className="shrink-0 text-err" aria-hidden="true" />
      <span>
        <span className="block text-body font-semibold">{title}</span>
        <span className="text-t2">{text}</span>
      </span>
    </div>
  )
}

const numberText = ({ amount, decimals }: Pick<SolanaAmount, 'amount' | 'decimals'>): string =>
  formatBaseUnits(amount, decimals)
/** A token that is not known by name shows its address: any issuer can take any name. */
const amountText = ({ token, mint, ...number }: SolanaAmount): string =>
  `${numberText(number)} ${token ?? shortenAddress(mint ?? '')}`
const lamportsText = (amount: bigint): string =>
  amountText({ token: 'SOL', mint: undefined, decimals: 9, amount })

type DescribedProps = Pick<TransactionApprovalProps, 'nameOf' | 'solPrice'> & {
  readonly approval: ReadApproval
}

function Described({ approval, nameOf, solPrice }: DescribedProps) {
  const { t } = useTranslation()
  const worth = (amount: Pick<SolanaAmount, 'token' | 'amount' | 'decimals'>): ReactNode => {
    const value = fiatValue(amount, solPrice)
    return value === undefined ? null : <span className="text-t3">{formatMoney(value)}</span>
  }
  const { sends, swap, memos, feeLamports, rentLamports, balances, missing } = approval
  const shownBalances = balances.length > 1 ? balances.slice(1) : balances
  return (
    <>
      {sends.map((send, at) => (
        <div key={at} className="mb-2 rounded-[8px] bg-s3 p-[14px] text-center">
          <p className="text-dense text-t2">{t('solanaTransfer.total')}</p>
          <p className="text-amount font-semibold">{amountText(send)}</p>
          <p className="text-dense">{worth(send)}</p>
        </div>
      ))}
      {swap !== undefined && (
        <div className="mb-2 rounded-[8px] bg-s3 p-[14px]">
          <p className="text-dense text-t2">
            {t(swap.isExact === 'pays' ? 'solanaTransfer.youPay' : 'solanaTransfer.youPayAtMost')}
          </p>
          <p className="flex justify-between gap-2">
            <span className="text-nav font-semibold">{amountText(swap.pays)}</span>
            <span className="text-dense">{worth(swap.pays)}</span>
          </p>
          <ArrowDown size={14} strokeWidth={1.8} className="my-2 text-t3" aria-hidden="true" />
          <p className="text-dense text-t2">
            {t(swap.isExact === 'gets' ? 'solanaTransfer.youGet' : 'solanaTransfer.youGetAtLeast')}
          </p>
          <p className="flex justify-between gap-2">
            <span className="text-nav font-semibold">{amountText(swap.gets)}</span>
            <span className="text-dense">{worth(swap.gets)}</span>
          </p>
        </div>
      )}
      <div className="rounded-[8px] bg-s3 px-[14px] py-2">
        <Network />
        {sends.map(({ to }, at) => (
          <div key={at} className="flex justify-between gap-3 text-dense leading-[22px]">
            <span className="shrink-0 text-t2">{t('solanaTransfer.to')}</span>
            <span className="min-w-0 text-right break-all">
              {nameOf(to) !== undefined && <>{nameOf(to)} </>}
              <span className={nameOf(to) === undefined ? '' : 'text-t3'}>
                {nameOf(to) === undefined ? to : shortenAddress(to)}
              </span>
            </span>
          </div>
        ))}
        {swap !== undefined && swap.pays.amount > 0n && (
          <KeyValue label={t('solanaTransfer.rate')}>
            1 {swap.pays.token ?? shortenAddress(swap.pays.mint ?? '')} = {amountText(rateOf(swap))}
          </KeyValue>
        )}
        {swap !== undefined && (
          <KeyValue label={t('solanaTransfer.through')}>
            {swap.through === 'raydium' ? 'Raydium' : 'Jupiter'},{' '}
            {swap.pools === 1
              ? t('solanaTransfer.onePool')
              : t('solanaTransfer.pools', { count: swap.pools })}
          </KeyValue>
        )}
        {memos.map((memo) => (
          <KeyValue key={memo} label={t('solanaTransfer.memo')}>
            {memo.startsWith('0x') ? shortenAddress(memo) : memo}{' '}
            <span className="text-t3">{nameOf(memo)}</span>
          </KeyValue>
        ))}
        <KeyValue label={t('solanaTransfer.networkFee')}>
          {lamportsText(feeLamports)} {worth({ token: 'SOL', decimals: 9, amount: feeLamports })}
        </KeyValue>
        {rentLamports > 0n && (
          <KeyValue label={t('solanaTransfer.rent')}>{lamportsText(rentLamports)}</KeyValue>
        )}
        {shownBalances.map((balance) => (
          <KeyValue key={balance.at} label={t('solanaTransfer.balance')}>
            {balance.leaves > balance.before
              ? amountText({ ...balance, amount: balance.before })
              : `${numberText({ ...balance, amount: balance.before })} → ${amountText({ ...balance, amount: balance.before - balance.leaves })}`}
          </KeyValue>
        ))}
        {missing.map((each) => (
          <KeyValue key={each.mint ?? 'SOL'} label={t('solanaTransfer.missing')}>
            <span className="font-semibold text-warn">{amountText(each)}</span>
          </KeyValue>
        ))}
      </div>
    </>
  )
}

/** What one whole of what is paid brings at least, rounded down. */
const rateOf = ({ pays, gets }: SolanaSwap): SolanaAmount => ({
  ...gets,
  amount: (gets.amount * 10n ** BigInt(pays.decimals)) / pays.amount,
})

function Receipt({
  approval,
  signature,
  texts = {},
  credit,
  explorer,
  onClose,
}: TransactionApprovalProps & { readonly approval: ReadApproval; readonly signature: string }) {
  const { t } = useTranslation()
  return (
    <Layout
      buttons={[
        <Button key="done" size="xl" onClick={onClose}>
          {t('deposit.done')}
        </Button>,
      ]}
    >
      <div className="flex flex-col items-center pt-4 pb-5 text-center">
        <span className="mb-3 flex size-12 items-center justify-center rounded-full bg-ok-tint text-ok">
          <Check size={22} strokeWidth={1.8} aria-hidden="true" />
        </span>
        <p role="status" className="text-nav font-semibold">
          {texts.successHeader ?? t('solanaTransfer.sent')}
        </p>
        <p className="text-body text-t2">{texts.successDescription ?? t('solanaTransfer.sentText')}</p>
      </div>
      <div className="rounded-[8px] bg-s3 px-[14px] py-2">
        {approval.sends.map((send, at) => (
          <KeyValue key={at} label={t('solanaTransfer.amount')}>
            {amountText(send)}
          </KeyValue>
        ))}
        <KeyValue label={t('solanaTransfer.networkFee')}>{lamportsText(approval.feeLamports)}</KeyValue>
        <KeyValue label={t('solanaTransfer.signature')}>
          <TransactionHash hash={signature} link={explorer(signature)} />
        </KeyValue>
      </div>
      {credit !== undefined && (
        <div className="mt-4">
          <ProgressSteps steps={creditSteps(t, credit)} label={t('solanaTransfer.credit.steps')} />
          <FormError text={creditText(t, credit)} />
        </div>
      )}
    </Layout>
  )
}

const CREDIT_STEP: Readonly<Record<SolanaCredit['kind'], StepState>> = {
  moving: 'active',
  credited: 'done',
  refused: 'failed',
  unknown: 'waiting',
}

function creditSteps(t: TFunction, { kind }: SolanaCredit): readonly ProgressStep[] {
  return [
    { id: 'confirmed', label: t('solanaTransfer.credit.confirmed'), state: 'done' },
    { id: 'moving', label: t('solanaTransfer.credit.moving'), state: CREDIT_STEP[kind] },
    {
      id: 'credited',
      label: t('solanaTransfer.credit.credited'),
      state: kind === 'credited' ? 'done' : 'waiting',
    },
  ]
}

function Unknown({
  transaction: { instructions },
  onClose,
}: {
  readonly transaction: UnknownTransaction
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const unknown = instructions.filter(({ kind }) => kind === 'unknown').length
  return (
    <Layout
      buttons={[
        <Button key="close" size="xl" onClick={onClose}>
          {t('common.close')}
        </Button>,
      ]}
    >
      <Failure title={t('wallet.failed.unsupportedTransaction')} text={t('solanaTransfer.unsupportedText')} />
      <div className="rounded-[8px] bg-s3 px-[14px] py-2">
        <Network />
        <KeyValue label={t('solanaTransfer.steps')}>
          {t('solanaTransfer.stepsUnknown', { count: instructions.length, unknown })}
        </KeyValue>
      </div>
      <ol className="mt-2 rounded-[8px] bg-s3 px-[14px] py-2">
        {instructions.map((each, at) => (
          <li key={at}>
            <KeyValue
              label={`${at + 1} ${each.kind === 'unknown' ? shortenAddress(each.program) : t(`solanaTransfer.step.${stepName(each)}`)}`}
            >
              {each.kind === 'unknown' ? (
                <span className="text-err">{t('solanaTransfer.unknownProgram')}</span>
              ) : (
                t('solanaTransfer.read')
              )}
            </KeyValue>
          </li>
        ))}
      </ol>
    </Layout>
  )
}

function stepName({ kind }: Exclude<SolanaInstruction, { kind: 'unknown' }>) {
  switch (kind) {
    case 'unitLimit':
    case 'unitPrice':
    case 'heapBytes':
    case 'loadedBytes':
      return 'budget'
    default:
      return kind
  }
}
