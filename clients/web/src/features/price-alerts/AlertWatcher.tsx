/** Watches the alerts of a browser without a sign-in. */
import { useEffect } from 'react'
import { priceAlerts } from '../../entities/price-alert/index.ts'
import { useWatchAlerts } from './useWatchAlerts.ts'

export function AlertWatcher() {
  const watch = useWatchAlerts()
  useEffect(() => watch(priceAlerts()), [watch])
  return null
}
