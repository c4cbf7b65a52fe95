/** Counts pages and searches where operator and user have said yes ([7.32]); renders nothing. */
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { createAnalytics, hasAgreed } from '../shared/analytics/analytics.ts'
import { listenToSearch } from '../shared/analytics/analyticsPath.ts'
import { localStore } from '../shared/storage/index.ts'

export function AnalyticsHost({ path }: { readonly path: string }) {
  const page = useRouterState({ select: (state) => state.location.pathname })
  const [analytics] = useState(() =>
    createAnalytics({
      isAllowed: () => hasAgreed(localStore),
      send: (batch) => void navigator.sendBeacon(path, batch),
      setTimeout: (act, delayMs) => setTimeout(act, delayMs),
      clearTimeout: (timer) => clearTimeout(timer as number),
    }),
  )
  useEffect(() => analytics.page(page), [analytics, page])
  useEffect(() => {
    const onHide = (): void => analytics.flush()
    if (document.readyState === 'complete') analytics.ready()
    else window.addEventListener('load', analytics.ready, { once: true })
    const stopListening = listenToSearch(analytics.search)
    window.addEventListener('pagehide', onHide)
    return () => {
      window.removeEventListener('load', analytics.ready)
      stopListening()
      window.removeEventListener('pagehide', onHide)
    }
  }, [analytics])
  return null
}
