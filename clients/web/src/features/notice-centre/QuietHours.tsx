/** The hours in which mail waits, in the time zone of the browser that sets them. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NoticeSettings as Settings } from '@vest/protocol'
import { Switch, TextField } from '../../ui/index.ts'
import { SETTING_ROW } from './settingsWords.ts'

const NIGHT = { from: '22:00', to: '07:00' }

export function QuietHours({
  settings: { quiet },
  onChange,
}: {
  readonly settings: Settings
  readonly onChange: (quiet: Settings['quiet']) => void
}) {
  const { t } = useTranslation()
  const [ownZone] = useState(() => new Intl.DateTimeFormat().resolvedOptions().timeZone)
  const zone = quiet?.zone ?? ownZone
  const field = (name: 'from' | 'to') => (
    <TextField
      label={t(`notice.quiet.${name}`)}
      type="time"
      required
      value={quiet![name]}
      onChange={(value) => value !== '' && onChange({ ...quiet!, [name]: value })}
      size="pair"
      className="w-[150px]"
    />
  )
  return (
    <div className={SETTING_ROW}>
      <Switch
        label={t('notice.quiet.title')}
        isChecked={quiet !== null}
        onChange={(isOn) => onChange(isOn ? { ...NIGHT, zone } : null)}
      />
      <span className="flex-1 text-body">{t('notice.quiet.title')}</span>
      {quiet !== null && (
        <>
          {field('from')}
          {field('to')}
        </>
      )}
      <p className="w-full text-dense text-t2">{t('notice.quiet.text', { zone })}</p>
    </div>
  )
}
