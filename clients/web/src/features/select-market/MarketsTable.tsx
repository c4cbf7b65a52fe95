/**
 * The markets table in its two shapes ([2.31]): a page with all columns and a dropdown in the market bar with
 * ten rows a page, sorted by 24 h volume ([2.29]). Search waits 500 ms; nothing found offers "Did you mean".
 */
import { useNavigate } from '@tanstack/react-router'
import { Search, Star } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { leverageLabel } from './leverageLabel.ts'
import {
  MARKETS_DROPDOWN_ROWS,
  PAGE_SIZES,
  SEARCH_DEBOUNCE_MS,
  SMALL_SCREEN_MARKET_ROWS,
} from '@vest/protocol'
import {
  ChangePercent,
  DROPDOWN_TABS,
  MarketLogo,
  MARKET_TABS,
  rowsOfTab,
  searchMarkets,
  useFavourites,
  useHasMarkets,
  useMarketRows,
  type MarketRow,
  type MarketTab,
} from '../../entities/market/index.ts'
import { formatCompactMoney, formatFunding8h, formatPrice, MISSING } from '../../shared/format/index.ts'
import { useTableTexts } from '../../shared/i18n/index.ts'
import { LISTING_REQUEST_URL } from '../../shared/links.ts'
import {
  Badge,
  cx,
  DataTable,
  EmptyState,
  TabBar,
  Tabs,
  TextField,
  useMediaQuery,
  type DataColumn,
} from '../../ui/index.ts'

export interface MarketsTableProps {
  readonly variant: 'page' | 'dropdown'
  /** Called with the chosen symbol; the table itself navigates. */
  readonly onChoose?: (symbol: string) => void
}

export function MarketsTable({ variant, onChoose }: MarketsTableProps) {
  const { t } = useTranslation()
  const texts = useTableTexts()
  const navigate = useNavigate()
  const rows = useMarketRows()
  const hasMarkets = useHasMarkets()
  const isSmall = useMediaQuery('(max-width: 767px)')
  const { favourites, toggle } = useFavourites()
  const [tab, setTab] = useState<MarketTab>(variant === 'page' ? 'stock' : 'all')
  const [text, setText] = useState('')
  const query = useDebounced(text, SEARCH_DEBOUNCE_MS)
  // A search looks everywhere, also when a narrow tab is open.
  const found = useMemo(
    () => searchMarkets(query.trim() === '' ? rowsOfTab(rows, tab, favourites) : rows, rows, query),
    [rows, tab, favourites, query],
  )
  const columns = useMemo(
    () => (variant === 'page' ? pageColumns(t, favourites, toggle) : dropdownColumns(t, favourites, toggle)),
    [variant, t, favourites, toggle],
  )
  const choose = (symbol: string): void => {
    onChoose?.(symbol)
    void navigate({ to: '/trade/$symbol', params: { symbol } })
  }
  const renderCard = (row: MarketRow): ReactNode => (
    <MarketCard
      row={row}
      isFavourite={favourites.includes(row.market.symbol)}
      toggle={toggle}
      onChoose={choose}
    />
  )
  const tabs = variant === 'page' ? MARKET_TABS : DROPDOWN_TABS
  return (
    <Tabs value={tab} onChange={setTab} className="flex min-h-0 flex-1 flex-col">
      {variant === 'dropdown' && (
        <div className="p-3 pb-1">
          <SearchField value={text} onChange={setText} hasFocus />
        </div>
      )}
      <TabBar
        hasPanels={false}
        label={t('market.choose')}
        value={tab}
        items={tabs.map((value) => ({ value, label: t(`category.${value}`) }))}
        className={variant === 'page' ? 'h-[54px] px-2 max-md:h-auto max-md:flex-col' : 'h-10 px-1'}
        tabClassName={variant === 'page' ? 'max-md:h-11' : ''}
        end={
          variant === 'page' ? (
            <SearchField
              value={text}
              onChange={setText}
              className="w-60 self-center pr-2 max-md:w-full max-md:p-2"
            />
          ) : undefined
        }
      />
      <DataTable
        label={t('nav.markets')}
        columns={columns}
        rows={found.rows}
        rowId={(row) => row.market.symbol}
        texts={texts}
        isLoading={!hasMarkets}
        initialSort={{ id: 'volume', isDescending: true }}
        initialPageSize={
          variant === 'dropdown' ? MARKETS_DROPDOWN_ROWS : isSmall ? SMALL_SCREEN_MARKET_ROWS : 20
        }
        pageSizes={variant === 'dropdown' ? [MARKETS_DROPDOWN_ROWS] : PAGE_SIZES}
        pagerMinRows={variant === 'dropdown' ? MARKETS_DROPDOWN_ROWS : 5}
        rowHeight={variant === 'dropdown' ? 32 : 40}
        isTight={variant === 'dropdown'}
        onRowClick={(row) => choose(row.market.symbol)}
        rowClassName={(row) => (row.isHalted ? '[&>td:not(:first-child)]:opacity-60' : undefined)}
        {...(variant === 'page' ? { card: renderCard } : {})}
        empty={
          query.trim() === '' ? (
            <EmptyState
              title={t('market.none')}
              text={tab === 'favourites' ? t('sidebar.emptyText') : t('market.noneText')}
            />
          ) : (
            <NotListed query={query.trim()} suggestion={found.suggestion} onChoose={choose} />
          )
        }
        className="min-h-0 flex-1 bg-inherit"
      />
    </Tabs>
  )
}

