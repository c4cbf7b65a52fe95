/**
 * The sticky header ([2.21], [2.22]): logo, links, vitals, withdraw and deposit, account capsule, live-feed
 * icon, settings; 64 high below 768 px and 80 from there. Small screens get a sheet behind the hamburger.
 */
import { Link, useRouterState } from '@tanstack/react-router'
import { Menu as MenuIcon } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usd6, type Usd6 } from '@vest/protocol'
import {
  healthFigure,
  healthTone,
  HEALTH_TEXT,
  useMoneyDoors,
  usePortfolio,
} from '../entities/account/index.ts'
import { useFrame, useLive, type CapitalFacts } from '../live/index.ts'
import { useSession } from '../entities/session/index.ts'
import { formatMoney } from '../shared/format/index.ts'
import { Button, cx, IconButton, Mark, Spinner } from '../ui/index.ts'
import { AccountCapsule } from './AccountCapsule.tsx'
import { FeedIcon } from './FeedIcon.tsx'
import { lastMarket } from './lastMarket.ts'
import { MoreMenu } from './MoreMenu.tsx'
import { isActivePath, NAV_ITEMS } from './navItems.ts'
import { SettingsMenu } from './SettingsMenu.tsx'

const NoticeBell = lazy(async () => ({
  default: (await import('../features/notice-centre/index.ts')).NoticeBell,
}))
const NavSheet = lazy(async () => ({ default: (await import('./NavSheet.tsx')).NavSheet }))

export function Header({ showsVitals }: { readonly showsVitals: boolean }) {
  const { t } = useTranslation()
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  const path = useRouterState({ select: (state) => state.location.pathname })
  const status = useSession((state) => state.status)
  const openDialog = useSession((state) => state.openDialog)
  const money = useMoneyDoors()
  useEffect(() => setIsSheetOpen(false), [path])
  const isReady = status === 'ready'
  // Beside an account's own controls the links need more room than a visitor's header has.
  const isVisitor = status === 'visitor'
  return (
    <header className="sticky top-0 z-30 flex h-16 shrink-0 items-center gap-7 border-b border-line bg-s1 px-4 md:h-20 md:px-5">
      <Link
        to="/trade/$symbol"
        params={{ symbol: lastMarket() }}
        aria-label={t('nav.home')}
        className="flex items-center gap-[9px] text-[19px] font-semibold tracking-[-0.025em] md:text-[21px]"
      >
        <Mark size={26} />
        {t('app.name')}
      </Link>
      <nav
        aria-label={t('nav.label')}
        className={cx('hidden h-full gap-[2px]', isVisitor ? 'lg:flex' : 'xl:flex')}
      >
        {NAV_ITEMS.map((item) => {
          const isActive = isActivePath(path, item.path)
          return (
            <Link
              key={item.path}
              to={item.path}
              aria-current={isActive ? 'page' : undefined}
              className={cx(
                'relative flex items-center px-[13px] text-nav font-medium -outline-offset-[6px] hover:text-t1',
                isActive
                  ? 'text-t1 after:absolute after:inset-x-[13px] after:-bottom-px after:h-[2px] after:bg-chalk'
                  : 'text-t2',
              )}
            >
              {t(item.text)}
            </Link>
          )
        })}
        <MoreMenu path={path} />
      </nav>
      <span className="-ml-7 flex-1" />
      {isReady && showsVitals && <Vitals />}
      {isReady && money.withdraw !== undefined && (
        <div className="hidden gap-2 md:flex">
          <Button variant="line" onClick={() => openDialog('withdraw')}>
            {t(money.withdraw === 'profit' ? 'capital.profitWithdraw' : 'header.withdraw')}
          </Button>
          {money.deposit && (
            <Button variant="ink" onClick={() => openDialog('deposit')}>
              {t('header.deposit')}
            </Button>
          )}
        </div>
      )}
      <div className="-ml-2 flex items-center gap-[6px]">
        {(isReady || status === 'needs-registration') && <AccountCapsule />}
        {status === 'connecting' && (
          <span
            role="status"
            aria-label={t('header.connecting')}
            className="flex size-12 items-center justify-center text-t2"
          >
            <Spinner size={16} />
          </span>
        )}
        {status === 'visitor' && (
          <Button variant="ink" onClick={() => openDialog('sign-in')}>
            {t('header.login')}
          </Button>
        )}
        <span className="hidden items-center gap-[6px] md:flex">
          {isReady && (
            <Suspense fallback={<span className="size-9" />}>
              <NoticeBell />
            </Suspense>
          )}
          <FeedIcon />
          <SettingsMenu />
        </span>
        <span className={isVisitor ? 'lg:hidden' : 'xl:hidden'}>
          <IconButton
            label={t('nav.menu')}
            size={48}
            aria-expanded={isSheetOpen}
            onClick={() => setIsSheetOpen(true)}
          >
            <MenuIcon size={20} strokeWidth={1.5} />
          </IconButton>
        </span>
      </div>
      {isSheetOpen && (
        <Suspense fallback={null}>
          <NavSheet onClose={() => setIsSheetOpen(false)} path={path} />
        </Suspense>
      )}
    </header>
  )
}

function Vitals() {
  const { t } = useTranslation()
  const summary = usePortfolio((portfolio) => portfolio.summary)
  const capital = useFrame(useLive().account, ({ account }) => account?.capital)
  const tone = summary === undefined ? undefined : healthTone(summary.health)
  return (
    <div className="hidden items-center gap-5 vitals:flex">
      <dl className="flex gap-6 text-right">
        <div>
          <dt className="text-caption text-t3">{t('header.equity')}</dt>
          <dd className="text-nav font-medium">{formatMoney(summary?.equity)}</dd>
        </div>
        {capital !== undefined ? (
          <CapitalVital capital={capital} equity={summary?.equity} />
        ) : (
          <div>
            <dt className="text-caption text-t3">{t('header.health')}</dt>
            <dd
              className={cx(
                'flex items-center justify-end gap-[6px] text-nav font-medium',
                tone && HEALTH_TEXT[tone],
              )}
            >
              <span aria-hidden="true" className="size-[6px] rounded-full bg-current" />
              {summary === undefined ? '–' : healthFigure(summary.health)}
            </dd>
          </div>
        )}
      </dl>
      <span aria-hidden="true" className="-mr-2 h-8 w-px bg-line" />
    </div>
  )
}

/** What of an evaluation is left to the goal, of a funded account what may be lost today; neither shows health ([6.5]). */
function CapitalVital({
  capital,
  equity,
}: {
  readonly capital: CapitalFacts
  readonly equity: Usd6 | undefined
}) {
  const { t } = useTranslation()
  const { goal, dailyFloor } = capital
  const left = equity === undefined ? undefined : goal === undefined ? equity - dailyFloor : goal - equity
  return (
    <div>
      <dt className="text-caption text-t3">
        {t(goal === undefined ? 'capital.dailyRoom' : 'capital.toGoal')}
      </dt>
      <dd className="text-nav font-medium">
        {formatMoney(left === undefined ? undefined : usd6(Math.max(0, left)), {
          rounding: goal === undefined ? 'floor' : 'ceil',
        })}
      </dd>
    </div>
  )
}
