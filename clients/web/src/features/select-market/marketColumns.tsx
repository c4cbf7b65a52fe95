/** What a market shows in a table: the columns of the page and of the dropdown, and the card of small screens. */
import { Star } from 'lucide-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import {
  ChangePercent,
  comparablePrice,
  HaltBadge,
  MarketLogo,
  type MarketRow,
} from '../../entities/market/index.ts'
import { formatCompactMoney, formatFunding8h, formatPrice, MISSING } from '../../shared/format/index.ts'
import { Badge, cx, type DataColumn } from '../../ui/index.ts'
import { leverageLabel } from './leverageLabel.ts'

type Toggle = (symbol: string) => void

function StarButton({
  row,
  isFavourite,
  toggle,
}: {
  readonly row: MarketRow
  readonly isFavourite: boolean
  readonly toggle: Toggle
}) {
  const { t } = useTranslation()
  const { market } = row
  return (
    <button
      type="button"
      aria-pressed={isFavourite}
      aria-label={t(isFavourite ? 'market.unfavourite' : 'market.favourite', { market: market.label })}
      onClick={(event) => {
        event.stopPropagation()
        toggle(market.symbol)
      }}
      className={cx(
        'flex size-6 items-center justify-center rounded-[4px]',
        isFavourite ? 'text-chalk' : 'text-t3 hover:text-t1',
      )}
    >
      <Star size={14} strokeWidth={1.5} fill={isFavourite ? 'currentColor' : 'none'} aria-hidden="true" />
    </button>
  )
}

function starColumn(t: TFunction, favourites: readonly string[], toggle: Toggle): DataColumn<MarketRow> {
  return {
    id: 'favourite',
    head: undefined,
    headLabel: t('category.favourites'),
    align: 'left',
    width: 1,
    cell: (row) => (
      <StarButton row={row} isFavourite={favourites.includes(row.market.symbol)} toggle={toggle} />
    ),
  }
}

const priceColumn = (t: TFunction): DataColumn<MarketRow> => ({
  id: 'mark',
  head: t('market.markPrice'),
  sortValue: ({ ticker, market }) => comparablePrice(ticker?.markPrice, market),
  cell: ({ ticker, market }) => (
    <span className="live-price font-medium">{formatPrice(ticker?.markPrice, market.priceDecimals)}</span>
  ),
})
const changeColumn = (t: TFunction): DataColumn<MarketRow> => ({
  id: 'change',
  head: t('market.change24h'),
  sortValue: (row) => row.ticker?.priceChangePercent4,
  cell: ({ ticker }) => <ChangePercent ticker={ticker} className="live-price font-medium" />,
})
const fundingColumn = (t: TFunction): DataColumn<MarketRow> => ({
  id: 'funding',
  head: t('market.funding8h'),
  sortValue: (row) => row.funding8h,
  cell: ({ funding8h }) => (
    <span
      className={
        funding8h === undefined || funding8h === 0 ? 'text-t2' : funding8h > 0 ? 'text-up' : 'text-down'
      }
    >
      {formatFunding8h(funding8h)}
    </span>
  ),
})
const volumeColumn = (t: TFunction): DataColumn<MarketRow> => ({
  id: 'volume',
  head: t('market.volume24h'),
  sortValue: (row) => row.quoteVolume,
  cell: (row) => formatCompactMoney(row.quoteVolume),
})