function NotListed({
  query,
  suggestion,
  onChoose,
}: {
  readonly query: string
  readonly suggestion: MarketRow | undefined
  readonly onChoose: (symbol: string) => void
}) {
  const { t } = useTranslation()
  return (
    <EmptyState
      title={t('market.notListed', { query })}
      text={t('market.notListedText')}
      action={
        <span className="flex flex-col items-center gap-3">
          {suggestion && (
            <span className="text-body text-t2">
              {t('market.didYouMean')}{' '}
              <button
                type="button"
                className="font-medium text-chalk"
                onClick={() => onChoose(suggestion.market.symbol)}
              >
                {suggestion.market.displayName} ({suggestion.market.label})
              </button>
              ?
            </span>
          )}
          <a
            href={LISTING_REQUEST_URL}
            target="_blank"
            rel="noopener noreferrer"
            className="press inline-flex h-9 items-center rounded-[6px] border border-line-2 px-[14px] text-body font-semibold hover:bg-s3"
          >
            {t('listing.request')}
          </a>
        </span>
      }
    />
  )
}

function SearchField({
  value,
  onChange,
  hasFocus = false,
  className,
}: {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly hasFocus?: boolean
  readonly className?: string
}) {
  const { t } = useTranslation()
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (hasFocus) ref.current?.focus()
  }, [hasFocus])
  return (
    <TextField
      ref={ref}
      type="search"
      name="market-search"
      size="pair"
      {...(className === undefined ? {} : { className })}
      icon={<Search size={16} strokeWidth={1.5} aria-hidden="true" />}
      aria-label={t('market.search')}
      placeholder={t('market.search')}
      value={value}
      onChange={onChange}
      unit={
        <kbd className="rounded-[4px] border border-line-2 px-[5px] font-sans text-caption text-t3 max-md:hidden">
          /
        </kbd>
      }
    />
  )
}

/** The value after it has been still for a while. */
export function useDebounced<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled
}

type Translate = ReturnType<typeof useTranslation>['t']
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

function starColumn(t: Translate, favourites: readonly string[], toggle: Toggle): DataColumn<MarketRow> {
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

const priceColumn = (t: Translate): DataColumn<MarketRow> => ({
  id: 'mark',
  head: t('market.markPrice'),
  sortValue: (row) => row.ticker?.markPrice,
  cell: ({ ticker, market }) => (
    <span className="font-medium">{formatPrice(ticker?.markPrice, market.priceDecimals)}</span>
  ),
})
const changeColumn = (t: Translate): DataColumn<MarketRow> => ({
  id: 'change',
  head: t('market.change24h'),
  sortValue: (row) => row.ticker?.priceChangePercent4,
  cell: ({ ticker }) => <ChangePercent ticker={ticker} className="font-medium" />,
})
const fundingColumn = (t: Translate): DataColumn<MarketRow> => ({
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
const volumeColumn = (t: Translate): DataColumn<MarketRow> => ({
  id: 'volume',
  head: t('market.volume24h'),
  sortValue: (row) => row.quoteVolume,
  cell: (row) => formatCompactMoney(row.quoteVolume),
})

function pageColumns(
  t: Translate,
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
      cell: ({ market, isHalted }) => (
        <span className="flex items-center gap-[10px]">
          <MarketLogo base={market.base} size={26} />
          <span className="leading-[15px]">
            <span className="flex items-center gap-[6px] text-body font-semibold">
              {market.label}
              <Badge>{leverageLabel(market)}</Badge>
              {isHalted && <Badge tone="warn">{t('market.halted')}</Badge>}
            </span>
            <span className="text-caption text-t3">{market.displayName}</span>
          </span>
        </span>
      ),
    },
    priceColumn(t),
    {
      id: 'index',
      head: t('market.indexPrice'),
      sortValue: (row) => row.ticker?.indexPrice,
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

function dropdownColumns(
  t: Translate,
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
      cell: ({ market, isHalted }) => (
        <button type="button" className="flex items-center gap-2 font-semibold">
          <MarketLogo base={market.base} size={18} />
          {market.label}
          <Badge>{leverageLabel(market)}</Badge>
          {isHalted && <Badge tone="warn">{t('market.halted')}</Badge>}
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
function MarketCard({
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
  const { t } = useTranslation()
  const { market, ticker, isHalted } = row
  return (
    <div className="flex items-center gap-2">
      <StarButton row={row} isFavourite={isFavourite} toggle={toggle} />
      <button
        type="button"
        className="flex min-h-11 min-w-0 flex-1 items-center gap-3 text-left"
        onClick={() => onChoose(market.symbol)}
      >
        <MarketLogo base={market.base} size={26} />
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-[6px] text-body font-semibold">
            {market.label}
            <Badge>{leverageLabel(market)}</Badge>
            {isHalted && <Badge tone="warn">{t('market.halted')}</Badge>}
          </span>
          <span className="block truncate text-caption text-t3">
            {formatCompactMoney(row.quoteVolume)} · {formatFunding8h(row.funding8h)}
          </span>
        </span>
        <span className="text-right">
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
export function LongShort({ percent }: { readonly percent: number | undefined }) {
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
