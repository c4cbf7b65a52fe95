/**
 * The frame of every page: banners, header, ticker, and below them either the bare page (trade) or the page
 * beside the sidebar ([2.23]). Dialogs and toasts hang here, so that they outlive a change of route.
 */
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { SIDEBAR_OPEN_PX } from '@vest/protocol'
import { useHotkey } from '../entities/hotkeys/index.ts'
import { usePreferences } from '../entities/preferences/index.ts'
import { tellPage } from '../shared/analytics/counterSignals.ts'
import { CUSTOM_NETWORK_PATH, isCustomNetworkPath, onAppNavigate } from '../shared/navigation/index.ts'
import { cx, TOAST_ROW_ID, useMediaQuery } from '../ui/index.ts'
import { Banners } from './banners/Banners.tsx'
import { DialogHost } from './DialogHost.tsx'
import { EarlyPalette } from './EarlyPalette.tsx'
import { Header } from './Header.tsx'
import { HotkeyOverlay } from './HotkeyOverlay.tsx'
import { openPalette } from './palette.ts'
import { PreferencesHost } from './PreferencesHost.tsx'
import { TickerStrip } from './TickerStrip.tsx'

// Neither is needed to show a page: what tells and follows, and what stands beside every page but that of trading.
const LateParts = lazy(async () => ({ default: (await import('./LateParts.tsx')).LateParts }))
const Sidebar = lazy(async () => ({ default: (await import('./Sidebar.tsx')).Sidebar }))

/** Paths below which the sidebar stands. */
const SIDEBAR_PATHS = [
  '/portfolio',
  '/markets',
  '/vest-capital',
  '/liquidity-providing',
  '/referrals',
  '/join',
  '/points',
  '/terms',
  '/privacy',
  CUSTOM_NETWORK_PATH,
]

/** As wide as the sidebar will be. */
const SidebarPlace = ({ isOpen }: { readonly isOpen: boolean }) => (
  <div
    aria-busy="true"
    className={cx('shrink-0 border-r border-line bg-s1', isOpen ? 'w-[264px]' : 'w-[37px]')}
  />
)

export function RootLayout() {
  const { t } = useTranslation()
  const router = useRouter()
  useEffect(() => onAppNavigate((href) => router.history.push(href)), [router])
  useHotkey('palette', openPalette)
  const path = useRouterState({ select: (state) => state.location.pathname })
  useEffect(() => tellPage(path), [path])
  const isTrade = path.startsWith('/trade')
  const hasSidebar = SIDEBAR_PATHS.some((prefix) => path.startsWith(prefix))
  const isWide = useMediaQuery(`(min-width: ${SIDEBAR_OPEN_PX}px)`)
  const isDesktop = useMediaQuery('(min-width: 1024px)')
  const isSmall = useMediaQuery('(max-width: 767px)')
  const chosen = usePreferences((state) => state.isSidebarOpen)
  const change = usePreferences((state) => state.change)
  const isSidebarOpen = hasSidebar && isDesktop && (chosen ?? (isWide && !isCustomNetworkPath(path)))
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
      <div id={TOAST_ROW_ID} className={cx('top-16 z-30', isSmall && 'sticky')} />
      <div className="flex min-h-0 flex-1">
        {hasSidebar && isDesktop && (
          <Suspense fallback={<SidebarPlace isOpen={isSidebarOpen} />}>
            <Sidebar isOpen={isSidebarOpen} onToggle={() => change({ isSidebarOpen: !isSidebarOpen })} />
          </Suspense>
        )}
        <div className="flex min-w-0 flex-1 flex-col">
          <Outlet />
        </div>
      </div>
      <DialogHost />
      <HotkeyOverlay />
      <PreferencesHost />
      <Suspense fallback={<EarlyPalette />}>
        <LateParts />
      </Suspense>
    </div>
  )
}
