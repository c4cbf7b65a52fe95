/**
 * Small screens: header of the market, then tabs Chart, Trade, Positions, Orders, History. On Chart a bottom bar
 * holds Long and Short; each opens the Trade tab with that side. The order book stays on large screens.
 */
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AccountStats, usePortfolio } from '../../entities/account/index.ts'
import { ChangeBoth, useMarketRow } from '../../entities/market/index.ts'
import {
  OrderHistoryTable,
  ticketRequests,
  useOrders,
  type HistoryFilter,
} from '../../entities/order/index.ts'
import { PositionLine } from '../../entities/position/index.ts'
import { LeverageButton } from '../../features/change-leverage/index.ts'
import { OrderEntry } from '../../features/order-entry/index.ts'
import { MarketSwitch } from '../../features/select-market/index.ts'
import { MarketNotice, SessionStrip } from '../../features/trading-hours/index.ts'
import type { Market } from '../../live/index.ts'
import { formatCompactMoney, formatPrice } from '../../shared/format/index.ts'
import { Button, PanelBoundary, TabBar, TabPanel, Tabs, useOverflowCue } from '../../ui/index.ts'
import { HistoryTools, OpenOrders, Positions } from './ActivityTabs.tsx'
import { Funding, MarkPrice } from './MarketBar.tsx'
import { TradeChart } from './TradeChart.tsx'
import { usePanelTexts } from './usePanelTexts.ts'

type MobileTab = 'chart' | 'trade' | 'positions' | 'orders' | 'history'

export function MobileTrade({ market }: { readonly market: Market }) {
  const { t } = useTranslation()
  const texts = usePanelTexts()
  const [tab, setTab] = useState<MobileTab>('chart')
  const [filter, setFilter] = useState<HistoryFilter>('ALL')
  const positions = usePortfolio((portfolio) => portfolio.positions.length)
  const open = useOrders((lists) => lists.open.length)
  // A whole order that was asked of the ticket wants the trader's eye there.
  useEffect(
    () =>
      ticketRequests.listen(market.symbol, (request) => void (request.kind === 'order' && setTab('trade'))),
    [market.symbol],
  )
  const trade = (isBuy: boolean): void => {
    setTab('trade')
    ticketRequests.send({ kind: 'side', isBuy })
  }
  return (
    <main className="flex min-h-[calc(100dvh-64px)] flex-col bg-s1">
      <MobileMarket market={market} showsStats={tab === 'chart'} />
      <Tabs value={tab} onChange={setTab} className="flex flex-1 flex-col">
        <TabBar
          label={t('trade.tabs')}
          value={tab}
          className="h-11 px-[6px]"
          items={[
            { value: 'chart', label: t('trade.chart') },
            { value: 'trade', label: t('trade.trade') },
            { value: 'positions', label: t('positions.title'), count: positions },
            { value: 'orders', label: t('orders.openShort'), count: open },
            { value: 'history', label: t('orders.historyShort') },
          ]}
        />
        <TabPanel value="chart" className="flex flex-1 flex-col data-[state=inactive]:hidden">
          <div className="grid min-h-[432px] flex-1">
            <PanelBoundary {...texts}>
              <TradeChart market={market} />
            </PanelBoundary>
          </div>
          <OwnPosition symbol={market.symbol} />
          <div className="sticky bottom-0 z-20 grid grid-cols-2 gap-2 border-t border-line bg-s2 px-4 pt-[10px] pb-[max(22px,env(safe-area-inset-bottom))]">
            <Button size="xl" variant="long" onClick={() => trade(true)}>
              {t('side.long')}
            </Button>
            <Button size="xl" variant="short" onClick={() => trade(false)}>
              {t('side.short')}
            </Button>
          </div>
        </TabPanel>
        {/* Kept mounted, so that a side chosen on the Chart tab reaches a ticket that listens. */}
        <TabPanel value="trade" isKept className="flex flex-1 flex-col">
          <PanelBoundary {...texts}>
            <OrderEntry
              market={market}
              isCompact
              leverage={<LeverageButton market={market} look="tall" />}
              account={<AccountStats />}
              notice={<MarketNotice market={market} />}
            />
          </PanelBoundary>
        </TabPanel>
        <TabPanel value="positions" className="flex-1">
          <Positions symbol={undefined} rowHeight={40} />
        </TabPanel>
        <TabPanel value="orders" className="flex-1">
          <OpenOrders symbol={undefined} />
        </TabPanel>
        <TabPanel value="history" className="flex-1">
          <div className="flex items-center justify-between border-b border-line px-4 py-2">
            <HistoryTools filter={filter} onFilter={setFilter} symbol={undefined} />
          </div>
          <OrderHistoryTable filter={filter} className="bg-s1" />
        </TabPanel>
      </Tabs>
    </main>
  )
}

function MobileMarket({ market, showsStats }: { readonly market: Market; readonly showsStats: boolean }) {
  const { t } = useTranslation()
  const row = useMarketRow(market.symbol)
  const cue = useOverflowCue<HTMLDListElement>()
  return (
    <section aria-label={t('trade.marketBar')}>
      <div className="flex h-16 items-center justify-between gap-2 border-b border-line px-4">
        <MarketSwitch market={market} row={row} />
        <div className="live-price text-right">
          <p>
            <MarkPrice market={market} row={row} />
          </p>
          <p className="text-dense whitespace-nowrap">
            <ChangeBoth ticker={row?.ticker} market={market} />
          </p>
        </div>
      </div>
      {showsStats && (
        <dl
          ref={cue}
          className="live-price no-scrollbar relative flex h-[50px] items-center justify-between gap-4 overflow-x-auto border-b border-line px-4 text-dense whitespace-nowrap"
        >
          <div>
            <dt className="text-caption text-t3">{t('market.index')}</dt>
            <dd>{formatPrice(row?.ticker?.indexPrice, market.priceDecimals)}</dd>
          </div>
          <div>
            <dt className="text-caption text-t3">{t('market.volume24h')}</dt>
            <dd>{formatCompactMoney(row?.quoteVolume)}</dd>
          </div>
          <div>
            <dt className="text-caption text-t3">{t('market.openInterest')}</dt>
            <dd>{formatCompactMoney(row?.openInterest)}</dd>
          </div>
          <div className="text-right">
            <dt className="text-caption text-t3">{t('market.funding8h')}</dt>
            <dd>
              <Funding row={row} />
            </dd>
          </div>
        </dl>
      )}
      {showsStats && <SessionStrip market={market} />}
    </section>
  )
}

/** The open position of this market under the chart, with its tape. */
function OwnPosition({ symbol }: { readonly symbol: string }) {
  const row = usePortfolio((portfolio) =>
    portfolio.positions.find((position) => position.market.symbol === symbol),
  )
  return row === undefined ? null : (
    <div className="border-t border-line px-4 py-3">
      <PositionLine row={row} />
    </div>
  )
}
