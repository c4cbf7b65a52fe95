/** The alerts of this browser, kept in local storage for all its tabs. */
import type { Ticks } from '@vest/protocol'
import { createFrameStore, type Readable, type RequestFrame } from '../../live/index.ts'
import { createKeptList, localStore, type SafeStorage } from '../../shared/storage/index.ts'
import { ALERTS_KEY, onAlerts, tellThisTab } from './alertsKey.ts'
import { readAlert, type PriceAlert } from './priceAlert.ts'

/** Of all markets together. */
export const ALERTS_MAX = 100

export interface PriceAlerts extends Readable<readonly PriceAlert[]> {
  latest(): readonly PriceAlert[]
  /** False where there are as many as there may be. */
  add(alert: PriceAlert): boolean
  /** To another price, seen from the mark as it is now. */
  move(id: string, price: Ticks, mark: Ticks | undefined): void
  /** Whether it calls every time that the price comes back. */
  repeat(id: string, isRepeated: boolean): void
  /** Answers what was there and is no more. */
  remove(ids: readonly string[]): readonly PriceAlert[]
  /** Reads what another tab has written. */
  adopt(): void
}

export interface PriceAlertsOptions {
  readonly storage: SafeStorage
  readonly requestFrame?: RequestFrame
  /** Called after every change. */
  readonly onChange?: () => void
}

export function createPriceAlerts({ storage, requestFrame, onChange }: PriceAlertsOptions): PriceAlerts {
  const kept = createKeptList<PriceAlert>({
    storage,
    key: ALERTS_KEY,
    version: 1,
    lengthMax: ALERTS_MAX,
    read: readAlert,
  })
  const alerts = createFrameStore(kept.read(), requestFrame)
  const adopt = (): void => alerts.set(kept.read())
  const changed = (): void => {
    adopt()
    onChange?.()
  }
  return {
    get: alerts.get,
    latest: alerts.latest,
    subscribe: alerts.subscribe,
    add(alert) {
      const isAdded = kept.add([alert])
      changed()
      return isAdded
    },
    move(id, price, mark) {
      kept.change(id, (held) => ({
        ...held,
        price,
        isAbove: mark === undefined ? held.isAbove : price > mark,
      }))
      changed()
    },
    repeat(id, isRepeated) {
      kept.change(id, (held) => {
        const { id: same, symbol, price, isAbove } = held
        return { id: same, symbol, price, isAbove, ...(isRepeated ? { isRepeated } : {}) }
      })
      changed()
    },
    remove(ids) {
      const gone = kept.remove(ids)
      changed()
      return gone
    },
    adopt,
  }
}

let opened: PriceAlerts | undefined

/** Those of this browser; from the first call on they follow what other tabs write. */
export function priceAlerts(): PriceAlerts {
  if (opened === undefined) {
    const alerts = createPriceAlerts({ storage: localStore, onChange: tellThisTab })
    onAlerts(alerts.adopt)
    opened = alerts
  }
  return opened
}
