/** Whether this browser may tell by itself, in words, with what can be done. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/index.ts'
import { SETTING_ROW } from './settingsWords.ts'

export function BrowserLeave() {
  const { t } = useTranslation()
  const [permission, setPermission] = useState<NotificationPermission | 'none'>(
    typeof Notification === 'undefined' ? 'none' : Notification.permission,
  )
  return (
    <div className={SETTING_ROW}>
      <span className="min-w-0 flex-1 text-dense text-t2">{t(`notice.leave.${permission}`)}</span>
      {permission === 'default' && (
        <Button onClick={() => void Notification.requestPermission().then(setPermission)}>
          {t('notice.allow')}
        </Button>
      )}
    </div>
  )
}
