/** The portfolio ([2.3], [2.30]): summary, distance to liquidation, and its lists; `?view=` names one. */
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePortfolio } from '../../entities/account/index.ts'
import { OrderHistoryTable, useOrders, type HistoryFilter } from '../../entities/order/index.ts'
import { FillsTable, FundingTable, useFreshPast } from '../../entities/past/index.ts'
import { useSession } from '../../entities/session/index.ts'
import { VisitorPanel } from '../../entities/session/VisitorPanel.tsx'
import { CancelAllButton, CloseAllButton } from '../../features/bulk-orders/index.ts'
import { FirstStepsCard } from '../../features/first-steps/index.ts'
import { withPageTexts } from '../../shared/i18n/index.ts'
import { Dot, TabBar, TabPanel, Tabs } from '../../ui/index.ts'
import { HistoryTools, OpenOrders, Positions } from '../trade/ActivityTabs.tsx'
import { Balances } from './Balances.tsx'
import { ClosedPositions } from './ClosedPositions.tsx'
import { EquityChart } from './EquityChart.tsx'
import { LiquidationLadder } from './LiquidationLadder.tsx'
import { LockedCollateral } from './LockedCollateral.tsx'
import { isPast, PastExport } from './PastExport.tsx'
import { PORTFOLIO_VIEWS, readView } from './portfolioViews.ts'
import { SummaryCards } from './SummaryCards.tsx'
import { Transfers } from './Transfers.tsx'

const GuardrailsPanel = lazy(
  withPageTexts(async () => ({
    default: (await import('../../features/guardrails/GuardrailsPanel.tsx')).GuardrailsPanel,
  })),
)

const route = getRouteApi('/portfolio')

export function PortfolioPage() {
  const { t } = useTranslation()
  const status = useSession((state) => state.status)
  const positions = usePortfolio((portfolio) => portfolio.positions.length)
  const open = useOrders((lists) => lists.open.length)
  useEffect(() => {
    document.title = `${t('nav.portfolio')} · ${t('app.name')}`
  }, [t])
  const isVisitor = status === 'visitor' || status === 'needs-registration'
  return (
    <main className="mx-auto flex w-full max-w-[1408px] flex-1 flex-col px-6 py-5 max-md:px-4">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h1 className="text-figure font-semibold">{t('nav.portfolio')}</h1>
        {!isVisitor && (
          <p className="text-dense text-t2">
            {t('portfolio.positionCount', { count: positions })}
            <Dot />
            {t('portfolio.orderCount', { count: open })}
            <Dot />
            <Link to="/statistics" className="text-chalk underline">
              {t('portfolio.statistics')}
            </Link>
          </p>
        )}
      </div>
      {isVisitor ? (
        <VisitorPanel
          title={t('portfolio.visitorTitle')}
          text={t('portfolio.visitorText')}
          className="mt-[14px]"
        />
      ) : (
        <>
          <FirstStepsCard />
          <SummaryCards />
          <EquityChart />
          <LiquidationLadder />
          <Lists positions={positions} open={open} />
          <Suspense fallback={<div aria-busy="true" className="mt-3 h-40" />}>
            <GuardrailsPanel />
          </Suspense>
        </>
      )}
    </main>
  )
}

function Lists({ positions, open }: { readonly positions: number; readonly open: number }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const view = readView(route.useSearch().view)
  const [filter, setFilter] = useState<HistoryFilter>('ALL')
  useFreshPast()
  const tools =
    view === 'positions' ? (
      <CloseAllButton symbol={undefined} />
    ) : view === 'open-orders' ? (
      <CancelAllButton symbol={undefined} />
    ) : view === 'order-history' ? (
      <HistoryTools filter={filter} onFilter={setFilter} symbol={undefined} />
    ) : isPast(view) ? (
      <PastExport view={view} />
    ) : undefined
  const counts: Partial<Record<typeof view, number>> = { positions, 'open-orders': open }
  return (
    <section
      aria-label={t('portfolio.lists')}
      className="mt-3 overflow-hidden rounded-[10px] border border-line bg-s1"
    >
      <Tabs
        value={view}
        onChange={(next) => void navigate({ to: '/portfolio', search: { view: next }, replace: true })}
      >
        <TabBar
          label={t('portfolio.lists')}
          value={view}
          className="h-11 px-[6px] max-md:flex-wrap"
          items={PORTFOLIO_VIEWS.map((value) => ({
            value,
            label: t(`portfolio.tabs.${value}`),
            count: counts[value],
          }))}
          end={tools !== undefined && <span className="flex items-center pr-3 max-md:hidden">{tools}</span>}
        />
        {tools !== undefined && (
          <div className="relative flex flex-wrap items-center gap-2 px-4 py-2 md:hidden">{tools}</div>
        )}
        <TabPanel value="positions">
          <Positions symbol={undefined} rowHeight={44} />
        </TabPanel>
        <TabPanel value="open-orders">
          <OpenOrders symbol={undefined} />
        </TabPanel>
        <TabPanel value="order-history">
          <OrderHistoryTable filter={filter} className="bg-s1" />
        </TabPanel>
        <TabPanel value="balances">
          <Balances />
        </TabPanel>
        <TabPanel value="transfers">
          <Transfers />
        </TabPanel>
        <TabPanel value="locked-asset-collateral">
          <LockedCollateral />
        </TabPanel>
        <TabPanel value="position-history">
          <ClosedPositions />
        </TabPanel>
        <TabPanel value="fills">
          <FillsTable />
        </TabPanel>
        <TabPanel value="funding">
          <FundingTable />
        </TabPanel>
      </Tabs>
    </section>
  )
}
