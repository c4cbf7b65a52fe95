/** Everything that was ordered, newest first, filtered by status; a rejected order says why in a tooltip ([2.27]). */
import { Info } from 'lucide-react'
import { useMemo } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { OrderStatus } from '@vest/protocol'
import { useFrame, useLive, type Order } from '../../live/index.ts'
import { formatMoney, formatPrice, formatSize, MISSING } from '../../shared/format/index.ts'
import { errorText, useTableTexts } from '../../shared/i18n/index.ts'
import { Badge, DataTable, EmptyState, Tooltip, type DataColumn, type Tone } from '../../ui/index.ts'
import { filterHistory, type HistoryFilter } from './historyFilter.ts'
import { leadingColumns, OrderCard, withMarkets, type OrderTableRow } from './OpenOrdersTable.tsx'
import { BrowseMarkets } from '../market/index.ts'
import { useHasAccount } from '../session/SessionContext.tsx'
import { signedColumn, sizeColumn, timeColumn } from '../trading/index.ts'
import { useOrderHistory } from './useOrderHistory.ts'

export interface OrderHistoryTableProps {
  readonly symbol?: string | undefined
  readonly filter: HistoryFilter
  readonly className?: string
}

export function OrderHistoryTable({ symbol, filter, className }: OrderHistoryTableProps) {
  const { t } = useTranslation()
  const texts = useTableTexts()
  const isExpected = useHasAccount()
  const { orders, isLoaded, retry } = useOrderHistory()
  const markets = useFrame(useLive().markets)
  const rows = useMemo(
    () => withMarkets(filterHistory(orders, { filter, symbol }), markets),
    [orders, filter, symbol, markets],
  )
  const columns = useMemo(() => historyColumns(t), [t])
  return (
    <DataTable
      label={t('orders.history')}
      columns={columns}
      rows={rows}
      rowId={(row) => row.order.id}
      texts={texts}
      isLoading={isExpected && !isLoaded}
      onRetry={retry}
      rowHeight={36}
      isTight
      cardBelow={1024}
      card={(row) => <OrderCard row={row} end={<StatusBadge order={row.order} />} />}
      empty={<NoOrders count={orders.length} filter={filter} isOneMarket={symbol !== undefined} />}
      {...(className === undefined ? {} : { className })}
    />
  )
}

/** No order yet, or none that the filter shows: then it says which filter hides how many. */
function NoOrders({
  count,
  filter,
  isOneMarket,
}: {
  readonly count: number
  readonly filter: HistoryFilter
  readonly isOneMarket: boolean
}) {
  const { t } = useTranslation()
  if (count === 0)
    return (
      <EmptyState
        title={t('orders.emptyHistoryTitle')}
        text={t('orders.emptyHistoryText')}
        action={<BrowseMarkets />}
      />
    )
  const filters = [
    ...(filter === 'ALL' ? [] : [t(`orderStatus.${filter}`)]),
    ...(isOneMarket ? [t('positions.thisMarket')] : []),
  ]
  return (
    <EmptyState
      title={t('orders.emptyFiltered')}
      text={t('positions.hiddenByFilter', { filter: filters.join(' · '), number: count })}
    />
  )
}

function historyColumns(t: TFunction): readonly DataColumn<OrderTableRow>[] {
  return [
    ...leadingColumns(t),
    sizeColumn(t, ({ order }) => order.size),
    {
      id: 'filled',
      head: t('orders.filledSize'),
      cell: ({ order, market }) => formatSize(order.filledSize, market.sizeDecimals),
    },
    {
      id: 'price',
      head: t('orders.price'),
      cell: ({ order, market }) =>
        order.orderType === 'MARKET'
          ? t('orders.marketPrice')
          : formatPrice(order.limitPrice, market.priceDecimals),
    },
    {
      id: 'avgPrice',
      head: t('orders.avgPrice'),
      cell: ({ order, market }) => formatPrice(order.avgFilledPrice, market.priceDecimals),
    },
    signedColumn({ id: 'pnl', head: t('orders.realizedPnl'), of: ({ order }) => order.realizedPnl }),
    {
      id: 'fee',
      head: t('orders.fee'),
      cell: ({ order }) => (order.filledSize === 0 ? MISSING : formatMoney(order.fees, { rounding: 'ceil' })),
    },
    timeColumn({ id: 'time', head: t('orders.time'), of: ({ order }) => order.postTimeMs }),
    { id: 'status', head: t('orders.status'), cell: ({ order }) => <StatusBadge order={order} /> },
  ]
}

const TONE: Record<OrderStatus, Tone> = {
  NEW: 'neutral',
  PARTIALLY_FILLED: 'chalk',
  FILLED: 'ok',
  CANCELLED: 'neutral',
  REJECTED: 'err',
}

export function StatusBadge({ order }: { readonly order: Order }) {
  const { t } = useTranslation()
  const badge = <>{t(`orderStatus.${order.status}`)}</>
  if (order.code === undefined) return <Badge tone={TONE[order.status]}>{badge}</Badge>
  return (
    <Tooltip
      content={
        <>
          {errorText(t, order.code)}
          <br />
          <span className="opacity-70">{t('orders.rejectedCode', { code: order.code })}</span>
        </>
      }
    >
      <button
        type="button"
        aria-label={t('common.named', {
          name: t(`orderStatus.${order.status}`),
          value: t('orders.rejectedHelp'),
        })}
      >
        <Badge tone={TONE[order.status]}>
          {badge}
          <Info size={12} strokeWidth={1.5} aria-hidden="true" />
        </Badge>
      </button>
    </Tooltip>
  )
}
