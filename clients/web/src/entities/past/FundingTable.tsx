/** Funding received and paid, hour by hour. */
import { useMemo } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatScaled, formatSignedMoney, formatSize } from '../../shared/format/index.ts'
import { Dot, type DataColumn } from '../../ui/index.ts'
import { signClass } from '../account/signClass.ts'
import { MarketLink } from '../market/MarketLink.tsx'
import { MarketLogo } from '../market/MarketLogo.tsx'
import { Side } from '../position/Side.tsx'
import type { FundingPayment } from './pastRows.ts'
import { PastTable } from './PastTable.tsx'
import { useFundingPayments } from './usePast.ts'

export function FundingTable() {
  const { t } = useTranslation()
  const past = useFundingPayments()
  const columns = useMemo(() => fundingColumns(t), [t])
  return (
    <PastTable
      label={t('portfolio.tabs.funding')}
      past={past}
      columns={columns}
      card={(row) => <FundingCard row={row} />}
      emptyText={t('past.emptyFunding')}
    />
  )
}

/** The hourly rate in percent, to its last decimal. */
const rateText = (rate8: number): string =>
  formatScaled(rate8, { decimals: 6, places: 6, signed: true, suffix: '%' })

const Payment = ({ value }: { readonly value: FundingPayment['payment'] }) => (
  <span className={signClass(value)}>{formatSignedMoney(value)}</span>
)

function fundingColumns(t: TFunction): readonly DataColumn<FundingPayment>[] {
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
      id: 'rate',
      head: t('past.hourlyRate'),
      sortValue: ({ rate8 }) => rate8,
      cell: ({ rate8 }) => rateText(rate8),
    },
    {
      id: 'payment',
      head: t('past.payment'),
      sortValue: ({ payment }) => payment,
      cell: ({ payment }) => <Payment value={payment} />,
    },
    {
      id: 'time',
      head: t('orders.time'),
      sortValue: ({ timeMs }) => timeMs,
      cell: ({ timeMs }) => formatDateTime(timeMs),
    },
  ]
}

function FundingCard({ row }: { readonly row: FundingPayment }) {
  const { market } = row
  return (
    <div className="flex items-center gap-3">
      <MarketLogo base={market.base} size={26} />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <span className="truncate font-semibold">{market.label}</span>
          <Side isLong={row.isLong} />
        </p>
        <p className="text-caption text-t3">
          {formatDateTime(row.timeMs)}
          <Dot />
          {rateText(row.rate8)}
        </p>
      </div>
      <Payment value={row.payment} />
    </div>
  )
}
