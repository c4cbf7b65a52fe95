/** All about one transfer: its steps with their times and links, what it waits for, and what its owner can do. */
import { Clock, Info } from 'lucide-react'
import type { ChainInfo } from '@vest/protocol'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { ProgressSteps, TransactionHash, type ProgressStep } from '../../entities/transfer/index.ts'
import { chainName, explorerLink } from '../../entities/wallet/index.ts'
import type { Transfer } from '../../live/index.ts'
import {
  formatClock,
  formatDateTime,
  formatMoney,
  inGroups,
  shortenAddress,
} from '../../shared/format/index.ts'
import { errorText } from '../../shared/i18n/index.ts'
import { Button, CopyButton, cx, KeyValue } from '../../ui/index.ts'
import { taskOf, transferSteps, type TransferStep } from './transferSteps.ts'

export interface TransferStepsProps {
  readonly transfer: Transfer
  readonly chains: readonly ChainInfo[] | undefined
  /** Of the recipient, where the address book has it. */
  readonly label?: string | undefined
  readonly onClaim: () => void
  readonly onAgain: () => void
}

export function TransferSteps({ transfer, chains, label, onClaim, onAgain }: TransferStepsProps) {
  const { t } = useTranslation()
  const steps = transferSteps(transfer).map((step): ProgressStep => ({
    id: step.name,
    label: t(`transferSteps.${step.name}.title`, { chain: chainName(chains, transfer.chainId) }),
    state: step.state,
    detail: <StepDetail step={step} transfer={transfer} chains={chains} />,
    ...(step.timeMs === undefined ? {} : { aside: timeText(t, step, step.timeMs) }),
  }))
  return (
    <div className="grid grid-cols-2 border-t border-line-2 bg-s3 text-left whitespace-normal max-md:grid-cols-1 max-md:rounded-[8px] max-md:border">
      <div className="px-4 py-4 md:border-r md:border-line-2">
        <ProgressSteps steps={steps} label={t('transferSteps.label')} />
      </div>
      <div className="flex flex-col gap-3 px-6 py-4 max-md:border-t max-md:border-line-2 max-md:px-4">
        <Task transfer={transfer} onClaim={onClaim} onAgain={onAgain} />
        <Waiting transfer={transfer} />
        <Facts transfer={transfer} label={label} />
      </div>
    </div>
  )
}

function StepDetail({
  step,
  transfer,
  chains,
}: {
  readonly step: TransferStep
  readonly transfer: Transfer
  readonly chains: readonly ChainInfo[] | undefined
}) {
  const { t } = useTranslation()
  const { tx } = step
  return (
    <>
      {stepText(t, step, transfer)}
      {tx !== undefined && (
        <span className="block">
          <TransactionHash
            hash={tx.hash}
            link={explorerLink(
              chains?.find(({ chainId }) => chainId === tx.chainId),
              tx.hash,
            )}
          />
        </span>
      )}
    </>
  )
}

function timeText(t: TFunction, { state }: TransferStep, timeMs: number): string {
  const time = formatDateTime(timeMs)
  return state === 'active' || state === 'waiting' ? t('transferSteps.until', { time }) : time
}

function stepText(t: TFunction, { name, state }: TransferStep, transfer: Transfer): string {
  const { progress, code } = transfer
  if (name === 'refused') return code === undefined ? '' : errorText(t, code)
  if (name === 'asked')
    return t('transferSteps.asked.text', { amount: formatMoney(transfer.size, { prefix: '' }) })
  if (name === 'held')
    return t(`transferSteps.waitsFor.${progress?.waitsFor === 'BREAKER' ? 'BREAKER' : 'RESERVES'}`)
  if (name === 'final' && state === 'active') return confirmationsText(t, transfer)
  if (name === 'sent' && (progress?.waitsFor === 'FUNDS' || progress?.waitsFor === 'CAP'))
    return t(`transferSteps.waitsFor.${progress.waitsFor}`)
  // Afterwards it is no longer told whose call it was.
  if (name === 'burned' && progress?.execute === false) return t('transferSteps.burned.ownText')
  if (name === 'signed' && progress?.waitsFor === 'DEADLINE') return t('transferSteps.waitsFor.DEADLINE')
  return t(`transferSteps.${name}.text`)
}

