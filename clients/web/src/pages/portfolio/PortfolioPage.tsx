/** The portfolio: positions, open orders and order history of the account ([2.30]). */
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePortfolio } from '../../entities/account/index.ts'
import { OrderHistoryTable, useOrders, type HistoryFilter } from '../../entities/order/index.ts'
import { TabBar, TabPanel, Tabs } from '../../ui/index.ts'
import { HistoryTools, OpenOrders, Positions } from '../trade/ActivityTabs.tsx'

const VIEWS = ['positions', 'open-orders', 'order-history'] as const
type View = (typeof VIEWS)[number]
const isView = (value: string | undefined): value is View => (VIEWS as readonly (string | undefined)[]).includes(value)
const route = getRouteApi('/portfolio')

export function PortfolioPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const search = route.useSearch()
  const view: View = isView(search.view) ? search.view : 'positions'
  const [filter, setFilter] = useState<HistoryFilter>('ALL')
  const positions = usePortfolio((portfolio) => portfolio.positions.length)
  const open = useOrders((lists) => lists.open.length)
  useEffect(() => {
    document.title = `${t('nav.portfolio')} · ${t('app.name')}`
  }, [t])
  return (
    <main className="mx-auto flex w-full max-w-[1408px] flex-1 flex-col px-6 py-5 max-md:px-4">
      <h1 className="text-figure font-semibold">{t('nav.portfolio')}</h1>
      <div className="mt-[14px] overflow-hidden rounded-[10px] border border-line bg-s1">
        <Tabs value={view} onChange={(next) => void navigate({ to: '/portfolio', search: { view: next }, replace: true })}>
          <TabBar
            label={t('nav.portfolio')}
            value={view}
            className="h-11 px-[6px]"
            items={[
              { value: 'positions', label: t('positions.title'), count: positions },
              { value: 'open-orders', label: t('orders.open'), count: open },
              { value: 'order-history', label: t('orders.history') },
            ]}
            end={
              view === 'order-history' && (
                <span className="flex items-center gap-3 pr-3">
                  <HistoryTools filter={filter} onFilter={setFilter} symbol={undefined} />
                </span>
              )
            }
          />
          <TabPanel value="positions">
            <Positions symbol={undefined} rowHeight={44} />
          </TabPanel>
          <TabPanel value="open-orders">
            <OpenOrders symbol={undefined} />
          </TabPanel>
          <TabPanel value="order-history">
            <OrderHistoryTable filter={filter} className="bg-s1" />
          </TabPanel>
        </Tabs>
      </div>
    </main>
  )
}
