/**
 * The entrance to price alerts. The exchange keeps the alerts of an account and tells them; this browser watches those of a
 * visitor as soon as there is one, set in this tab or in another.
 */
import { lazy, useEffect, useState } from 'react'
import { hasAlerts, onAlerts } from '../../entities/price-alert/alertsKey.ts'
import { useSession } from '../../entities/session/index.ts'

const AlertWatcher = lazy(async () => ({ default: (await import('./AlertWatcher.tsx')).AlertWatcher }))
const AlertKeeper = lazy(async () => ({ default: (await import('./AlertKeeper.tsx')).AlertKeeper }))

export function AlertNotices() {
  const status = useSession((state) => state.status)
  const [isWatching, setIsWatching] = useState(hasAlerts)
  useEffect(() => onAlerts(() => setIsWatching((held) => held || hasAlerts())), [])
  if (status === 'ready') return <AlertKeeper />
  return status === 'visitor' && isWatching && <AlertWatcher />
}
