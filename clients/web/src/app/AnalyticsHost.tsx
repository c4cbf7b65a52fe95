/** Counts pages and searches where operator and user have said yes ([7.32]); renders nothing. */
import { useEffect, useState } from 'react'
import { createAnalytics, hasAgreed } from '../shared/analytics/analytics.ts'
import { connectCounter } from '../shared/analytics/counterSignals.ts'
import { localStore } from '../shared/storage/index.ts'

export function AnalyticsHost({ path }: { readonly path: string }) {
  const [analytics] = useState(() =>
    createAnalytics({
      isAllowed: () => hasAgreed(localStore),
      send: (batch) => void navigator.sendBeacon(path, batch),
      setTimeout: (act, delayMs) => setTimeout(act, delayMs),
      clearTimeout: (timer) => clearTimeout(timer as number),
    }),
  )
  useEffect(() => {
    const onHide = (): void => analytics.flush()
    const disconnect = connectCounter(analytics)
    if (document.readyState === 'complete') analytics.ready()
    else window.addEventListener('load', analytics.ready, { once: true })
    window.addEventListener('pagehide', onHide)
    return () => {
      disconnect()
      window.removeEventListener('load', analytics.ready)
      window.removeEventListener('pagehide', onHide)
    }
  }, [analytics])
  return null
}
