/**
 * The trading page. Desktop: market bar, chart, book, ticket and activity meet at hairlines on one grid; 768:
 * chart over positions beside the ticket; below: tabs. It composes features and owns nothing but the layout.
 */
import { Navigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { AccountStats } from '../../entities/account/index.ts'
import { useHasMarkets, useMarket } from '../../entities/market/index.ts'
import { usePreferences } from '../../entities/preferences/index.ts'
import { useFailedRead } from '../../entities/session/index.ts'
import { LeverageButton } from '../../features/change-leverage/index.ts'
import { BookPanel } from '../../features/order-book/index.ts'
import { OrderEntry } from '../../features/order-entry/index.ts'
import { MarketNotice } from '../../features/trading-hours/index.ts'
import { useLive, type Market } from '../../live/index.ts'
import { PanelBoundary, ReadFailure, useMediaQuery } from '../../ui/index.ts'
import { MarketBar } from './MarketBar.tsx'
import { TradeChart } from './TradeChart.tsx'
import { TradeSkeleton } from './TradeSkeleton.tsx'
import { useMarketTitle } from './useMarketTitle.ts'
import { usePanelTexts } from './usePanelTexts.ts'
import { useTradeHotkeys } from './useTradeHotkeys.ts'

// Lists and the small screen's page come by themselves: neither is needed to show a market and its ticket.
const ActivityTabs = lazy(async () => ({ default: (await import('./ActivityTabs.tsx')).ActivityTabs }))
const UnknownMarket = lazy(async () => ({ default: (await import('./UnknownMarket.tsx')).UnknownMarket }))
const MobileTrade = lazy(async () => ({ default: (await import('./MobileTrade.tsx')).MobileTrade }))

export function TradePage() {
  const { symbol } = useParams({ from: '/trade/$symbol' })
  const live = useLive()
  const hasMarkets = useHasMarkets()
  const market = useMarket(symbol)
  const change = usePreferences((state) => state.change)
  const isListed = market?.symbol === symbol
  const isElsewhere = market !== undefined && !isListed
  useEffect(() => {
    if (isElsewhere) return
    live.selectMarket(symbol)
    return () => live.selectMarket(undefined)
  }, [live, symbol, isElsewhere])
  useEffect(() => {
    if (isListed) change({ lastMarket: symbol })
  }, [isListed, symbol, change])
  useMarketTitle(market)
  const retry = useFailedRead(!hasMarkets)
  if (retry !== undefined) return <NoMarkets onRetry={retry} />
  if (!hasMarkets) return <TradeSkeleton />
  if (market === undefined)
    return (
      <Suspense fallback={<TradeSkeleton />}>
        <UnknownMarket symbol={symbol} />
      </Suspense>
    )
  // An address is typed in any case; the market has one.
  if (isElsewhere) return <Navigate to="/trade/$symbol" params={{ symbol: market.symbol }} replace />
  return <TradeLayout key={market.symbol} market={market} />
}

/** Without the list of markets there is nothing to show, and nothing that a skeleton could stand for. */
function NoMarkets({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <main className="grid flex-1 bg-s1">
      <ReadFailure text={t('table.failed')} retryLabel={t('table.retry')} onRetry={onRetry} />
    </main>
  )
}

function TradeLayout({ market }: { readonly market: Market }) {
  const isDesktop = useMediaQuery('(min-width: 1024px)')
  const isTablet = useMediaQuery('(min-width: 768px)')
  useTradeHotkeys(market.symbol)
  if (isDesktop) return <DesktopTrade market={market} />
  if (isTablet) return <TabletTrade market={market} />
  return (
    <Suspense fallback={<TradeSkeleton />}>
      <MobileTrade market={market} />
    </Suspense>
  )
}

function DesktopTrade({ market }: { readonly market: Market }) {
  const texts = usePanelTexts()
  return (
    <main className="trade-grid">
      <div className="trade-market grid">
        <PanelBoundary {...texts}>
          <MarketBar market={market} />
        </PanelBoundary>
      </div>
      <PanelBoundary {...texts}>
        <TradeChart market={market} />
      </PanelBoundary>
      <PanelBoundary {...texts}>
        <BookPanel market={market} />
      </PanelBoundary>
      <div className="trade-ticket flex min-h-0 flex-col bg-s2">
        <PanelBoundary {...texts}>
          <OrderEntry
            market={market}
            leverage={<LeverageButton market={market} look="badge" />}
            account={<AccountStats />}
            notice={<MarketNotice market={market} />}
          />
        </PanelBoundary>
      </div>
      <div className="trade-activity grid min-h-0">
        <PanelBoundary {...texts}>
          <Suspense fallback={<div aria-busy="true" className="bg-s1" />}>
            <ActivityTabs symbol={market.symbol} />
          </Suspense>
        </PanelBoundary>
      </div>
    </main>
  )
}

function TabletTrade({ market }: { readonly market: Market }) {
  const texts = usePanelTexts()
  return (
    <main className="trade-grid">
      <div className="trade-market grid">
        <MarketBar market={market} />
      </div>
      <PanelBoundary {...texts}>
        <TradeChart market={market} />
      </PanelBoundary>
      <div className="trade-ticket flex min-h-0 flex-col bg-s2">
        <PanelBoundary {...texts}>
          <OrderEntry
            market={market}
            leverage={<LeverageButton market={market} look="badge" />}
            account={<AccountStats />}
            notice={<MarketNotice market={market} />}
          />
        </PanelBoundary>
      </div>
      <div className="trade-activity grid min-h-0 overflow-auto bg-s1">
        <PanelBoundary {...texts}>
          <Suspense fallback={<div aria-busy="true" className="bg-s1" />}>
            <ActivityTabs symbol={market.symbol} />
          </Suspense>
        </PanelBoundary>
      </div>
    </main>
  )
}
