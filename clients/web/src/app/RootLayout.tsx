/**
 * The frame of every page: banners, header, ticker, and below them either the bare page (trade) or the page
 * beside the sidebar ([2.23]). Dialogs and toasts hang here, so that they outlive a change of route.
 */
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { SIDEBAR_OPEN_PX } from '@vest/protocol'
import { usePreferences } from '../entities/preferences/index.ts'
import { onAppNavigate } from '../shared/navigation/index.ts'
import { ToastStack, useMediaQuery } from '../ui/index.ts'
import { ArmedBadge } from './ArmedBadge.tsx'
import { Banners } from './Banners.tsx'
import { DialogHost } from './DialogHost.tsx'
import { Header } from './Header.tsx'
import { HotkeyOverlay } from './HotkeyOverlay.tsx'
import { LiveAnnouncer } from './LiveAnnouncer.tsx'
import { ListingNotices } from '../features/announce-listings/index.ts'
import { DemoWallet } from '../features/demo-wallet/index.ts'
import { OrderNotices } from '../features/notify-orders/index.ts'
import { TransferNotices } from '../features/notify-transfers/index.ts'
import { AlertNotices } from '../features/price-alerts/index.ts'
import { SessionEffects } from '../features/sign-in/index.ts'
import { PaletteHost } from './PaletteHost.tsx'
import { PreferencesDialog } from './PreferencesDialog.tsx'
import { Sidebar } from './Sidebar.tsx'
import { TickerStrip } from './TickerStrip.tsx'

/** Paths below which the sidebar stands. */
const SIDEBAR_PATHS = [
  '/portfolio',
  '/markets',
  '/vest-capital',
  '/liquidity-providing',
  '/referrals',
  '/points',
  '/terms',
  '/privacy',
]

export function RootLayout() {
  const { t } = useTranslation()
  const router = useRouter()
  useEffect(() => onAppNavigate((href) => router.history.push(href)), [router])
  const path = useRouterState({ select: (state) => state.location.pathname })
  const isTrade = path.startsWith('/trade')
  const hasSidebar = SIDEBAR_PATHS.some((prefix) => path.startsWith(prefix))
  const isWide = useMediaQuery(`(min-width: ${SIDEBAR_OPEN_PX}px)`)
  const isDesktop = useMediaQuery('(min-width: 1024px)')
  const chosen = usePreferences((state) => state.isSidebarOpen)
  const change = usePreferences((state) => state.change)
  const isSidebarOpen = hasSidebar && isDesktop && (chosen ?? isWide)
  return (
    <div className="flex min-h-dvh flex-col">
      {isTrade && (
        <a
          href="#ticket"
          className="absolute -top-20 left-2 z-70 rounded-[6px] bg-ink px-3 py-2 text-body font-semibold text-on-ink focus:top-2"
        >
          {t('nav.skip')}
        </a>
      )}
      <Banners />
      <Header showsVitals={!isSidebarOpen} />
      <TickerStrip />
      <div className="flex min-h-0 flex-1">
        {hasSidebar && isDesktop && (
          <Sidebar isOpen={isSidebarOpen} onToggle={() => change({ isSidebarOpen: !isSidebarOpen })} />
        )}
        <div className="flex min-w-0 flex-1 flex-col">
          <Outlet />
        </div>
      </div>
      <DialogHost />
      <HotkeyOverlay />
      <PreferencesDialog />
      <ArmedBadge />
      <PaletteHost />
      <OrderNotices />
      <TransferNotices />
      <ListingNotices />
      <AlertNotices />
      <SessionEffects />
      <DemoWallet />
      <LiveAnnouncer />
      <ToastStack
        closeLabel={t('common.close')}
        regionLabel={t('toast.region')}
        moreLabel={(count) => t('toast.more', { count })}
        fewerLabel={t('toast.fewer')}
      />
    </div>
  )
}
