/** Settings dropdown: dark mode, palette, language ([2.22]), the way to all preferences, and the legal pages. */
import { Link } from '@tanstack/react-router'
import { Settings } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { chosenTheme, PALETTES, usePreferences } from '../entities/preferences/index.ts'
import { openAlerts } from '../features/price-alerts/index.ts'
import { LANGUAGES } from '../shared/i18n/index.ts'
import {
  IconButton,
  Menu,
  MenuItem,
  MenuLabel,
  MenuLink,
  MenuRadioGroup,
  MenuSeparator,
  MenuToggle,
} from '../ui/index.ts'
import { LEGAL_ITEMS } from './navItems.ts'
import { openHotkeys } from './HotkeyOverlay.tsx'
import { openPalette } from './palette.ts'
import { openPreferences } from './PreferencesHost.tsx'
import { useLanguage } from './useLanguage.ts'

export function SettingsMenu() {
  const { t } = useTranslation()
  const { palette, theme, change } = usePreferences()
  const { language, choose } = useLanguage()
  return (
    <Menu
      label={t('header.settings')}
      width={240}
      trigger={
        <IconButton label={t('header.settings')}>
          <Settings size={18} strokeWidth={1.5} />
        </IconButton>
      }
    >
      <MenuToggle
        label={t('settings.dark')}
        isChecked={chosenTheme({ theme }) === 'dark'}
        onChange={(isDark) => change({ theme: isDark ? 'dark' : 'light' })}
      />
      <MenuSeparator />
      <MenuLabel>{t('settings.palette')}</MenuLabel>
      <MenuRadioGroup
        label={t('settings.palette')}
        value={palette}
        options={PALETTES.map((value) => ({ value, label: t(`settings.palettes.${value}`) }))}
        onChange={(value) => change({ palette: value })}
      />
      <MenuSeparator />
      <MenuLabel>{t('settings.language')}</MenuLabel>
      <MenuRadioGroup
        label={t('settings.language')}
        value={language}
        options={LANGUAGES.map(({ code, name }) => ({ value: code, label: <span lang={code}>{name}</span> }))}
        onChange={choose}
      />
      <MenuSeparator />
      <MenuItem onSelect={openPalette}>{t('palette.title')}</MenuItem>
      <MenuItem onSelect={openAlerts}>{t('alert.title')}</MenuItem>
      <MenuItem onSelect={openPreferences}>{t('settings.preferences')}</MenuItem>
      <MenuItem onSelect={openHotkeys}>{t('settings.hotkeys')}</MenuItem>
      <MenuSeparator />
      {LEGAL_ITEMS.map((item) => (
        <MenuLink key={item.path}>
          <Link to={item.path} className="flex min-h-9 items-center">
            {t(item.text)}
          </Link>
        </MenuLink>
      ))}
    </Menu>
  )
}
