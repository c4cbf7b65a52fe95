/** Which account this browser reopens at the next visit: the one that was in use last, and is to be remembered. */
import { localStore, type SafeStorage } from '../../shared/storage/index.ts'

export const REMEMBERED_ACCOUNT = 'vest.account'

/** A person was signed in here: the session may still have to be restored. */
export const hasRememberedAccount = (storage: Pick<SafeStorage, 'getItem'> = localStore): boolean =>
  storage.getItem(REMEMBERED_ACCOUNT) !== null
