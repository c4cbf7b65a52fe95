/** Navigation of small screens: links, deposit and withdraw, settings. Closes on every change of route ([2.21]). */
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMoneyDoors } from '../entities/account/index.ts'
import { chosenTheme, usePreferences } from '../entities/preferences/index.ts'
import { useSession } from '../entities/session/index.ts'
import { openAlerts } from '../features/price-alerts/index.ts'
import { LANGUAGES } from '../shared/i18n/index.ts'
import { Button, cx, Dialog, Segmented, Switch } from '../ui/index.ts'
import { FeedIcon } from './FeedIcon.tsx'
import { MoreAccordion } from './MoreAccordion.tsx'
import { isActivePath, LEGAL_ITEMS, NAV_ITEMS } from './navItems.ts'
import { openPreferences } from './PreferencesHost.tsx'
import { useLanguage } from './useLanguage.ts'

export interface NavSheetProps {
  readonly onClose: () => void
  readonly path: string
}

export function NavSheet({ onClose, path }: NavSheetProps) {
  const { t } = useTranslation()
  const { theme, change } = usePreferences()
  const { language, choose } = useLanguage()
  const isReady = useSession((state) => state.status === 'ready')
  const openDialog = useSession((state) => state.openDialog)
  // One layer at a time: the sheet makes way for the dialog that it opens.
  const openMoney = (name: 'deposit' | 'withdraw'): void => {
    onClose()
    openDialog(name)
  }
  const money = useMoneyDoors()
  const row = 'flex min-h-11 items-center justify-between text-body'
  return (
    <Dialog isOpen onClose={onClose} title={t('nav.menu')} closeLabel={t('common.close')}>
      <nav aria-label={t('nav.label')} className="flex flex-col">
        {NAV_ITEMS.map((item) => (
          <Link
            key={item.path}
            to={item.path}
            onClick={onClose}
            aria-current={isActivePath(path, item.path) ? 'page' : undefined}
            className={cx(
              'flex min-h-12 items-center border-b border-line text-nav font-medium',
              isActivePath(path, item.path) ? 'text-chalk' : 'text-t1',
            )}
          >
            {t(item.text)}
          </Link>
        ))}
        <MoreAccordion path={path} onClose={onClose} />
      </nav>
      {isReady && money.withdraw !== undefined && (
        <div className="mt-4 flex gap-2">
          <Button size="lg" onClick={() => openMoney('withdraw')}>
            {t(money.withdraw === 'profit' ? 'capital.profitWithdraw' : 'header.withdraw')}
          </Button>
          {money.deposit && (
            <Button size="lg" variant="ink" onClick={() => openMoney('deposit')}>
              {t('header.deposit')}
            </Button>
          )}
        </div>
      )}
      <div className="mt-3 flex flex-col">
        <div className={row}>
          {t('settings.dark')}
          <Switch
            label={t('settings.dark')}
            isChecked={chosenTheme({ theme }) === 'dark'}
            onChange={(isDark) => change({ theme: isDark ? 'dark' : 'light' })}
          />
        </div>
        <div className={cx(row, 'gap-6')}>
          {t('settings.language')}
          <Segmented
            label={t('settings.language')}
            className="w-44"
            value={language}
            options={LANGUAGES.map(({ code, name }) => ({ value: code, label: name }))}
            onChange={choose}
          />
        </div>
        {isReady && (
          <Link to="/notices" onClick={onClose} className={row}>
            {t('notice.title')}
            <ChevronRight size={16} strokeWidth={1.5} aria-hidden="true" className="text-t2" />
          </Link>
        )}
        <button
          type="button"
          className={cx(row, 'text-left')}
          onClick={() => {
            onClose()
            openAlerts()
          }}
        >
          {t('alert.title')}
          <ChevronRight size={16} strokeWidth={1.5} aria-hidden="true" className="text-t2" />
        </button>
        <button
          type="button"
          className={cx(row, 'text-left')}
          onClick={() => {
            onClose()
            openPreferences()
          }}
        >
          {t('settings.preferences')}
          <ChevronRight size={16} strokeWidth={1.5} aria-hidden="true" className="text-t2" />
        </button>
        <div className={row}>
          {t('header.feed')}
          <FeedIcon />
        </div>
        <div className="mt-1 flex gap-5 border-t border-line pt-1">
          {LEGAL_ITEMS.map((item) => (
            <Link
              key={item.path}
              to={item.path}
              onClick={onClose}
              className="flex min-h-11 items-center text-dense text-t2"
            >
              {t(item.text)}
            </Link>
          ))}
        </div>
      </div>
    </Dialog>
  )
}
