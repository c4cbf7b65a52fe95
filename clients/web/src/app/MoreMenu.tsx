/**
 * The More group ([2.21]): a dropdown with title and description per entry on large screens, a collapsible part
 * of the sheet on small ones. A funded or evaluation account reads instead why the group is closed to it.
 */
import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsCapitalAccount } from '../entities/account/index.ts'
import { cx, Menu, MenuLink } from '../ui/index.ts'
import { isActivePath, isMorePath, MORE_ITEMS } from './navItems.ts'

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
        <p className="flex min-h-24 items-center px-3 text-body text-t2">{t('nav.capitalMessage')}</p>
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

/** The same group inside the sheet of small screens: open at once where one of its pages is shown. */
export function MoreAccordion({ path, onClose }: { readonly path: string; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const isCapital = useIsCapitalAccount()
  const [isOpen, setIsOpen] = useState(isMorePath(path))
  const id = useId()
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className={cx(
          'flex min-h-12 items-center justify-between border-b border-line text-left text-nav font-medium',
          isMorePath(path) ? 'text-chalk' : 'text-t1',
        )}
      >
        {t('nav.more')}
        <ChevronDown
          size={16}
          strokeWidth={1.5}
          aria-hidden="true"
          className={cx('text-t2', isOpen && 'rotate-180')}
        />
      </button>
      <div id={id} hidden={!isOpen} className="border-b border-line py-1">
        {isCapital ? (
          <p className="py-3 pl-4 text-body text-t2">{t('nav.capitalMessage')}</p>
        ) : (
          MORE_ITEMS.map((item) => (
            <Link
              key={item.path}
              to={item.path}
              onClick={onClose}
              aria-current={isActivePath(path, item.path) ? 'page' : undefined}
              className="flex min-h-14 flex-col justify-center pl-4"
            >
              <span
                className={cx(
                  'text-body font-semibold',
                  isActivePath(path, item.path) ? 'text-chalk' : 'text-t1',
                )}
              >
                {t(item.text)}
              </span>
              <span className="text-dense text-t2">{t(item.help)}</span>
            </Link>
          ))
        )}
      </div>
    </>
  )
}
