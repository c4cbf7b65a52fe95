/** How the app looks and how it writes numbers and times: a row for each, at once in force. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usd6 } from '@vest/protocol'
import { PALETTES, usePreferences } from '../entities/preferences/index.ts'
import {
  AMOUNTS,
  CLOCKS,
  formatDateTime,
  formatMoney,
  GROUPINGS,
  TIME_ZONES,
} from '../shared/format/index.ts'
import { Dialog, Segmented, Switch } from '../ui/index.ts'

/** An amount that shows grouping and compactness alike. */
const EXAMPLE = usd6(48_271_350_640_000)

export function PreferencesDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { palette, timeZone, clock, grouping, amounts, hasShortcuts, change } = usePreferences()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('settings.preferences')}
      width={480}
      closeLabel={t('common.close')}
    >
      <Row label={t('settings.palette')}>
        <Segmented
          label={t('settings.palette')}
          value={palette}
          options={PALETTES.map((value) => ({ value, label: t(`settings.palettes.${value}`) }))}
          onChange={(value) => change({ palette: value })}
        />
      </Row>
      <Row label={t('settings.timeZone')}>
        <Segmented
          label={t('settings.timeZone')}
          value={timeZone}
          options={TIME_ZONES.map((value) => ({ value, label: t(`settings.timeZones.${value}`) }))}
          onChange={(value) => change({ timeZone: value })}
        />
      </Row>
      <Row label={t('settings.clock')}>
        <Segmented
          label={t('settings.clock')}
          value={clock}
          options={CLOCKS.map((value) => ({ value, label: t(`settings.clocks.${value}`) }))}
          onChange={(value) => change({ clock: value })}
        />
      </Row>
      <Row label={t('settings.grouping')}>
        <Segmented
          label={t('settings.grouping')}
          value={grouping}
          options={GROUPINGS.map((value) => ({ value, label: t(`settings.groupings.${value}`) }))}
          onChange={(value) => change({ grouping: value })}
        />
      </Row>
      <Row label={t('settings.amounts')}>
        <Segmented
          label={t('settings.amounts')}
          value={amounts}
          options={AMOUNTS.map((value) => ({ value, label: t(`settings.amountStyles.${value}`) }))}
          onChange={(value) => change({ amounts: value })}
        />
      </Row>
      <Row label={t('settings.shortcuts')}>
        <Switch
          label={t('settings.shortcuts')}
          isChecked={hasShortcuts}
          onChange={(value) => change({ hasShortcuts: value })}
        />
      </Row>
      <p className="mt-2 flex justify-between gap-3 rounded-[8px] bg-s3 px-3 py-2 text-dense text-t2">
        <span>{t('settings.example')}</span>
        <span className="text-right text-t1">
          {formatMoney(EXAMPLE, { compact: true })} · {formatDateTime(EXAMPLE_TIME_MS)}
        </span>
      </p>
    </Dialog>
  )
}

/** An afternoon, so that both clocks differ. */
const EXAMPLE_TIME_MS = Date.UTC(2026, 0, 31, 15, 5)

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1 text-body">
      <span>{label}</span>
      {children}
    </div>
  )
}
