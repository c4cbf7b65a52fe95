/** Money in and out, newest first: status, transaction, and the action of a withdrawal that is approved. */
import { ChevronDown, Info } from 'lucide-react'
import { useCallback, useMemo, useState, type ReactNode } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { REFUSAL, type TransferStatus } from '@vest/protocol'
import type { Transfer } from '../../live/index.ts'
import { formatDateTime, formatMoney, MISSING, shortenAddress } from '../../shared/format/index.ts'
import { errorText, useTableTexts } from '../../shared/i18n/index.ts'
import { Badge, cx, DataTable, EmptyState, Tooltip, type DataColumn, type Tone } from '../../ui/index.ts'
import { NetworkMark } from './NetworkMark.tsx'
import { isWithdrawal } from './transferNews.ts'
import { TransactionHash } from './TransactionHash.tsx'
import { useTransferHistory } from './useTransferHistory.ts'

export interface TransfersTableProps {
  readonly chainName: (chainId: number) => string
  /** Of the recipient, where the address book has it. */
  readonly labelOf: (transfer: Transfer) => string | undefined
  readonly explorerLink: (transfer: Transfer) => string | undefined
  /** The button of a row that waits for its owner; undefined where there is nothing to do. */
  readonly renderAction: (transfer: Transfer) => ReactNode
  /** What an opened row shows of it. */
  readonly renderDetail: (transfer: Transfer) => ReactNode
}

export function TransfersTable({
  chainName,
  labelOf,
  explorerLink,
  renderAction,
  renderDetail,
}: TransfersTableProps) {
  const { t } = useTranslation()
  const texts = useTableTexts()
  const { transfers, isLoaded, retry } = useTransferHistory()
  const [openId, setOpenId] = useState<string>()
  const renderTools = useCallback(
    (row: Transfer) => (
      <span className="flex items-center justify-end gap-1">
        {renderAction(row)}
        <OpenButton
          isOpen={row.id === openId}
          label={t('transfer.details')}
          onToggle={() => setOpenId(row.id === openId ? undefined : row.id)}
        />
      </span>
    ),
    [renderAction, openId, t],
  )
  const columns = useMemo(
    () => transferColumns(t, { chainName, labelOf, explorerLink, renderAction: renderTools }),
    [t, chainName, labelOf, explorerLink, renderTools],
  )
  const renderCard = useCallback(
    (row: Transfer) => <TransferCard row={row} network={chainName(row.chainId)} action={renderTools(row)} />,
    [chainName, renderTools],
  )
  const detail = useCallback(
    (row: Transfer) => (row.id === openId ? renderDetail(row) : undefined),
    [openId, renderDetail],
  )
  return (
    <DataTable
      label={t('portfolio.tabs.transfers')}
      columns={columns}
      rows={transfers}
      rowId={(row) => row.id}
      texts={texts}
      isLoading={!isLoaded}
      onRetry={retry}
      rowHeight={44}
      initialSort={{ id: 'time', isDescending: true }}
      card={renderCard}
      detail={detail}
      rowClassName={(row) => (row.id === openId ? 'bg-s3' : undefined)}
      empty={<EmptyState title={t('transfer.emptyTitle')} text={t('transfer.emptyText')} />}
    />
  )
}

function transferColumns(
  t: TFunction,
  { chainName, labelOf, explorerLink, renderAction }: Omit<TransfersTableProps, 'renderDetail'>,
): readonly DataColumn<Transfer>[] {
  return [
    {
      id: 'type',
      head: t('transfer.type'),
      align: 'left',
      sortValue: (row) => row.type,
      cell: (row) => <span className="font-medium">{t(`transfer.types.${row.type}`)}</span>,
    },
    {
      id: 'amount',
      head: t('transfer.amount'),
      sortValue: (row) => row.size,
      cell: (row) => <Amount row={row} />,
    },
    {
      id: 'network',
      head: t('transfer.network'),
      align: 'left',
      cell: (row) => (
        <span className="inline-flex items-center gap-[6px]">
          <NetworkMark name={chainName(row.chainId)} size={16} />
          {chainName(row.chainId)}
        </span>
      ),
    },
    {
      id: 'recipient',
      head: t('withdraw.recipient'),
      align: 'left',
      cell: (row) =>
        row.recipient === undefined ? (
          <span className="text-t3">{MISSING}</span>
        ) : (
          <span title={row.recipient}>{labelOf(row) ?? shortenAddress(row.recipient)}</span>
        ),
    },
    {
      id: 'transaction',
      head: t('transfer.transaction'),
      align: 'left',
      cell: (row) =>
        row.txHash === undefined ? (
          <span className="text-t3">{MISSING}</span>
        ) : (
          <TransactionHash hash={row.txHash} link={explorerLink(row)} />
        ),
    },
    {
      id: 'time',
      head: t('orders.time'),
      sortValue: (row) => row.postTimeMs,
      cell: (row) => formatDateTime(row.postTimeMs),
    },
    {
      id: 'status',
      head: t('orders.status'),
      sortValue: (row) => row.status,
      cell: (row) => <TransferStatusBadge row={row} />,
    },
    { id: 'action', head: undefined, headLabel: t('transfer.action'), width: 1, cell: renderAction },
  ]
}

