/** Everything that was bought and sold, trade by trade. */
import { useMemo } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatMoney, formatPrice } from '../../shared/format/index.ts'
import { Dot, type DataColumn } from '../../ui/index.ts'
import { comparablePrice } from '../market/comparablePrice.ts'
import {
  feeColumn,
  marketAndSide,
  MarketSize,
  signedColumn,
  sizeColumn,
  timeColumn,
  TradingCard,
} from '../trading/index.ts'
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
    ...marketAndSide<Fill>(t, ({ isBuy }) => isBuy),
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
      sortValue: ({ price, market }) => comparablePrice(price, market),
      cell: ({ price, market }) => formatPrice(price, market.priceDecimals),
    },
    sizeColumn(t, ({ size }) => size),
    {
      id: 'value',
      head: t('orders.value'),
      sortValue: ({ value }) => value,
      cell: ({ value }) => formatMoney(value),
    },
    feeColumn({ id: 'fee', head: t('orders.fee'), of: ({ fee }) => fee }),
    signedColumn({ id: 'pnl', head: t('orders.realizedPnl'), of: ({ realizedPnl }) => realizedPnl }),
    timeColumn({ id: 'time', head: t('orders.time'), of: ({ timeMs }) => timeMs }),
  ]
}

function FillCard({ row }: { readonly row: Fill }) {
  const { t } = useTranslation()
  const { market } = row
  return (
    <TradingCard
      market={market}
      isLong={row.isBuy}
      word={t(`orderType.${row.orderType}`)}
      figures={
        <>
          <MarketSize size={row.size} market={market} /> <span className="text-t3">@</span>{' '}
          {formatPrice(row.price, market.priceDecimals)}
        </>
      }
      caption={
        <>
          {formatDateTime(row.timeMs)}
          <Dot />
          <span className="whitespace-nowrap">
            {t('orders.fee')} {formatMoney(row.fee, { rounding: 'ceil' })}
          </span>
        </>
      }
      end={<span className="text-right">{formatMoney(row.value)}</span>}
    />
  )
}
