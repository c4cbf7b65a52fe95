/** Where alerts lie in local storage, and when that changes: all that every page has to know while there is none. */
import { localStore } from '../../shared/storage/index.ts'

export const ALERTS_KEY = 'vest.alerts'

export const hasAlerts = (): boolean => localStore.getItem(ALERTS_KEY) !== null

/** Calls back when this tab or another has changed them; answers how to stop. */
export function onAlerts(listener: () => void): () => void {
  const hear = (event: StorageEvent): void => {
    // Storage that was cleared as a whole names no key.
    if (event.key === ALERTS_KEY || event.key === null) listener()
  }
  addEventListener('storage', hear)
  return () => removeEventListener('storage', hear)
}

/** The browser tells every tab but the one that wrote; that one hears it from here. */
export const tellThisTab = (): void => void dispatchEvent(new StorageEvent('storage', { key: ALERTS_KEY }))
