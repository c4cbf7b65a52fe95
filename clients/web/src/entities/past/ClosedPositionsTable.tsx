/** Positions that have ended, with what came of each: by prices, fees and funding. */
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
import type { ClosedPosition } from './pastRows.ts'
import { PastTable } from './PastTable.tsx'
import { useClosedPositions } from './usePast.ts'

export function ClosedPositionsTable() {
  const { t } = useTranslation()
  const past = useClosedPositions()
  const columns = useMemo(() => closedColumns(t), [t])
  return (
    <PastTable
      label={t('portfolio.tabs.position-history')}
      past={past}
      columns={columns}
      card={(row) => <ClosedPositionCard row={row} />}
      emptyText={t('past.emptyClosed')}
    />
  )
}

const Signed = ({ value }: { readonly value: ClosedPosition['realizedPnl'] }) => (
  <span className={signClass(value)}>{formatSignedMoney(value)}</span>
)

function closedColumns(t: TFunction): readonly DataColumn<ClosedPosition>[] {
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
      sortValue: ({ isLong }) => (isLong ? 1 : 0),
      cell: ({ isLong }) => <Side isLong={isLong} />,
    },
    {
      id: 'size',
      head: t('positions.size'),
      cell: ({ size, market }) => (
        <>
          {formatSize(size, market.sizeDecimals)} <span className="text-t3">{market.base}</span>
        </>
      ),
    },
    {
      id: 'entry',
      head: t('positions.entryPrice'),
      cell: ({ entryPrice, market }) => formatPrice(entryPrice, market.priceDecimals),
    },
    {
      id: 'exit',
      head: t('past.exitPrice'),
      cell: ({ exitPrice, market }) => formatPrice(exitPrice, market.priceDecimals),
    },
    {
      id: 'pricePnl',
      head: t('past.pricePnl'),
      sortValue: ({ pricePnl }) => pricePnl,
      cell: ({ pricePnl }) => <Signed value={pricePnl} />,
    },
    {
      id: 'fees',
      head: t('past.fees'),
      sortValue: ({ fees }) => fees,
      cell: ({ fees }) => formatMoney(fees, { rounding: 'ceil' }),
    },
    {
      id: 'funding',
      head: t('positions.funding'),
      sortValue: ({ funding }) => funding,
      cell: ({ funding }) => <Signed value={funding} />,
    },
    {
      id: 'pnl',
      head: t('orders.realizedPnl'),
      sortValue: ({ realizedPnl }) => realizedPnl,
      cell: ({ realizedPnl }) => <Signed value={realizedPnl} />,
    },
    {
      id: 'opened',
      head: t('past.opened'),
      sortValue: ({ openTimeMs }) => openTimeMs,
      cell: ({ openTimeMs }) => formatDateTime(openTimeMs),
    },
    {
      id: 'closed',
      head: t('past.closed'),
      sortValue: ({ closeTimeMs }) => closeTimeMs,
      cell: ({ closeTimeMs }) => formatDateTime(closeTimeMs),
    },
    { id: 'closedBy', head: t('past.closedBy'), cell: ({ closeType }) => t(`orderType.${closeType}`) },
  ]
}

function ClosedPositionCard({ row }: { readonly row: ClosedPosition }) {
  const { t } = useTranslation()
  const { market } = row
  return (
    <div className="flex items-center gap-3">
      <MarketLogo base={market.base} size={26} />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <span className="truncate font-semibold">{market.label}</span>
          <Side isLong={row.isLong} />
        </p>
        <p className="truncate text-dense">
          {formatSize(row.size, market.sizeDecimals)} <span className="text-t3">{market.base}</span>
          <Dot />
          {formatPrice(row.entryPrice, market.priceDecimals)} <span className="text-t3">→</span>{' '}
          {formatPrice(row.exitPrice, market.priceDecimals)}
        </p>
        <p className="text-caption text-t3">
          {formatDateTime(row.closeTimeMs)}
          <Dot />
          {t('past.fees')} {formatMoney(row.fees, { rounding: 'ceil' })}
          <Dot />
          {t('positions.funding')} <Signed value={row.funding} />
        </p>
      </div>
      <span className="text-right font-medium">
        <Signed value={row.realizedPnl} />
      </span>
    </div>
  )
}
