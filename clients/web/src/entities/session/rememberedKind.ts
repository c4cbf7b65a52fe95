/**
 * What was last told of the account that this browser reopens: whether it belongs to Vest Capital, and whether it had a
 * banner. A page that is loaded anew keeps the places of that kind of account until the exchange has told it again, so
 * that nothing moves when it does.
 */
import { localStore, type SafeStorage } from '../../shared/storage/index.ts'
import { hasRememberedAccount } from './rememberedAccount.ts'

const KEY = 'vest.capital.kind'

export interface AccountKind {
  readonly isCapital: boolean
  readonly hasBanner: boolean
}

const [CAPITAL, BANNER] = ['capital', 'banner']

export function rememberedKind(storage: SafeStorage = localStore): AccountKind {
  const kind = hasRememberedAccount(storage) ? storage.getItem(KEY) : null
  return { isCapital: kind === CAPITAL || kind === BANNER, hasBanner: kind === BANNER }
}

/** To be called once the account is told. Nothing is written for a person who is not remembered. */
export function rememberKind({ isCapital, hasBanner }: AccountKind, storage: SafeStorage = localStore): void {
  if (isCapital && hasRememberedAccount(storage)) storage.setItem(KEY, hasBanner ? BANNER : CAPITAL)
  else storage.removeItem(KEY)
}

/** To be called where no person is signed in: a session may only not be restored yet. */
export function forgetKind(storage: SafeStorage = localStore): void {
  if (!hasRememberedAccount(storage)) storage.removeItem(KEY)
}