function Amount({ row }: { readonly row: Transfer }) {
  const isOut = isWithdrawal(row)
  return (
    <>
      {isOut ? '−' : '+'}
      {formatMoney(row.size, { prefix: '' })} <span className="text-t3">USDC</span>
    </>
  )
}

const TONE: Record<TransferStatus, Tone> = {
  NEW: 'neutral',
  VERIFIED: 'chalk',
  FILLED: 'ok',
  REJECTED: 'err',
}

export function TransferStatusBadge({ row }: { readonly row: Transfer }) {
  const { t } = useTranslation()
  const badge = badgeOf(t, row)
  const help = row.code === undefined ? undefined : errorText(t, row.code)
  if (help === undefined) return <Badge tone={badge.tone}>{badge.label}</Badge>
  return (
    <Tooltip content={help}>
      <button type="button" aria-label={`${badge.label}: ${help}`}>
        <Badge tone={badge.tone}>
          {badge.label}
          <Info size={12} strokeWidth={1.5} aria-hidden="true" />
        </Badge>
      </button>
    </Tooltip>
  )
}

/** A word for where it stands: the status alone where nothing more is known. */
function badgeOf(t: TFunction, row: Transfer): { readonly label: string; readonly tone: Tone } {
  const { status, eligibleTimeMs, progress, type, code } = row
  const block = progress?.block ?? undefined
  if (progress?.waitsFor === 'CONFIRMATIONS' && block !== undefined)
    return {
      tone: 'chalk',
      label:
        block.needed === null
          ? t('transfer.badge.confirming')
          : t('transfer.badge.confirmations', { seen: block.confirmations, needed: block.needed }),
    }
  const untilMs = progress?.waitsFor === 'TIME' ? (progress.until ?? undefined) : eligibleTimeMs
  if (status === 'NEW' && untilMs !== undefined && (progress === undefined || progress.waitsFor === 'TIME'))
    return { tone: 'warn', label: t('transfer.badge.waitsUntil', { time: formatDateTime(untilMs) }) }
  if (status === 'NEW' && (progress?.waitsFor === 'FUNDS' || progress?.waitsFor === 'CAP'))
    return { tone: 'warn', label: t(`transfer.badge.${progress.waitsFor}`) }
  if (type === 'WITHDRAW' && status === 'REJECTED' && code === REFUSAL.TRANSFER_EXECUTION_FAILED)
    return { tone: 'err', label: t('transfer.badge.returned') }
  return { tone: TONE[status], label: t(`transfer.status.${status}`) }
}

function OpenButton({
  isOpen,
  label,
  onToggle,
}: {
  readonly isOpen: boolean
  readonly label: string
  readonly onToggle: () => void
}) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-label={label}
      onClick={onToggle}
      className="flex size-7 items-center justify-center rounded-[5px] text-t2 hover:bg-s4 hover:text-t1 max-md:size-9"
    >
      <ChevronDown
        size={16}
        strokeWidth={1.6}
        aria-hidden="true"
        className={cx('transition-transform', isOpen && 'rotate-180')}
      />
    </button>
  )
}

function TransferCard({
  row,
  network,
  action,
}: {
  readonly row: Transfer
  readonly network: string
  readonly action: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <span className="font-semibold">{t(`transfer.types.${row.type}`)}</span>
          <Amount row={row} />
        </p>
        <p className="text-dense text-t2">
          {network} · {formatDateTime(row.postTimeMs)}
          {row.txHash !== undefined && ` · ${shortenAddress(row.txHash)}`}
        </p>
      </div>
      <TransferStatusBadge row={row} />
      {action}
    </div>
  )
}
