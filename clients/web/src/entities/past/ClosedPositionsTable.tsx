/**
 * Positions that have ended, with what came of each: by prices, fees and funding. Sharing is the caller's:
 * `renderShare` brings the button.
 */
import { useMemo, type ReactNode } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatMoney, formatPrice } from '../../shared/format/index.ts'
import { Dot, type DataColumn } from '../../ui/index.ts'
import { SignedMoney } from '../account/SignedMoney.tsx'
import {
  feeColumn,
  marketAndSide,
  MarketSize,
  signedColumn,
  sizeColumn,
  timeColumn,
  TradingCard,
} from '../trading/index.ts'
import type { ClosedPosition } from './pastRows.ts'
import { PastTable } from './PastTable.tsx'
import { useClosedPositions } from './usePast.ts'

export interface ClosedPositionsTableProps {
  readonly renderShare?: (row: ClosedPosition) => ReactNode
}

export function ClosedPositionsTable({ renderShare }: ClosedPositionsTableProps) {
  const { t } = useTranslation()
  const past = useClosedPositions()
  const columns = useMemo(() => closedColumns(t, renderShare), [t, renderShare])
  return (
    <PastTable
      label={t('portfolio.tabs.position-history')}
      past={past}
      columns={columns}
      card={(row) => <ClosedPositionCard row={row} share={renderShare?.(row)} />}
      emptyText={t('past.emptyClosed')}
    />
  )
}

function closedColumns(
  t: TFunction,
  renderShare: ClosedPositionsTableProps['renderShare'],
): readonly DataColumn<ClosedPosition>[] {
  return [
    ...marketAndSide<ClosedPosition>(t, ({ isLong }) => isLong),
    sizeColumn(t, ({ size }) => size),
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
    signedColumn({ id: 'pricePnl', head: t('past.pricePnl'), of: ({ pricePnl }) => pricePnl }),
    feeColumn({ id: 'fees', head: t('past.fees'), of: ({ fees }) => fees }),
    signedColumn({ id: 'funding', head: t('positions.funding'), of: ({ funding }) => funding }),
    signedColumn({ id: 'pnl', head: t('orders.realizedPnl'), of: ({ realizedPnl }) => realizedPnl }),
    timeColumn({ id: 'opened', head: t('past.opened'), of: ({ openTimeMs }) => openTimeMs }),
    timeColumn({ id: 'closed', head: t('past.closed'), of: ({ closeTimeMs }) => closeTimeMs }),
    { id: 'closedBy', head: t('past.closedBy'), cell: ({ closeType }) => t(`orderType.${closeType}`) },
    ...(renderShare === undefined
      ? []
      : [{ id: 'share', head: undefined, headLabel: t('share.share'), cell: renderShare, width: 1 }]),
  ]
}

function ClosedPositionCard({ row, share }: { readonly row: ClosedPosition; readonly share: ReactNode }) {
  const { t } = useTranslation()
  const { market } = row
  return (
    <TradingCard
      market={market}
      isLong={row.isLong}
      figures={
        <>
          <MarketSize size={row.size} market={market} />
          <Dot />
          {formatPrice(row.entryPrice, market.priceDecimals)} <span className="text-t3">→</span>{' '}
          {formatPrice(row.exitPrice, market.priceDecimals)}
        </>
      }
      caption={
        <>
          {formatDateTime(row.closeTimeMs)}
          <Dot />
          <span className="whitespace-nowrap">
            {t('past.fees')} {formatMoney(row.fees, { rounding: 'ceil' })}
          </span>
          <Dot />
          <span className="whitespace-nowrap">
            {t('positions.funding')} <SignedMoney value={row.funding} />
          </span>
        </>
      }
      end={
        <span className="flex items-center gap-2 font-medium">
          <SignedMoney value={row.realizedPnl} />
          {share}
        </span>
      }
    />
  )
}
