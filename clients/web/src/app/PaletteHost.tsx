/** The command palette with the pages and actions of the app. Until this has come, EarlyPalette stands for it. */
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useIsCapitalAccount, useMoneyDoors } from '../entities/account/index.ts'
import { chosenTheme, usePreferences } from '../entities/preferences/index.ts'
import { useSession } from '../entities/session/index.ts'
import { CommandPalette, type Command } from '../features/command-palette/index.ts'
import { openAlerts } from '../features/price-alerts/index.ts'
import { openHotkeys } from './HotkeyOverlay.tsx'
import { LEGAL_ITEMS, MORE_ITEMS, NAV_ITEMS } from './navItems.ts'
import { closePalette, usePalette } from './palette.ts'
import { openPreferences } from './PreferencesHost.tsx'
import { useLanguage } from './useLanguage.ts'

export function PaletteHost() {
  const isOpen = usePalette((state) => state.isOpen)
  return isOpen && <OpenPalette />
}

function OpenPalette() {
  const commands = useCommands()
  const typed = usePalette((state) => state.typed)
  return <CommandPalette onClose={closePalette} commands={commands} typed={typed} />
}

function useCommands(): readonly Command[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const theme = usePreferences((state) => state.theme)
  const change = usePreferences((state) => state.change)
  const status = useSession((state) => state.status)
  const openDialog = useSession((state) => state.openDialog)
  const { language, choose } = useLanguage()
  const action = (id: string, title: string, run: () => void, other?: string): Command => ({
    id,
    group: 'actions',
    title,
    run,
    ...(other === undefined ? {} : { others: [other] }),
  })
  const money = useMoneyDoors()
  const isCapital = useIsCapitalAccount()
  const isDark = chosenTheme({ theme }) === 'dark'
  return [
    ...(status === 'ready'
      ? [
          ...(money.deposit ? [action('deposit', t('header.deposit'), () => openDialog('deposit'))] : []),
          ...(money.withdraw === undefined
            ? []
            : [
                action(
                  'withdraw',
                  t(money.withdraw === 'profit' ? 'capital.profitWithdraw' : 'header.withdraw'),
                  () => openDialog('withdraw'),
                ),
              ]),
          action('account', t('header.account'), () => openDialog('account'), t('header.logOut')),
        ]
      : [action('login', t('header.login'), () => openDialog('sign-in'))]),
    ...[...NAV_ITEMS, ...(isCapital ? [] : MORE_ITEMS), ...LEGAL_ITEMS].map((item): Command => ({
      id: item.path,
      group: 'pages',
      title: t(item.text),
      run: () => void navigate({ to: item.path }),
    })),
    action('theme', t(isDark ? 'palette.light' : 'palette.dark'), () =>
      change({ theme: isDark ? 'light' : 'dark' }),
    ),
    action(
      'language',
      language === 'en' ? '中文' : 'English',
      () => choose(language === 'en' ? 'zh' : 'en'),
      t('settings.language'),
    ),
    action('alerts', t('alert.title'), openAlerts),
    action('preferences', t('settings.preferences'), openPreferences),
    action('hotkeys', t('settings.hotkeys'), openHotkeys, t('hotkeys.title')),
  ]
}
