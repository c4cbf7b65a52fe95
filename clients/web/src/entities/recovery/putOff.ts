/**
 * Putting off a way back in: kept by the tab for one account, so that a reload does not ask again; forgotten when the
 * sign-in ends, so that the next login does.
 */
import { create } from 'zustand'
import { tabStore, type SafeStorage } from '../../shared/storage/index.ts'

const KEY = 'vest.recovery.later'

interface PutOff {
  /** The account for which it was put off. */
  readonly account: string | undefined
}

export function createPutOff(storage: SafeStorage) {
  const use = create<PutOff>()(() => ({ account: storage.getItem(KEY) ?? undefined }))
  return {
    use,
    putOff(account: string): void {
      storage.setItem(KEY, account)
      use.setState({ account })
    },
    forget(): void {
      storage.removeItem(KEY)
      use.setState({ account: undefined })
    },
  }
}

const kept = createPutOff(tabStore)

export const usePutOffAccount = (): string | undefined => kept.use((state) => state.account)
export const { putOff, forget: forgetPutOff } = kept
