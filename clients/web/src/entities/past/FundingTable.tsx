/** Funding received and paid, hour by hour. */
import { useMemo } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatScaled } from '../../shared/format/index.ts'
import { Dot, type DataColumn } from '../../ui/index.ts'
import { SignedMoney } from '../account/SignedMoney.tsx'
import { marketAndSide, signedColumn, sizeColumn, timeColumn, TradingCard } from '../trading/index.ts'
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

function fundingColumns(t: TFunction): readonly DataColumn<FundingPayment>[] {
  return [
    ...marketAndSide<FundingPayment>(t, ({ isLong }) => isLong),
    sizeColumn(t, ({ size }) => size),
    {
      id: 'rate',
      head: t('past.hourlyRate'),
      sortValue: ({ rate8 }) => rate8,
      cell: ({ rate8 }) => rateText(rate8),
    },
    signedColumn({ id: 'payment', head: t('past.payment'), of: ({ payment }) => payment }),
    timeColumn({ id: 'time', head: t('orders.time'), of: ({ timeMs }) => timeMs }),
  ]
}

function FundingCard({ row }: { readonly row: FundingPayment }) {
  return (
    <TradingCard
      market={row.market}
      isLong={row.isLong}
      caption={
        <>
          {formatDateTime(row.timeMs)}
          <Dot />
          {rateText(row.rate8)}
        </>
      }
      end={<SignedMoney value={row.payment} />}
    />
  )
}
