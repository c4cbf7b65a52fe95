/**
 * Alerts of a signed-in account live at the exchange; those of this browser are what the chart draws. What the browser has
 * and the exchange does not goes there, what the exchange has comes here, and a change made here goes there first. One tab
 * of a browser does it.
 */
import type { AlertRequest, AlertRow } from '@vest/protocol'
import { ticks } from '@vest/protocol'
import type { PriceAlert, PriceAlerts } from '../../entities/price-alert/index.ts'

export interface AlertSyncOptions {
  readonly alerts: Pick<PriceAlerts, 'latest' | 'add' | 'remove'>
  readonly client: {
    alerts(): Promise<{ readonly alerts: readonly AlertRow[] }>
    setAlert(alert: AlertRequest): Promise<AlertRow>
    removeAlert(alertId: string): Promise<unknown>
  }
  readonly priceText: (alert: PriceAlert) => string | undefined
  readonly readPrice: (row: AlertRow) => number | undefined
  /** An alert of the browser that the exchange refuses: it is gone. */
  readonly onRefused: (alert: PriceAlert, error: unknown) => void
}

export interface AlertSync {
  /** Both sides become one. Throws what the exchange throws at a read. */
  round(): Promise<void>
  /** The account is left: what belongs to it goes out of the browser. */
  leave(): void
}

export function createAlertSync(options: AlertSyncOptions): AlertSync {
  const { alerts, client, priceText, readPrice, onRefused } = options
  /** What both sides had when they last were one. */
  let known: ReadonlyMap<string, PriceAlert> = new Map()
  let isLeft = false

  async function pushChanges(): Promise<void> {
    const held = new Map(alerts.latest().map((alert) => [alert.id, alert]))
    for (const [id, before] of known) {
      const now = held.get(id)
      if (now !== undefined && isSame(now, before)) continue
      await client.removeAlert(id)
      known = without(known, id)
    }
    for (const alert of held.values()) {
      if (known.has(alert.id) || isLeft) continue
      const price = priceText(alert)
      // Of a market that is no longer listed: only its owner can end it.
      if (price === undefined) continue
      const { symbol, isAbove, isRepeated } = alert
      try {
        const row = await client.setAlert({
          symbol,
          price,
          isAbove,
          repeat: isRepeated === true ? 'EVERY_TIME' : 'ONCE',
        })
        known = new Map([...known, [row.alertId, { ...alert, id: row.alertId }]])
        // Whoever removed it meanwhile is asked again in the next round.
        if (alerts.remove([alert.id]).length > 0 && !isLeft) alerts.add({ ...alert, id: row.alertId })
      } catch (error) {
        alerts.remove([alert.id])
        onRefused(alert, error)
      }
    }
  }

  return {
    async round() {
      await pushChanges()
      const rows = (await client.alerts()).alerts
      if (isLeft) return
      const there = new Map(rows.flatMap((row) => fromRow(row, readPrice)))
      const held = new Map(alerts.latest().map((alert) => [alert.id, alert]))
      for (const id of known.keys()) if (!there.has(id)) alerts.remove([id])
      for (const [id, alert] of there) if (!held.has(id) && !known.has(id)) alerts.add(alert)
      known = there
    },
    leave() {
      isLeft = true
      alerts.remove([...known.keys()])
    },
  }
}

function fromRow(
  row: AlertRow,
  readPrice: AlertSyncOptions['readPrice'],
): readonly (readonly [string, PriceAlert])[] {
  const price = readPrice(row)
  if (price === undefined) return []
  const { alertId: id, symbol, isAbove, repeat } = row
  return [
    [
      id,
      { id, symbol, price: ticks(price), isAbove, ...(repeat === 'EVERY_TIME' ? { isRepeated: true } : {}) },
    ],
  ]
}

const isSame = (one: PriceAlert, other: PriceAlert): boolean =>
  one.price === other.price && one.isAbove === other.isAbove && one.isRepeated === other.isRepeated

const without = <K, V>(map: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> =>
  new Map([...map].filter(([held]) => held !== key))
