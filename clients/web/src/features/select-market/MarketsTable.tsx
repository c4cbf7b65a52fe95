/**
 * The markets table in its two shapes ([2.31]): a page with all columns and a dropdown in the market bar with
 * ten rows a page, sorted by 24 h volume ([2.29]). Search waits 500 ms; nothing found offers "Did you mean".
 */
import { useNavigate } from '@tanstack/react-router'
import { Search, X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  MARKETS_DROPDOWN_ROWS,
  PAGE_SIZES,
  SEARCH_DEBOUNCE_MS,
  SMALL_SCREEN_MARKET_ROWS,
} from '@vest/protocol'
import {
  DROPDOWN_TABS,
  MARKET_TABS,
  rowsOfTab,
  searchMarkets,
  useFavourites,
  useHasAskedStats,
  useHasMarkets,
  useMarketRows,
  type MarketRow,
  type MarketTab,
} from '../../entities/market/index.ts'
import { useFailedRead } from '../../entities/session/index.ts'
import { tellSearch } from '../../shared/analytics/counterSignals.ts'
import { useTableTexts } from '../../shared/i18n/index.ts'
import { LISTING_REQUEST_URL } from '../../shared/links.ts'
import {
  buttonLook,
  Button,
  DataTable,
  EmptyState,
  IconButton,
  TabBar,
  Tabs,
  TextField,
  useMediaQuery,
} from '../../ui/index.ts'
import { dropdownColumns, MarketCard, pageColumns } from './marketColumns.tsx'

export interface MarketsTableProps {
  readonly variant: 'page' | 'dropdown'
  /** Called with the chosen symbol; the table itself navigates. */
  readonly onChoose?: (symbol: string) => void
}

/** Columns of the page that give way below 1024 px, so that the volume it is sorted by stays in sight. */
const WIDE_ONLY: readonly string[] = ['index', 'longShort']

export function MarketsTable({ variant, onChoose }: MarketsTableProps) {
  const { t } = useTranslation()
  const texts = useTableTexts()
  const navigate = useNavigate()
  const rows = useMarketRows()
  const hasMarkets = useHasMarkets()
  const retry = useFailedRead(!hasMarkets)
  // Sorted by volume, the rows would change places when the volumes came later.
  const hasAskedStats = useHasAskedStats()
  const isSmall = useMediaQuery('(max-width: 767px)')
  const isNarrow = useMediaQuery('(max-width: 1023px)')
  const { favourites, toggle } = useFavourites()
  const [tab, setTab] = useState<MarketTab>(variant === 'page' ? 'stock' : 'all')
  const [text, setText] = useState('')
  // A search begins with all markets, whatever tab was open; a tab that is chosen while it stands narrows it.
  const [searchTab, setSearchTab] = useState<MarketTab>('all')
  const query = useDebounced(text, SEARCH_DEBOUNCE_MS)
  const isAsked = text.trim() !== ''
  const isSearch = query.trim() !== ''
  const search = (next: string): void => {
    if (!isAsked) setSearchTab('all')
    setText(next)
    tellSearch(next)
  }
  const found = useMemo(
    () => searchMarkets(rowsOfTab(rows, isSearch ? searchTab : tab, favourites), rows, query),
    [rows, tab, searchTab, isSearch, favourites, query],
  )
  const elsewhere = useMemo(
    () => (isSearch && found.rows.length === 0 ? searchMarkets(rows, rows, query).rows.length : 0),
    [rows, isSearch, found, query],
  )
  const columns = useMemo(() => {
    if (variant === 'dropdown') return dropdownColumns(t, favourites, toggle)
    const all = pageColumns(t, favourites, toggle)
    return isNarrow ? all.filter(({ id }) => !WIDE_ONLY.includes(id)) : all
  }, [variant, t, favourites, toggle, isNarrow])
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
  const resting = variant === 'page' ? MARKET_TABS : DROPDOWN_TABS
  const tabs: readonly MarketTab[] = isAsked && !resting.includes('all') ? ['all', ...resting] : resting
  const shownTab = isAsked ? searchTab : tab
  return (
    <Tabs
      value={shownTab}
      onChange={isAsked ? setSearchTab : setTab}
      className="flex min-h-0 flex-1 flex-col"
    >
      {variant === 'dropdown' && (
        <div className="p-3 pb-1">
          <SearchField value={text} onChange={search} hasFocus />
        </div>
      )}
      <TabBar
        hasPanels={false}
        label={t('market.choose')}
        value={shownTab}
        items={tabs.map((value) => ({ value, label: t(`category.${value}`) }))}
        className={variant === 'page' ? 'h-[54px] px-2 max-lg:h-auto max-lg:flex-col' : 'h-10 px-1'}
        tabClassName={variant === 'page' ? 'max-lg:h-11' : ''}
        end={
          variant === 'page' ? (
            <SearchField
              value={text}
              onChange={search}
              className="w-60 self-center pr-2 max-lg:w-full max-lg:p-2"
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
        isLoading={!hasMarkets || !hasAskedStats}
        onRetry={retry}
        initialSort={{ id: 'volume', isDescending: true }}
        initialPageSize={
          variant === 'dropdown' ? MARKETS_DROPDOWN_ROWS : isSmall ? SMALL_SCREEN_MARKET_ROWS : 20
        }
        pageSizes={variant === 'dropdown' ? [MARKETS_DROPDOWN_ROWS] : PAGE_SIZES}
        pagerMinRows={variant === 'dropdown' ? MARKETS_DROPDOWN_ROWS : 5}
        rowHeight={variant === 'dropdown' ? 32 : 40}
        isTight={variant === 'dropdown'}
        onRowClick={(row) => choose(row.market.symbol)}
        rowClassName={(row) => (row.isHalted ? '[&>td:not(:first-child)]:text-t3' : undefined)}
        card={renderCard}
        empty={
          !isSearch ? (
            <EmptyState
              title={t('market.none')}
              text={tab === 'favourites' ? t('sidebar.emptyText') : t('market.noneText')}
            />
          ) : elsewhere > 0 ? (
            <EmptyState
              title={t('market.noneInTab', { query: query.trim(), tab: t(`category.${searchTab}`) })}
              text={t('market.elsewhere', { number: elsewhere })}
              action={<Button onClick={() => setSearchTab('all')}>{t('market.searchAll')}</Button>}
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
            className={buttonLook('line', 'md')}
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
        value === '' ? (
          <kbd className="rounded-[4px] border border-line-2 px-[5px] font-sans text-caption text-t3 max-md:hidden">
            /
          </kbd>
        ) : (
          <IconButton
            label={t('market.clearSearch')}
            size={24}
            onClick={() => {
              onChange('')
              ref.current?.focus()
            }}
          >
            <X size={14} strokeWidth={1.5} />
          </IconButton>
        )
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
