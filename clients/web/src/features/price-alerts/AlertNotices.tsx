/** The way into watching alerts: loads it when there is an alert, in this tab or set in another. */
import { lazy, useEffect, useState } from 'react'
import { hasAlerts, onAlerts } from '../../entities/price-alert/alertsKey.ts'

const AlertWatcher = lazy(async () => ({ default: (await import('./AlertWatcher.tsx')).AlertWatcher }))

export function AlertNotices() {
  const [isWatching, setIsWatching] = useState(hasAlerts)
  useEffect(() => onAlerts(() => setIsWatching((held) => held || hasAlerts())), [])
  return isWatching && <AlertWatcher />
}
