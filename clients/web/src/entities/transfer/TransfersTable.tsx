/** Money in and out, newest first: status, transaction, and the action of a withdrawal that is approved. */
import { Info } from 'lucide-react'
import { useCallback, useMemo, type ReactNode } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { TransferStatus } from '@vest/protocol'
import type { Transfer } from '../../live/index.ts'
import { formatDateTime, formatMoney, MISSING, shortenAddress } from '../../shared/format/index.ts'
import { errorText, useTableTexts } from '../../shared/i18n/index.ts'
import { Badge, DataTable, EmptyState, Tooltip, type DataColumn, type Tone } from '../../ui/index.ts'
import { isWithdrawal } from './transferNews.ts'
import { TransactionHash } from './TransactionHash.tsx'
import { useTransferHistory } from './useTransferHistory.ts'

export interface TransfersTableProps {
  readonly chainName: (chainId: number) => string
  readonly explorerLink: (transfer: Transfer) => string | undefined
  /** The button of a row that waits for its owner; undefined where there is nothing to do. */
  readonly renderAction: (transfer: Transfer) => ReactNode
}

export function TransfersTable({ chainName, explorerLink, renderAction }: TransfersTableProps) {
  const { t } = useTranslation()
  const texts = useTableTexts()
  const { transfers, isLoaded, retry } = useTransferHistory()
  const columns = useMemo(
    () => transferColumns(t, { chainName, explorerLink, renderAction }),
    [t, chainName, explorerLink, renderAction],
  )
  const renderCard = useCallback(
    (row: Transfer) => <TransferCard row={row} network={chainName(row.chainId)} action={renderAction(row)} />,
    [chainName, renderAction],
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
      empty={<EmptyState title={t('transfer.emptyTitle')} text={t('transfer.emptyText')} />}
    />
  )
}

function transferColumns(
  t: TFunction,
  { chainName, explorerLink, renderAction }: TransfersTableProps,
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
    { id: 'network', head: t('transfer.network'), align: 'left', cell: (row) => chainName(row.chainId) },
    {
      id: 'recipient',
      head: t('withdraw.recipient'),
      align: 'left',
      cell: ({ recipient }) =>
        recipient === undefined ? (
          <span className="text-t3">{MISSING}</span>
        ) : (
          <span title={recipient}>{shortenAddress(recipient)}</span>
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
  const label = t(`transfer.status.${row.status}`)
  const isWaiting = row.status === 'NEW' && row.eligibleTimeMs !== undefined
  if (row.code === undefined && !isWaiting) return <Badge tone={TONE[row.status]}>{label}</Badge>
  const help = isWaiting
    ? t('withdraw.laterAt', { time: formatDateTime(row.eligibleTimeMs) })
    : errorText(t, row.code ?? 0)
  return (
    <Tooltip content={help}>
      <button type="button" aria-label={`${label}: ${help}`}>
        <Badge tone={isWaiting ? 'warn' : TONE[row.status]}>
          {label}
          <Info size={12} strokeWidth={1.5} aria-hidden="true" />
        </Badge>
      </button>
    </Tooltip>
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
        <p className="truncate text-dense text-t2">
          {network} · {formatDateTime(row.postTimeMs)}
          {row.txHash !== undefined && ` · ${shortenAddress(row.txHash)}`}
        </p>
      </div>
      <TransferStatusBadge row={row} />
      {action}
    </div>
  )
}
