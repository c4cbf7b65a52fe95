/**
 * The markets page: every market in its tab, with search, favourites and the totals of the exchange ([2.31]). On
 * large screens it fills the window: the table scrolls under its head, and the pager stays put.
 */
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { usd6, type Usd6 } from '@vest/protocol'
import { useHasMarkets, useMarketRows, type MarketRow } from '../../entities/market/index.ts'
import { MarketsTable } from '../../features/select-market/MarketsTable.tsx'
import { formatCompactMoney } from '../../shared/format/index.ts'
import { Dot } from '../../ui/index.ts'

export function MarketsPage() {
  const { t } = useTranslation()
  const rows = useMarketRows()
  const hasMarkets = useHasMarkets()
  useEffect(() => {
    document.title = `${t('nav.markets')} · ${t('app.name')}`
  }, [t])
  return (
    <main className="mx-auto flex w-full max-w-[1408px] flex-1 flex-col px-6 py-5 max-md:px-4 lg:h-[calc(100dvh-112px-var(--banners,0px))] lg:min-h-[520px] lg:flex-none">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h1 className="text-figure font-semibold">{t('nav.markets')}</h1>
        {/* Figures break from each other, never within; the dot stays with the one before. On small screens the count has
            a row of its own, before the figures are there as after it, so that nothing moves when they come. */}
        <p className="flex flex-wrap items-baseline text-dense whitespace-nowrap text-t2 max-md:w-full">
          <span className="max-md:w-full">
            {t('market.count', { total: hasMarkets ? String(rows.length) : '–' })}
            <span className="max-md:hidden">
              <Dot />
            </span>
          </span>
          <span>
            <Total name={t('market.volume24h')} value={total(rows, (row) => row.quoteVolume)} />
            <Dot />
          </span>
          <Total name={t('market.openInterest')} value={total(rows, (row) => row.openInterest)} />
        </p>
      </div>
      <div className="mt-[14px] flex min-h-0 flex-1 flex-col overflow-hidden rounded-[10px] border border-line bg-s1">
        <MarketsTable variant="page" />
      </div>
    </main>
  )
}

const Total = ({ name, value }: { readonly name: string; readonly value: Usd6 | undefined }) => (
  <span>
    {name} <span className="font-medium text-t1">{formatCompactMoney(value)}</span>
  </span>
)

/** Sum of what is known; undefined while nothing is. */
function total(rows: readonly MarketRow[], of: (row: MarketRow) => Usd6 | undefined): Usd6 | undefined {
  const known = rows.map(of).filter((value) => value !== undefined)
  return known.length === 0 ? undefined : usd6(known.reduce((sum: number, value) => sum + value, 0))
}
