/** Resting orders. Cancelling is the caller's: `renderCancel` brings the button. */
import { useMemo, type ReactNode } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { valueOf } from '@vest/formulas'
import { isTrying, useFrame, useLive, type Market, type Markets, type Order } from '../../live/index.ts'
import { formatDateTime, formatMoney, formatPrice, formatSize } from '../../shared/format/index.ts'
import { useTableTexts } from '../../shared/i18n/index.ts'
import { Badge, DataTable, Dot, EmptyState, type DataColumn } from '../../ui/index.ts'
import { SignedMoney } from '../account/SignedMoney.tsx'
import { BrowseMarkets, comparablePrice } from '../market/index.ts'
import { useHasAccount } from '../session/SessionContext.tsx'
import { useFailedRead } from '../session/useFailedRead.ts'
import { marketAndSide, MarketSize, sizeColumn, timeColumn, TradingCard } from '../trading/index.ts'
import { useOrders } from './useOrders.ts'

export interface OrderTableRow {
  readonly order: Order
  readonly market: Market
}

/** Orders with their markets; an order whose market is not listed any more is left out. */
export const withMarkets = (
  orders: readonly Order[],
  markets: Markets | undefined,
): readonly OrderTableRow[] =>
  orders.flatMap((order) => {
    const market = markets?.get(order.symbol)
    return market === undefined ? [] : [{ order, market }]
  })

export interface OpenOrdersTableProps {
  readonly symbol?: string | undefined
  readonly renderCancel: (row: OrderTableRow) => ReactNode
  readonly className?: string
}

export function OpenOrdersTable({ symbol, renderCancel, className }: OpenOrdersTableProps) {
  const { t } = useTranslation()
  const texts = useTableTexts()
  const isExpected = useHasAccount()
  const open = useOrders((lists) => lists.open)
  const isLoaded = useOrders((lists) => lists.isLoaded)
  const live = useLive()
  const isMissing = isExpected && !isLoaded
  const retry = useFailedRead(isMissing, live.refreshAccount)
  const markets = useFrame(live.markets)
  const rows = useMemo(
    () => withMarkets(symbol === undefined ? open : open.filter((order) => order.symbol === symbol), markets),
    [open, symbol, markets],
  )
  const columns = useMemo(() => openOrderColumns(t, renderCancel), [t, renderCancel])
  return (
    <DataTable
      label={t('orders.open')}
      columns={columns}
      rows={rows}
      rowId={(row) => row.order.id}
      texts={texts}
      isLoading={isMissing}
      onRetry={retry}
      rowHeight={36}
      cardBelow={1024}
      card={(row) => <OrderCard row={row} end={renderCancel(row)} />}
      empty={
        <EmptyState
          title={t('orders.emptyOpenTitle')}
          text={
            open.length === 0
              ? t('orders.emptyOpenText')
              : t('positions.hiddenByFilter', { filter: t('positions.thisMarket'), number: open.length })
          }
          action={open.length === 0 ? <BrowseMarkets /> : undefined}
        />
      }
      {...(className === undefined ? {} : { className })}
    />
  )
}

function openOrderColumns(
  t: TFunction,
  renderCancel: (row: OrderTableRow) => ReactNode,
): readonly DataColumn<OrderTableRow>[] {
  return [
    ...leadingColumns(t),
    {
      id: 'price',
      head: t('orders.price'),
      sortValue: ({ order, market }) => comparablePrice(order.limitPrice, market),
      cell: ({ order, market }) => formatPrice(order.limitPrice, market.priceDecimals),
    },
    sizeColumn(t, ({ order }) => order.size),
    {
      id: 'filled',
      head: t('orders.filledSize'),
      cell: ({ order, market }) => formatSize(order.filledSize, market.sizeDecimals),
    },
    {
      id: 'value',
      head: t('orders.value'),
      sortValue: ({ order, market }) => valueOf(order.limitPrice, order.size, market.scale),
      cell: ({ order, market }) => formatMoney(valueOf(order.limitPrice, order.size, market.scale)),
    },
    {
      id: 'reduceOnly',
      head: t('orders.reduceOnly'),
      cell: ({ order }) => t(order.isReduceOnly ? 'orders.yes' : 'orders.no'),
    },
    timeColumn({ id: 'time', head: t('orders.time'), of: ({ order }) => order.postTimeMs }),
    {
      id: 'cancel',
      head: undefined,
      headLabel: t('orders.cancel'),
      cell: renderCancel,
      width: 1,
      isPinned: true,
    },
  ]
}

/** Market, side and type, the same in both order tables. */
export function leadingColumns(t: TFunction): readonly DataColumn<OrderTableRow>[] {
  return [
    ...marketAndSide<OrderTableRow>(t, ({ order }) => order.isBuy),
    {
      id: 'type',
      head: t('orders.type'),
      align: 'left',
      cell: ({ order }) => (
        <span className="flex items-center gap-2">
          {t(`orderType.${order.orderType}`)}
          {order.orderType === 'LIMIT' && order.timeInForce !== undefined && (
            <Badge tone="outline">{timeInForceWord(t, order.timeInForce)}</Badge>
          )}
          {isTrying(order) && <Badge tone="outline">{t('orders.triggered')}</Badge>}
        </span>
      ),
    },
  ]
}

/** A word of a newer exchange is shown as it came. */
const timeInForceWord = (t: TFunction, value: string): string =>
  value === 'GTC' || value === 'IOC' || value === 'FOK' || value === 'POST_ONLY' ? t(`tif.${value}`) : value

/** What was ordered, at what price, when, and what became of it; the action at the right. */
export function OrderCard({
  row: { order, market },
  end,
}: {
  readonly row: OrderTableRow
  readonly end: ReactNode
}) {
  const { t } = useTranslation()
  const isAtMarket = order.orderType === 'MARKET' && order.avgFilledPrice === undefined
  return (
    <TradingCard
      market={market}
      isLong={order.isBuy}
      word={t(`orderType.${order.orderType}`)}
      figures={
        <>
          <MarketSize size={order.size} market={market} /> <span className="text-t3">@</span>{' '}
          {isAtMarket
            ? t('orders.marketPrice')
            : formatPrice(order.avgFilledPrice ?? order.limitPrice, market.priceDecimals)}
        </>
      }
      caption={
        <>
          {formatDateTime(order.postTimeMs)}
          {isTrying(order) && (
            <>
              <Dot />
              {t('orders.triggered')}
            </>
          )}
          {order.filledSize > 0 && order.status !== 'FILLED' && (
            <>
              <Dot />
              {t('orders.filled')} {formatSize(order.filledSize, market.sizeDecimals)}
            </>
          )}
          {order.status === 'FILLED' && (
            <>
              <Dot />
              <span className="whitespace-nowrap">
                {t('orders.fee')} {formatMoney(order.fees, { rounding: 'ceil' })}
              </span>
              <Dot />
              <span className="whitespace-nowrap">
                {t('positions.pnl')} <SignedMoney value={order.realizedPnl} />
              </span>
            </>
          )}
        </>
      }
      end={end}
    />
  )
}
