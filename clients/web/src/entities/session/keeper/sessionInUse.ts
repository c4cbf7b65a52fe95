/**
 * The session in use, one at most: what the client asks and signs with, what the store says of it, and that the next visit
 * reopens it.
 */
import type { Address } from '@vest/protocol'
import type { SessionSigner } from '@vest/sdk'
import type { SafeStorage } from '../../../shared/storage/index.ts'
import { REMEMBERED_ACCOUNT } from '../rememberedAccount.ts'
import type { SessionStore } from '../SessionContext.tsx'
import type { KeptSession } from '../vault/keyVault.ts'

export interface SessionInUse {
  kept(): KeptSession | undefined
  /** Its wallet is embedded. */
  isEmbedded(): boolean
  /** `email`: of whom the account is, where its wallet is embedded. */
  use(kept: KeptSession, signer: SessionSigner, email?: string): void
  /** The next visit does not reopen it. */
  forgetVisit(): void
  /** There is a visitor. */
  drop(): void
  /** Its key is of no use any more, which the store says already. */
  lose(): void
}

export interface SessionInUseOptions {
  readonly session: SessionStore
  readonly storage: Pick<SafeStorage, 'setItem' | 'removeItem'>
  /** The first account of a person with an embedded wallet. */
  readonly primaryAccount: () => Address | undefined
}

const NO_PERSON = { email: undefined, primary: undefined } as const

export function createSessionInUse({ session, storage, primaryAccount }: SessionInUseOptions): SessionInUse {
  const { client } = session.getState()
  let current: KeptSession | undefined
  let isEmbedded = false
  const forgetVisit = (): void => storage.removeItem(REMEMBERED_ACCOUNT)

  return {
    kept: () => current,
    isEmbedded: () => isEmbedded,
    use(kept, signer, email) {
      current = kept
      isEmbedded = email !== undefined
      client.authorize({
        apiKey: kept.apiKey,
        accountGroup: kept.accountGroup,
        account: kept.account,
        signer,
      })
      storage.setItem(REMEMBERED_ACCOUNT, kept.account)
      const primary = isEmbedded ? primaryAccount() : undefined
      session.getState().set({ status: 'ready', address: kept.account, hasApiKey: true, email, primary })
    },
    forgetVisit,
    drop() {
      current = undefined
      isEmbedded = false
      forgetVisit()
      client.forget()
      session.getState().set({ status: 'visitor', address: undefined, hasApiKey: false, ...NO_PERSON })
    },
    lose() {
      current = undefined
      forgetVisit()
      client.forget()
      session.getState().set(NO_PERSON)
      isEmbedded = false
    },
  }
}
