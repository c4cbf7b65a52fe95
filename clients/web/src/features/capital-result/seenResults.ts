/**
 * Which results this browser has shown, so that none is told twice as news; forgotten with the sign-in, like everything
 * that names an account.
 */
import { hasRememberedAccount } from '../../entities/session/index.ts'
import { localStore, type SafeStorage } from '../../shared/storage/index.ts'

const SEEN = 'vest.capital.seen'

const seenIn = (storage: SafeStorage): readonly string[] => (storage.getItem(SEEN) ?? '').split('\n')

/** True once for each result. */
export function isNews(result: string, storage: SafeStorage = localStore): boolean {
  const seen = seenIn(storage)
  if (seen.includes(result)) return false
  storage.setItem(SEEN, [...seen, result].join('\n'))
  return true
}

/** To be called where no person is signed in: a session may only not be restored yet. */
export function forgetSeen(storage: SafeStorage = localStore): void {
  if (!hasRememberedAccount(storage)) storage.removeItem(SEEN)
}
