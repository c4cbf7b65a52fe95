/** The More group inside the sheet of small screens ([2.21]): open at once where one of its pages is shown. */
import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsCapitalAccount } from '../entities/account/index.ts'
import { withPageTexts } from '../shared/i18n/index.ts'
import { cx } from '../ui/index.ts'
import { isActivePath, isMorePath, MORE_ITEMS } from './navItems.ts'

const ClosedToCapital = lazy(
  withPageTexts(async () => ({ default: (await import('./ClosedToCapital.tsx')).ClosedToCapital })),
)

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
          <Suspense fallback={<p className="min-h-24">{t('nav.capitalMessage')}</p>}>
            <ClosedToCapital onSwitched={onClose} />
          </Suspense>
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
