/** Routes. Every page but the shell is a chunk of its own ([2.18]); / and /trade lead to the last market ([2.1]). */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { TradeSkeleton } from '../pages/trade/TradeSkeleton.tsx'
import { withPageTexts as withTexts } from '../shared/i18n/index.ts'
import { ErrorScreen } from './ErrorScreen.tsx'
import { lastMarket } from './lastMarket.ts'
import { PageSkeleton } from './PageSkeleton.tsx'
import { RootLayout } from './RootLayout.tsx'

const toLastMarket = (): never => {
  throw redirect({ to: '/trade/$symbol', params: { symbol: lastMarket() }, replace: true })
}

const LazyNotFound = lazy(async () => ({ default: (await import('./NotFoundPage.tsx')).NotFoundPage }))

const NotFound = () => (
  <Suspense fallback={<PageSkeleton />}>
    <LazyNotFound />
  </Suspense>
)

const root = createRootRoute({
  component: RootLayout,
  notFoundComponent: NotFound,
  errorComponent: ErrorScreen,
})

const home = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: toLastMarket })
const tradeHome = createRoute({ getParentRoute: () => root, path: '/trade', beforeLoad: toLastMarket })
const trade = createRoute({
  getParentRoute: () => root,
  path: '/trade/$symbol',
  component: lazyRouteComponent(() => import('../pages/trade/TradePage.tsx'), 'TradePage'),
  pendingComponent: TradeSkeleton,
})
const markets = createRoute({
  getParentRoute: () => root,
  path: '/markets',
  component: lazyRouteComponent(() => import('../pages/markets/MarketsPage.tsx'), 'MarketsPage'),
  pendingComponent: PageSkeleton,
})
const portfolio = createRoute({
  getParentRoute: () => root,
  path: '/portfolio',
  validateSearch: (search: Record<string, unknown>): { view?: string } =>
    typeof search.view === 'string' ? { view: search.view } : {},
  component: lazyRouteComponent(() => import('../pages/portfolio/PortfolioPage.tsx'), 'PortfolioPage'),
  pendingComponent: PageSkeleton,
})

const oauthRedirect = createRoute({
  getParentRoute: () => root,
  path: '/oauth/redirect',
  component: lazyRouteComponent(() => import('../pages/oauth/OauthRedirectPage.tsx'), 'OauthRedirectPage'),
  pendingComponent: PageSkeleton,
})

const sessions = createRoute({
  getParentRoute: () => root,
  path: '/sessions',
  component: lazyRouteComponent(
    withTexts(() => import('../pages/sessions/SessionsPage.tsx')),
    'SessionsPage',
  ),
  pendingComponent: PageSkeleton,
})

const customWithdraw = createRoute({
  getParentRoute: () => root,
  path: '/custom-network-withdraw',
  component: lazyRouteComponent(
    withTexts(() => import('../pages/custom-withdraw/CustomNetworkPage.tsx')),
    'CustomNetworkPage',
  ),
  pendingComponent: PageSkeleton,
})

const socialReturn = createRoute({
  getParentRoute: () => root,
  path: '/oauth/social',
  component: lazyRouteComponent(
    withTexts(() => import('../pages/oauth/SocialReturnPage.tsx')),
    'SocialReturnPage',
  ),
  pendingComponent: PageSkeleton,
})

const depositPage = createRoute({
  getParentRoute: () => root,
  path: '/deposit',
  component: lazyRouteComponent(
    withTexts(() => import('../pages/deposit/DepositPage.tsx')),
    'DepositPage',
  ),
  pendingComponent: PageSkeleton,
})
const receivePages = withTexts(() => import('../pages/deposit/ReceivePage.tsx'))
const receive = createRoute({
  getParentRoute: () => root,
  path: '/deposit/receive',
  component: lazyRouteComponent(receivePages, 'ReceivePage'),
  pendingComponent: PageSkeleton,
})
const fromExchange = createRoute({
  getParentRoute: () => root,
  path: '/deposit/exchange',
  component: lazyRouteComponent(receivePages, 'ExchangePage'),
  pendingComponent: PageSkeleton,
})

const onramper = createRoute({
  getParentRoute: () => root,
  path: '/deposit/onramper',
  component: lazyRouteComponent(
    withTexts(() => import('../pages/deposit/OnrampPage.tsx')),
    'OnrampPage',
  ),
  pendingComponent: PageSkeleton,
})

