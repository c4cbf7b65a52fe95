/** Left rail of document pages ([2.23]): account stats, then the watch list at 36 px rows, ten to a page. */
import { Link } from '@tanstack/react-router'
import { PanelLeft, Plus } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WATCH_LIST_ROWS } from '@vest/protocol'
import { AccountHealth, signClass, useIsCapitalAccount, usePortfolio } from '../entities/account/index.ts'
import { Explained } from '../entities/explanation/index.ts'
import { ChangePercent, MarketLogo, useFavourites, useMarket, useTicker } from '../entities/market/index.ts'
import { useFrame, useLive } from '../live/index.ts'
import { useSession } from '../entities/session/index.ts'
import { formatMoney, formatPrice, formatSignedMoney } from '../shared/format/index.ts'
import { EmptyState, IconButton, KeyValue, Pager, Skeleton, Term } from '../ui/index.ts'
import { useTableTexts, withPageTexts } from '../shared/i18n/index.ts'

// Few accounts have limits.
const LimitMeters = lazy(
  withPageTexts(async () => ({
    default: (await import('../entities/capital/LimitMeters.tsx')).LimitMeters,
  })),
)

export function Sidebar({ isOpen, onToggle }: { readonly isOpen: boolean; readonly onToggle: () => void }) {
  const { t } = useTranslation()
  const toggle = (
    <IconButton label={t('sidebar.toggle')} size={28} aria-expanded={isOpen} onClick={onToggle}>
      <PanelLeft size={16} strokeWidth={1.5} />
    </IconButton>
  )
  if (!isOpen)
    return (
      <div className="sticky top-28 h-[calc(100dvh-112px)] shrink-0 border-r border-line bg-s1 p-1">
        {toggle}
      </div>
    )
  return (
    <aside
      aria-label={t('sidebar.title')}
      className="sticky top-28 h-[calc(100dvh-112px)] w-[264px] shrink-0 overflow-y-auto border-r border-line bg-s1"
    >
      <div className="border-b border-line px-4 pt-[10px] pb-3">
        <div className="flex items-center justify-between">
          <h2 className="text-dense font-semibold">{t('sidebar.title')}</h2>
          {toggle}
        </div>
        <Stats />
      </div>
      <WatchList />
    </aside>
  )
}

function Stats() {
  const { t } = useTranslation()
  const isReady = useSession((state) => state.status === 'ready')
  const summary = usePortfolio((portfolio) => portfolio.summary)
  const isCapital = useIsCapitalAccount()
  const capital = useFrame(useLive().account, ({ account }) => account?.capital)
  if (!isReady) return <p className="py-2 text-dense text-t2">{t('sidebar.visitorText')}</p>
  return (
    <>
      <p className="text-[22px] leading-7 font-semibold">{formatMoney(summary?.equity)}</p>
      <p className="mb-3 text-dense text-t2">{t('account.equity')}</p>
      {summary && (capital === undefined || !isCapital) && <AccountHealth health={summary.health} />}
      {summary && capital !== undefined && isCapital && (
        <Suspense fallback={<Skeleton className="h-24" />}>
          <LimitMeters facts={capital} equity={summary.equity} />
        </Suspense>
      )}
      <div className="mt-1">
        <KeyValue label={t('account.available')}>
          <Explained number={{ kind: 'available' }} isUnknown={summary === undefined}>
            {formatMoney(summary?.available)}
          </Explained>
        </KeyValue>
        <KeyValue label={t('account.unrealizedPnl')}>
          <span className={signClass(summary?.unrealizedPnl)}>
            <Explained number={{ kind: 'unrealizedPnl' }} isUnknown={summary === undefined}>
              {formatSignedMoney(summary?.unrealizedPnl)}
            </Explained>
          </span>
        </KeyValue>
        {!isCapital && (
          <KeyValue label={<Term help={t('account.maintMarginHelp')}>{t('account.maintMargin')}</Term>}>
            <Explained number={{ kind: 'maintMargin' }} isUnknown={summary === undefined}>
              {formatMoney(summary?.maintMargin, { rounding: 'ceil' })}
            </Explained>
          </KeyValue>
        )}
      </div>
    </>
  )
}

function WatchList() {
  const { t } = useTranslation()
  const texts = useTableTexts()
  const { favourites } = useFavourites()
  const [page, setPage] = useState(0)
  const last = Math.max(0, Math.ceil(favourites.length / WATCH_LIST_ROWS) - 1)
  const shownPage = Math.min(page, last)
  const shown = useMemo(
    () => favourites.slice(shownPage * WATCH_LIST_ROWS, (shownPage + 1) * WATCH_LIST_ROWS),
    [favourites, shownPage],
  )
  return (
    <section aria-label={t('sidebar.watchList')} className="py-2">
      <div className="flex h-7 items-center justify-between px-4">
        <h2 className="text-dense font-semibold">{t('sidebar.watchList')}</h2>
        <Link
          to="/markets"
          aria-label={t('sidebar.add')}
          className="flex size-7 items-center justify-center rounded-[5px] text-t2 hover:bg-s3"
        >
          <Plus size={16} strokeWidth={1.5} />
        </Link>
      </div>
      {favourites.length === 0 ? (
        <EmptyState title={t('sidebar.emptyTitle')} text={t('sidebar.emptyText')} />
      ) : (
        <ul>
          {shown.map((symbol) => (
            <WatchRow key={symbol} symbol={symbol} />
          ))}
        </ul>
      )}
      {favourites.length > WATCH_LIST_ROWS && (
        <Pager
          pageIndex={shownPage}
          pageSize={WATCH_LIST_ROWS}
          pageSizes={[WATCH_LIST_ROWS]}
          total={favourites.length}
          texts={texts}
          onPage={setPage}
          onPageSize={() => undefined}
        />
      )}
    </section>
  )
}

function WatchRow({ symbol }: { readonly symbol: string }) {
  const market = useMarket(symbol)
  const ticker = useTicker(symbol)
  if (market === undefined) return null
  return (
    <li>
      <Link
        to="/trade/$symbol"
        params={{ symbol }}
        className="flex h-9 items-center gap-2 px-4 text-dense -outline-offset-2 hover:bg-s3"
      >
        <MarketLogo market={market} size={20} />
        <span className="flex-1 truncate font-medium">{market.label}</span>
        <span className="live-price text-right leading-[14px]">
          {formatPrice(ticker?.markPrice, market.priceDecimals)}
          <br />
          <ChangePercent ticker={ticker} className="text-caption leading-[14px]" />
        </span>
      </Link>
    </li>
  )
}
