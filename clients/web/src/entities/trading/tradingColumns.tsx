/** The columns that every list of trading has in common, so that they read, sort and align alike. */
import type { Lots, TimeMs, Usd6 } from '@vest/protocol'
import type { TFunction } from 'i18next'
import type { Market } from '../../live/index.ts'
import { formatDateTime, formatMoney } from '../../shared/format/index.ts'
import type { DataColumn } from '../../ui/index.ts'
import { SignedMoney } from '../account/SignedMoney.tsx'
import { MarketLink } from '../market/MarketLink.tsx'
import { Side } from '../position/Side.tsx'
import { MarketSize } from './MarketSize.tsx'

interface InMarket {
  readonly market: Market
}

/** Market and side: what every row begins with. */
export const marketAndSide = <Row extends InMarket>(
  t: TFunction,
  isLong: (row: Row) => boolean,
): readonly DataColumn<Row>[] => [
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
    sortValue: (row) => (isLong(row) ? 1 : 0),
    cell: (row) => <Side isLong={isLong(row)} />,
  },
]

export const sizeColumn = <Row extends InMarket>(
  t: TFunction,
  sizeOf: (row: Row) => Lots,
): DataColumn<Row> => ({
  id: 'size',
  head: t('positions.size'),
  cell: (row) => <MarketSize size={sizeOf(row)} market={row.market} />,
})

interface Figure<Row, Value> {
  readonly id: string
  readonly head: string
  readonly of: (row: Row) => Value
}

/** A gain or a loss, in its colour. */
export const signedColumn = <Row,>({ id, head, of }: Figure<Row, Usd6 | undefined>): DataColumn<Row> => ({
  id,
  head,
  sortValue: of,
  cell: (row) => <SignedMoney value={of(row)} />,
})

/** What was charged, never shown smaller than it was. */
export const feeColumn = <Row,>({ id, head, of }: Figure<Row, Usd6>): DataColumn<Row> => ({
  id,
  head,
  sortValue: of,
  cell: (row) => formatMoney(of(row), { rounding: 'ceil' }),
})

export const timeColumn = <Row,>({ id, head, of }: Figure<Row, TimeMs>): DataColumn<Row> => ({
  id,
  head,
  sortValue: of,
  cell: (row) => formatDateTime(of(row)),
})
