/**
 * The More group ([2.21]): a dropdown with title and description per entry on large screens; on small ones it
 * is `MoreAccordion`. A funded or evaluation account reads instead why the group is closed to it.
 */
import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsCapitalAccount } from '../entities/account/index.ts'
import { withPageTexts } from '../shared/i18n/index.ts'
import { cx, Menu, MenuLink } from '../ui/index.ts'
import { isActivePath, isMorePath, MORE_ITEMS } from './navItems.ts'

// Read by few.
const ClosedToCapital = lazy(
  withPageTexts(async () => ({ default: (await import('./ClosedToCapital.tsx')).ClosedToCapital })),
)

export function MoreMenu({ path }: { readonly path: string }) {
  const { t } = useTranslation()
  const isCapital = useIsCapitalAccount()
  const isActive = isMorePath(path)
  return (
    <Menu
      label={t('nav.more')}
      width={320}
      align="start"
      trigger={
        <button
          type="button"
          className={cx(
            'group relative flex items-center gap-[6px] px-[13px] text-nav font-medium -outline-offset-[6px] hover:text-t1',
            isActive
              ? 'text-t1 after:absolute after:inset-x-[13px] after:-bottom-px after:h-[2px] after:bg-chalk'
              : 'text-t2',
          )}
        >
          {t('nav.more')}
          <ChevronDown size={14} strokeWidth={1.5} aria-hidden="true" />
        </button>
      }
    >
      {isCapital ? (
        <Suspense
          fallback={<p className="min-h-24 px-3 py-3 text-body text-t2">{t('nav.capitalMessage')}</p>}
        >
          <ClosedToCapital />
        </Suspense>
      ) : (
        MORE_ITEMS.map((item) => (
          <MenuLink key={item.path}>
            <Link
              to={item.path}
              aria-current={isActivePath(path, item.path) ? 'page' : undefined}
              className="flex min-h-14 flex-col justify-center"
            >
              <span className="font-semibold">{t(item.text)}</span>
              <span className="text-dense text-t2">{t(item.help)}</span>
            </Link>
          </MenuLink>
        ))
      )}
    </Menu>
  )
}