export function pageColumns(
  t: TFunction,
  favourites: readonly string[],
  toggle: Toggle,
): readonly DataColumn<MarketRow>[] {
  return [
    starColumn(t, favourites, toggle),
    {
      id: 'symbol',
      head: t('market.symbol'),
      align: 'left',
      sortValue: (row) => row.market.label,
      cell: (row) => (
        <span className="flex items-center gap-[10px]">
          <MarketLogo market={row.market} size={26} />
          <span className="leading-[15px]">
            <span className="flex items-center gap-[6px] text-body font-semibold">
              {row.market.label}
              <Badge>{leverageLabel(row.market)}</Badge>
              <HaltBadge row={row} />
            </span>
            <span className="text-caption text-t3">{row.market.displayName}</span>
          </span>
        </span>
      ),
    },
    priceColumn(t),
    {
      id: 'index',
      head: t('market.indexPrice'),
      sortValue: ({ ticker, market }) => comparablePrice(ticker?.indexPrice, market),
      cell: ({ ticker, market }) => (
        <span className="text-t2">{formatPrice(ticker?.indexPrice, market.priceDecimals)}</span>
      ),
    },
    changeColumn(t),
    fundingColumn(t),
    {
      id: 'openInterest',
      head: t('market.openInterest'),
      sortValue: (row) => row.openInterest,
      cell: (row) => formatCompactMoney(row.openInterest),
    },
    {
      id: 'longShort',
      head: t('market.longShort'),
      align: 'left',
      cell: (row) => <LongShort percent={row.longPercent} />,
    },
    volumeColumn(t),
  ]
}

export function dropdownColumns(
  t: TFunction,
  favourites: readonly string[],
  toggle: Toggle,
): readonly DataColumn<MarketRow>[] {
  return [
    starColumn(t, favourites, toggle),
    {
      id: 'symbol',
      head: t('market.symbol'),
      align: 'left',
      sortValue: (row) => row.market.label,
      cell: (row) => (
        <button type="button" className="flex items-center gap-2 font-semibold">
          <MarketLogo market={row.market} size={18} />
          {row.market.label}
          <Badge>{leverageLabel(row.market)}</Badge>
          <HaltBadge row={row} />
        </button>
      ),
    },
    priceColumn(t),
    changeColumn(t),
    fundingColumn(t),
    volumeColumn(t),
  ]
}

/** A market on a small screen: what and its volume at the left, price and change at the right. */
export function MarketCard({
  row,
  isFavourite,
  toggle,
  onChoose,
}: {
  readonly row: MarketRow
  readonly isFavourite: boolean
  readonly toggle: Toggle
  readonly onChoose: (symbol: string) => void
}) {
  const { market, ticker } = row
  return (
    <div className="flex items-center gap-2">
      <StarButton row={row} isFavourite={isFavourite} toggle={toggle} />
      <button
        type="button"
        className="flex min-h-11 min-w-0 flex-1 items-center gap-3 text-left"
        onClick={() => onChoose(market.symbol)}
      >
        <MarketLogo market={market} size={26} />
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-[6px] text-body font-semibold">
            {market.label}
            <Badge>{leverageLabel(market)}</Badge>
            <HaltBadge row={row} />
          </span>
          <span className="block truncate text-caption text-t3">
            {formatCompactMoney(row.quoteVolume)} · {formatFunding8h(row.funding8h)}
          </span>
        </span>
        <span className="live-price text-right">
          <span className="block text-body font-medium">
            {formatPrice(ticker?.markPrice, market.priceDecimals)}
          </span>
          <ChangePercent ticker={ticker} className="text-dense font-medium" />
        </span>
      </button>
    </div>
  )
}

/** Two bars that share 62 px, with the figures beside them. */
function LongShort({ percent }: { readonly percent: number | undefined }) {
  const { t } = useTranslation()
  if (percent === undefined) return <span className="text-t3">{MISSING}</span>
  return (
    <span
      className="flex items-center gap-2 text-t2"
      role="img"
      aria-label={t('market.longShortSpoken', { long: percent, short: 100 - percent })}
    >
      <span aria-hidden="true" className="flex h-1 w-[62px] gap-[2px]">
        <span className="rounded-full bg-up" style={{ width: `${percent}%` }} />
        <span className="flex-1 rounded-full bg-down" />
      </span>
      <span aria-hidden="true">
        {percent} / {100 - percent}
      </span>
    </span>
  )
}
