/**
 * Local storage that may be blocked, full or absent. What cannot be written is kept in memory for this visit;
 * a preference lost with the tab is better than an app that does not start.
 */
export interface SafeStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

export function createSafeStorage(open: () => Storage): SafeStorage {
  const memory = new Map<string, string>()
  const attempt = <T>(act: (storage: Storage) => T): T | undefined => {
    try {
      return act(open())
    } catch {
      // A blocked or full storage throws on access or on write; memory stands in.
      return undefined
    }
  }
  return {
    getItem: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    setItem(key, value) {
      const isStored = attempt((storage) => {
        storage.setItem(key, value)
        return true
      })
      if (isStored === true) memory.delete(key)
      else memory.set(key, value)
    },
    removeItem(key) {
      memory.delete(key)
      attempt((storage) => storage.removeItem(key))
    },
  }
}

export const localStore: SafeStorage = createSafeStorage(() => globalThis.localStorage)

/** Of this tab alone: it outlives a reload and a way to another site and back, not the tab. */
export const tabStore: SafeStorage = createSafeStorage(() => globalThis.sessionStorage)
