/**
 * Makes the alerts of a signed-in account the same at the exchange, which tells them, and in this browser, whose chart draws
 * them. An alert that one side lacks is copied to it; a change made here is sent first. An alert that the exchange does not
 * answer, or has no room for, stays in the browser and is sent again in the next round. One tab of a browser does this.
 */
import type { AlertRequest, AlertRow } from '@vest/protocol'
import { ALERTS_PER_ACCOUNT_MAX, REFUSAL, ticks } from '@vest/protocol'
import { ApiError } from '@vest/sdk'
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
  readonly onRefused: (alert: PriceAlert, error: ApiError) => void
  /** The exchange holds as many as it does of an account: the alert stays in the browser. Once for each alert. */
  readonly onFull: (alert: PriceAlert) => void
}

export interface AlertSync {
  /** Both sides become one. Throws what the exchange throws at a read. */
  round(): Promise<void>
  /** Those that the exchange has no room for, so that the browser has to watch them. */
  waiting(): readonly PriceAlert[]
  /** The account is left: what belongs to it goes out of the browser. */
  leave(): void
}

export function createAlertSync(options: AlertSyncOptions): AlertSync {
  const { alerts, client, priceText, readPrice, onRefused, onFull } = options
  /** What both sides had when they last were one. */
  let known: ReadonlyMap<string, PriceAlert> = new Map()
  const told = new Set<string>()
  let waitingIds: ReadonlySet<string> = new Set()
  let isLeft = false

  async function pushChanges(): Promise<void> {
    const held = new Map(alerts.latest().map((alert) => [alert.id, alert]))
    for (const [id, before] of known) {
      const now = held.get(id)
      if (now !== undefined && isSame(now, before)) continue
      await client.removeAlert(id)
      known = without(known, id)
    }
    const fresh = [...held.values()].filter(({ id }) => !known.has(id))
    if (fresh.length === 0) {
      waitingIds = new Set()
      return
    }
    const rows = (await client.alerts()).alerts
    const unclaimed = new Map(
      rows.filter(({ alertId }) => !known.has(alertId)).map((row) => [row.alertId, row]),
    )
    let count = rows.length
    const waits = new Set<string>()
    const wait = (alert: PriceAlert): void => {
      waits.add(alert.id)
      if (told.has(alert.id)) return
      told.add(alert.id)
      onFull(alert)
    }
    for (const alert of fresh) {
      if (isLeft) return
      const price = priceText(alert)
      // Of a market that is no longer listed: only its owner can end it.
      if (price === undefined) continue
      const { symbol, isAbove, isRepeated } = alert
      const request = { symbol, price, isAbove, repeat: isRepeated === true ? 'EVERY_TIME' : 'ONCE' } as const
      // An earlier try may have arrived though its answer did not.
      const arrived = [...unclaimed.values()].find((row) => isOf(row, alert, readPrice))
      if (arrived === undefined && count >= ALERTS_PER_ACCOUNT_MAX) {
        wait(alert)
        continue
      }
      try {
        const row = arrived ?? (await client.setAlert(request))
        if (arrived === undefined) count += 1
        unclaimed.delete(row.alertId)
        known = new Map([...known, [row.alertId, { ...alert, id: row.alertId }]])
        // An alert that was removed here meanwhile is removed there in the next round.
        if (alerts.remove([alert.id]).length > 0 && !isLeft) alerts.add({ ...alert, id: row.alertId })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (!isRefusal(error)) continue
        // Another device may have taken the last room.
        if (error.code === REFUSAL.INVALID_PARAMETER && (await isFull())) {
          wait(alert)
          continue
        }
        alerts.remove([alert.id])
        onRefused(alert, error)
      }
    }
    waitingIds = waits
  }

  const isFull = async (): Promise<boolean> => (await client.alerts()).alerts.length >= ALERTS_PER_ACCOUNT_MAX

  return {
    async round() {
      await pushChanges()
      const rows = (await client.alerts()).alerts
      if (isLeft) return
      const read = rows.flatMap((row) => fromRow(row, readPrice) ?? [])
      const there = new Map(read.map((alert) => [alert.id, alert]))
      const held = new Map(alerts.latest().map((alert) => [alert.id, alert]))
      for (const id of known.keys()) if (!there.has(id)) alerts.remove([id])
      for (const [id, alert] of there) if (!held.has(id) && !known.has(id)) alerts.add(alert)
      known = there
    },
    waiting: () => alerts.latest().filter(({ id }) => waitingIds.has(id)),
    leave() {
      isLeft = true
      alerts.remove([...known.keys()])
    },
  }
}

/** Undefined: of a market that this browser does not know. */
function fromRow(row: AlertRow, readPrice: AlertSyncOptions['readPrice']): PriceAlert | undefined {
  const price = readPrice(row)
  if (price === undefined) return undefined
  const { alertId: id, symbol, isAbove, repeat } = row
  return {
    id,
    symbol,
    price: ticks(price),
    isAbove,
    ...(repeat === 'EVERY_TIME' ? { isRepeated: true } : {}),
  }
}

function isOf(row: AlertRow, alert: PriceAlert, readPrice: AlertSyncOptions['readPrice']): boolean {
  const there = fromRow(row, readPrice)
  return there !== undefined && there.symbol === alert.symbol && isSame(there, alert)
}

/** The exchange said no to this alert; not that it is busy, broken, or no longer knows the session. */
const isRefusal = ({ code, httpStatus }: ApiError): boolean =>
  httpStatus >= 400 && httpStatus < 500 && !PASSING.has(code)
const PASSING: ReadonlySet<number> = new Set([
  REFUSAL.TOO_MANY_REQUESTS,
  REFUSAL.UNAUTHORIZED,
  REFUSAL.INVALID_NONCE,
])

const isSame = (one: PriceAlert, other: PriceAlert): boolean =>
  one.price === other.price && one.isAbove === other.isAbove && one.isRepeated === other.isRepeated

const without = <K, V>(map: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> =>
  new Map([...map].filter(([held]) => held !== key))