function confirmationsText(t: TFunction, { progress }: Transfer): string {
  const block = progress?.block ?? undefined
  if (block === undefined) return t('transferSteps.final.text')
  const figures = { seen: block.confirmations, needed: block.needed, block: block.number }
  return block.needed === null
    ? t('transferSteps.confirmationsOpen', figures)
    : t('transferSteps.confirmations', figures)
}

function Task({ transfer, onClaim, onAgain }: Pick<TransferStepsProps, 'transfer' | 'onClaim' | 'onAgain'>) {
  const { t } = useTranslation()
  const task = taskOf(transfer)
  if (task === 'none') return null
  const { progress } = transfer
  const until = progress?.until ?? undefined
  const isTimed = task === 'wait' && until !== undefined
  const text =
    task === 'again'
      ? t('transferSteps.task.againText')
      : t(`transferSteps.waitsFor.${task === 'claim' ? 'CLAIM' : (progress?.waitsFor ?? 'VALIDATORS')}`)
  return (
    <div
      role="status"
      className={cx(
        'flex items-start gap-3 rounded-[8px] px-3 py-[10px]',
        task === 'wait' ? 'bg-warn-tint' : 'bg-s4',
      )}
    >
      {task === 'wait' ? (
        <Clock size={18} strokeWidth={1.6} className="mt-px shrink-0 text-warn" aria-hidden="true" />
      ) : (
        <Info size={18} strokeWidth={1.6} className="mt-px shrink-0 text-t2" aria-hidden="true" />
      )}
      <span className="min-w-0 flex-1">
        <span className="block text-body font-semibold">
          {isTimed
            ? t('transferSteps.task.waitUntil', { time: formatDateTime(until) })
            : t(`transferSteps.task.${task}`)}
        </span>
        <span className="block text-dense text-t2">{text}</span>
      </span>
      {task === 'claim' && (
        <Button size="sm" variant="ink" onClick={onClaim}>
          {t('header.withdraw')}
        </Button>
      )}
      {task === 'again' && (
        <Button size="sm" onClick={onAgain}>
          {t('transferSteps.task.againButton')}
        </Button>
      )}
    </div>
  )
}

/** How much of a delay is over. */
function Waiting({ transfer: { postTimeMs, progress } }: { readonly transfer: Transfer }) {
  if (progress?.waitsFor !== 'TIME' || progress.until === null) return null
  const wholeMs = Math.max(1, progress.until - postTimeMs)
  const share = Math.min(1, Math.max(0, (Date.now() - postTimeMs) / wholeMs))
  return (
    <div>
      <div aria-hidden="true" className="h-1 overflow-hidden rounded-full bg-s4">
        <div className="h-1 bg-warn" style={{ width: `${share * 100}%` }} />
      </div>
      <p className="mt-1 flex justify-between text-caption text-t3">
        <span>{formatClock(postTimeMs)}</span>
        <span>{formatClock(progress.until)}</span>
      </p>
    </div>
  )
}

function Facts({ transfer, label }: Pick<TransferStepsProps, 'transfer' | 'label'>) {
  const { t } = useTranslation()
  const { recipient, progress, id, status, type } = transfer
  const isOpen = type === 'WITHDRAW' && progress !== undefined
  return (
    <div>
      {recipient !== undefined && (
        <div className="mb-2">
          <p className="flex justify-between gap-2 text-dense text-t2">
            {t('transferSteps.to')}
            {label !== undefined && <span>{label}</span>}
          </p>
          <p className="text-body break-words" title={recipient}>
            {inGroups(recipient)}
          </p>
        </div>
      )}
      {isOpen && (
        <KeyValue label={t('transferSteps.sender')}>
          {t(progress.execute ? 'transferSteps.senderKeeper' : 'transferSteps.senderYou')}
        </KeyValue>
      )}
      {isOpen && progress.deadline !== null && status !== 'FILLED' && (
        <KeyValue label={t('transferSteps.voidAfter')}>
          {t('transferSteps.voidAfterText', { time: formatDateTime(progress.deadline) })}
        </KeyValue>
      )}
      <KeyValue label={t('transferSteps.id')}>
        <span className="inline-flex items-center gap-1">
          {shortenAddress(id)}
          <CopyButton text={id} label={t('transferSteps.copyId')} copiedLabel={t('common.copied')} />
        </span>
      </KeyValue>
    </div>
  )
}
