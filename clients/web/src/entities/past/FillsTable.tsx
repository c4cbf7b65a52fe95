/** Everything that was bought and sold, trade by trade. */
import { useMemo } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import {
  formatDateTime,
  formatMoney,
  formatPrice,
  formatSignedMoney,
  formatSize,
} from '../../shared/format/index.ts'
import { Dot, type DataColumn } from '../../ui/index.ts'
import { signClass } from '../account/signClass.ts'
import { MarketLink } from '../market/MarketLink.tsx'
import { MarketLogo } from '../market/MarketLogo.tsx'
import { Side } from '../position/Side.tsx'
import type { Fill } from './pastRows.ts'
import { PastTable } from './PastTable.tsx'
import { useFills } from './usePast.ts'

export function FillsTable() {
  const { t } = useTranslation()
  const past = useFills()
  const columns = useMemo(() => fillColumns(t), [t])
  return (
    <PastTable
      label={t('portfolio.tabs.fills')}
      past={past}
      columns={columns}
      card={(row) => <FillCard row={row} />}
      emptyText={t('past.emptyFills')}
    />
  )
}

function fillColumns(t: TFunction): readonly DataColumn<Fill>[] {
  return [
    {
      id: 'market',
      head: t('positions.market'),
      align: 'left',
      sortValue: ({ market }) => market.label,
      cell: ({ market }) => <MarketLink market={market} />,
    },
    {
      id: 'side',
      head: t('positions.side'),
      align: 'left',
      sortValue: ({ isBuy }) => (isBuy ? 1 : 0),
      cell: ({ isBuy }) => <Side isLong={isBuy} />,
    },
    {
      id: 'type',
      head: t('orders.type'),
      align: 'left',
      cell: ({ orderType }) => t(`orderType.${orderType}`),
    },
    {
      id: 'role',
      head: t('past.role'),
      align: 'left',
      cell: ({ isMaker }) => t(isMaker ? 'past.maker' : 'past.taker'),
    },
    {
      id: 'price',
      head: t('orders.price'),
      sortValue: ({ price }) => price,
      cell: ({ price, market }) => formatPrice(price, market.priceDecimals),
    },
    {
      id: 'size',
      head: t('orders.size'),
      cell: ({ size, market }) => (
        <>
          {formatSize(size, market.sizeDecimals)} <span className="text-t3">{market.base}</span>
        </>
      ),
    },
    {
      id: 'value',
      head: t('orders.value'),
      sortValue: ({ value }) => value,
      cell: ({ value }) => formatMoney(value),
    },
    {
      id: 'fee',
      head: t('orders.fee'),
      sortValue: ({ fee }) => fee,
      cell: ({ fee }) => formatMoney(fee, { rounding: 'ceil' }),
    },
    {
      id: 'pnl',
      head: t('orders.realizedPnl'),
      sortValue: ({ realizedPnl }) => realizedPnl,
      cell: ({ realizedPnl }) => (
        <span className={signClass(realizedPnl)}>{formatSignedMoney(realizedPnl)}</span>
      ),
    },
    {
      id: 'time',
      head: t('orders.time'),
      sortValue: ({ timeMs }) => timeMs,
      cell: ({ timeMs }) => formatDateTime(timeMs),
    },
  ]
}

function FillCard({ row }: { readonly row: Fill }) {
  const { t } = useTranslation()
  const { market } = row
  return (
    <div className="flex items-center gap-3">
      <MarketLogo base={market.base} size={26} />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <span className="truncate font-semibold">{market.label}</span>
          <Side isLong={row.isBuy} />
          <span className="text-dense whitespace-nowrap text-t2">{t(`orderType.${row.orderType}`)}</span>
        </p>
        <p className="truncate text-dense">
          {formatSize(row.size, market.sizeDecimals)} <span className="text-t3">{market.base}</span>{' '}
          <span className="text-t3">@</span> {formatPrice(row.price, market.priceDecimals)}
        </p>
        <p className="text-caption text-t3">
          {formatDateTime(row.timeMs)}
          <Dot />
          {t('orders.fee')} {formatMoney(row.fee, { rounding: 'ceil' })}
        </p>
      </div>
      <span className="text-right">{formatMoney(row.value)}</span>
    </div>
  )
}
