import { expect, it } from 'vitest'
import { createSafeStorage } from './safeStorage.ts'

it('keeps what a full storage refuses in memory for this visit', () => {
  const held = new Map([['a', 'old']])
  const storage = createSafeStorage(
    () =>
      ({
        getItem: (key: string) => held.get(key) ?? null,
        setItem: () => {
          throw new DOMException('full', 'QuotaExceededError')
        },
        removeItem: (key: string) => void held.delete(key),
      }) as unknown as Storage,
  )
  storage.setItem('a', 'new')
  expect(storage.getItem('a')).toBe('new')
  storage.removeItem('a')
  expect(storage.getItem('a')).toBeNull()
})

it('works where storage is blocked altogether', () => {
  const storage = createSafeStorage(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  expect(storage.getItem('a')).toBeNull()
  storage.setItem('a', '1')
  expect(storage.getItem('a')).toBe('1')
})