const capital = createRoute({
  getParentRoute: () => root,
  path: '/vest-capital',
  component: lazyRouteComponent(
    withTexts(() => import('../pages/capital/CapitalPage.tsx')),
    'CapitalPage',
  ),
  pendingComponent: PageSkeleton,
})
const getFunded = createRoute({
  getParentRoute: () => root,
  path: '/deposit/get-funded',
  component: lazyRouteComponent(
    withTexts(() => import('../pages/deposit/GetFundedPage.tsx')),
    'GetFundedPage',
  ),
  pendingComponent: PageSkeleton,
})
const paymentSuccess = createRoute({
  getParentRoute: () => root,
  path: '/payment/success',
  component: lazyRouteComponent(
    withTexts(() => import('../pages/payment/PaymentSuccessPage.tsx')),
    'PaymentSuccessPage',
  ),
  pendingComponent: PageSkeleton,
})
const paymentCancelled = createRoute({
  getParentRoute: () => root,
  path: '/payment/cancelled',
  component: lazyRouteComponent(
    withTexts(() => import('../pages/payment/PaymentCancelledPage.tsx')),
    'PaymentCancelledPage',
  ),
  pendingComponent: PageSkeleton,
})
const liquidity = createRoute({
  getParentRoute: () => root,
  path: '/liquidity-providing',
  component: lazyRouteComponent(
    withTexts(() => import('../pages/liquidity/LiquidityPage.tsx')),
    'LiquidityPage',
  ),
  pendingComponent: PageSkeleton,
})

const referrals = createRoute({
  getParentRoute: () => root,
  path: '/referrals',
  component: lazyRouteComponent(
    withTexts(() => import('../pages/referrals/ReferralsPage.tsx')),
    'ReferralsPage',
  ),
  pendingComponent: PageSkeleton,
})
const points = createRoute({
  getParentRoute: () => root,
  path: '/points',
  component: lazyRouteComponent(
    withTexts(() => import('../pages/points/PointsPage.tsx')),
    'PointsPage',
  ),
  pendingComponent: PageSkeleton,
})
const joinPages = withTexts(() => import('../pages/join/JoinPage.tsx'))
const symbolOnly = ({ symbol }: Record<string, unknown>): { symbol?: string } =>
  typeof symbol === 'string' ? { symbol } : {}
const bareJoin = createRoute({
  getParentRoute: () => root,
  path: '/join',
  validateSearch: symbolOnly,
  component: lazyRouteComponent(joinPages, 'BareJoinPage'),
  pendingComponent: PageSkeleton,
})
const join = createRoute({
  getParentRoute: () => root,
  path: '/join/$refCode',
  validateSearch: symbolOnly,
  component: lazyRouteComponent(joinPages, 'JoinPage'),
  pendingComponent: PageSkeleton,
})

const notices = createRoute({
  getParentRoute: () => root,
  path: '/notices',
  component: lazyRouteComponent(
    withTexts(() => import('../pages/notices/NoticesPage.tsx')),
    'NoticesPage',
  ),
  pendingComponent: PageSkeleton,
})
const statistics = createRoute({
  getParentRoute: () => root,
  path: '/statistics',
  component: lazyRouteComponent(
    withTexts(() => import('../pages/statistics/StatisticsPage.tsx')),
    'StatisticsPage',
  ),
  pendingComponent: PageSkeleton,
})
const view = createRoute({
  getParentRoute: () => root,
  path: '/view',
  component: lazyRouteComponent(
    withTexts(() => import('../pages/view/ViewPage.tsx')),
    'ViewPage',
  ),
  pendingComponent: PageSkeleton,
})
const status = createRoute({
  getParentRoute: () => root,
  path: '/status',
  component: lazyRouteComponent(
    withTexts(() => import('../pages/status/StatusPage.tsx')),
    'StatusPage',
  ),
  pendingComponent: PageSkeleton,
})

const legalPages = withTexts(() => import('../pages/legal/LegalPage.tsx'))
const legal = <Path extends string>(path: Path, page: 'TermsPage' | 'PrivacyPage') =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(legalPages, page),
    pendingComponent: PageSkeleton,
  })

const routeTree = root.addChildren([
  home,
  tradeHome,
  trade,
  markets,
  portfolio,
  customWithdraw,
  depositPage,
  receive,
  fromExchange,
  onramper,
  oauthRedirect,
  socialReturn,
  sessions,
  capital,
  getFunded,
  paymentSuccess,
  paymentCancelled,
  liquidity,
  referrals,
  bareJoin,
  join,
  points,
  notices,
  statistics,
  status,
  view,
  legal('/terms', 'TermsPage'),
  legal('/privacy', 'PrivacyPage'),
])

export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    defaultPreload: 'intent',
    defaultPendingMs: 0,
    defaultErrorComponent: ErrorScreen,
    ...(history === undefined ? {} : { history }),
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
