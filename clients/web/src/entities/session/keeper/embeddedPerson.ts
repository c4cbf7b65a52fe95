/** Who has signed in here with e-mail or Google, by their first account: for this tab, or beyond it. */
import type { Address } from '@vest/protocol'
import type { SafeStorage } from '../../../shared/storage/index.ts'

export interface EmbeddedPerson {
  /** Undefined where there is none. */
  primaryAccount(): Address | undefined
  /** Whether what is theirs is kept beyond this tab. */
  isPersistent(): boolean
  /** One is known beyond this tab. */
  isRemembered(): boolean
  note(account: Address, isPersistent: boolean): void
  /** No person is known beyond this tab any more. */
  forgetRemembered(): void
  forget(): void
}

/** The first account of an embedded wallet that is kept here. */
const EMBEDDED = 'vest.embedded'

export function createEmbeddedPerson(storage: SafeStorage): EmbeddedPerson {
  /** Of a person who is signed in here without being remembered. */
  let passing: Address | undefined
  const forgetRemembered = (): void => storage.removeItem(EMBEDDED)

  return {
    primaryAccount: () => passing ?? (storage.getItem(EMBEDDED) as Address | null) ?? undefined,
    isPersistent: () => passing === undefined,
    isRemembered: () => storage.getItem(EMBEDDED) !== null,
    note(account, isPersistent) {
      if (isPersistent) storage.setItem(EMBEDDED, account)
      passing = isPersistent ? undefined : account
    },
    forgetRemembered,
    forget() {
      passing = undefined
      forgetRemembered()
    },
  }
}
