/** A local storage of its own for a test. */
import { createSafeStorage, type SafeStorage } from '../shared/storage/index.ts'

export function memoryStorage(): SafeStorage {
  const held = new Map<string, string>()
  return createSafeStorage(
    () =>
      ({
        getItem: (key: string) => held.get(key) ?? null,
        setItem: (key: string, value: string) => void held.set(key, value),
        removeItem: (key: string) => void held.delete(key),
      }) as unknown as Storage,
  )
}
