/**
 * Keeps the alerts of this browser and those of the account the same. One tab of the browser does it, and watches the alerts
 * that the exchange has no room for.
 */
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ALERTS_PER_ACCOUNT_MAX, formatDecimal, readDecimal } from '@vest/protocol'
import { priceAlerts } from '../../entities/price-alert/index.ts'
import { useSession } from '../../entities/session/index.ts'
import { useLive } from '../../live/index.ts'
import { loadPageTexts } from '../../shared/i18n/index.ts'
import { showToast } from '../../ui/index.ts'
import { createAlertSync } from './syncAlerts.ts'
import { useWatchAlerts } from './useWatchAlerts.ts'

const EVERY_MS = 10_000
/** What is changed by hand comes in several steps. */
const AFTER_CHANGE_MS = 300

export function AlertKeeper() {
  const { t } = useTranslation()
  const live = useLive()
  const watch = useWatchAlerts()
  const client = useSession((state) => state.client)
  const address = useSession((state) => state.address)
  useEffect(() => {
    const ended = new AbortController()
    void whileAlone(ended.signal, () => {
      const alerts = priceAlerts()
      const sync = createAlertSync({
        alerts,
        client,
        priceText: ({ symbol, price }) => {
          const market = live.markets.get()?.get(symbol)
          return market && formatDecimal(price, market.priceDecimals)
        },
        readPrice: ({ symbol, price }) => {
          const market = live.markets.get()?.get(symbol)
          return market && readDecimal(price, market.priceDecimals)
        },
        onRefused: () =>
          void loadPageTexts().then(() => showToast({ tone: 'warn', title: t('alert.failed') })),
        onFull: () =>
          void loadPageTexts().then(() =>
            showToast({
              key: 'alerts-full',
              tone: 'warn',
              title: t('alert.thereFull', { max: ALERTS_PER_ACCOUNT_MAX }),
            }),
          ),
      })
      let running: Promise<void> = Promise.resolve()
      let timer: ReturnType<typeof setTimeout> | undefined
      // The exchange answers again in the next round where it did not in this one.
      const round = (): void => {
        running = running.then(() => sync.round()).catch(() => undefined)
      }
      const soon = (): void => {
        timer ??= setTimeout(() => {
          timer = undefined
          round()
        }, AFTER_CHANGE_MS)
      }
      round()
      const every = setInterval(round, EVERY_MS)
      const unsubscribe = alerts.subscribe(soon)
      const unwatch = watch({ latest: sync.waiting, remove: alerts.remove })
      return () => {
        clearInterval(every)
        clearTimeout(timer)
        unsubscribe()
        unwatch()
        sync.leave()
      }
    })
    return () => ended.abort()
  }, [client, address, live, watch, t])
  return null
}

/** Begins where no other tab does it, or once that one has gone; ends with the signal. */
async function whileAlone(signal: AbortSignal, begin: () => () => void): Promise<void> {
  const run = (): Promise<void> =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve()
      const end = begin()
      signal.addEventListener('abort', () => {
        end()
        resolve()
      })
    })
  // Locks are there on secure origins alone.
  if (navigator.locks === undefined) return run()
  await navigator.locks.request('vest.alerts.keeper', { signal }, run).catch(() => undefined)
}
