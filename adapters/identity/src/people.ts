/**
 * Persons and what names them. A person has one proved address and as many subjects of providers as were linked to it;
 * each is found by its mac and told only under the person's own data key.
 */
import { randomUUID } from 'node:crypto'
import type { IdentityUser, RecoveryRecord, ShareRecord, WalletSummary } from '@vest/protocol'
import type { IdentityKeys } from './keys/identityKeys.ts'
import { sealJson, unsealJson } from './keys/sealed.ts'
import type { IdentityRows, WalletRow } from './store/identityStore.ts'

export interface Person {
  readonly userId: string
  readonly dataKey: Uint8Array
}
export interface ProviderIdentity {
  readonly issuer: string
  readonly subject: string
  readonly email: string
}
/** What is sealed of a wallet. */
export interface KeptWallet {
  readonly serverShare: ShareRecord
  readonly solanaAddress: string
  readonly recovery: readonly RecoveryRecord[]
}

export interface People {
  byId(rows: IdentityRows, userId: string): Promise<Person | undefined>
  /** Made where there is none: the address has just been proved. */
  byEmail(rows: IdentityRows, email: string, nowMs: number): Promise<Person>
  byProvider(rows: IdentityRows, identity: ProviderIdentity): Promise<Person | undefined>
  /** The subject of another person stays theirs. */
  link(rows: IdentityRows, person: Person, identity: ProviderIdentity, nowMs: number): Promise<void>
  emailOf(rows: IdentityRows, person: Person): Promise<string>
  described(rows: IdentityRows, person: Person): Promise<IdentityUser>
  openWallet(person: Person, row: WalletRow): KeptWallet
  sealWallet(person: Person, wallet: KeptWallet): Uint8Array
}

export const walletSummaryOf = ({ serverShare, solanaAddress, recovery }: KeptWallet): WalletSummary => ({
  generation: serverShare.generation,
  evmAddress: serverShare.evmAddress,
  solanaAddress,
  recoveryMethods: recovery.map(({ method }) => method),
})

export function createPeople(keys: IdentityKeys): People {
  const emailLookup = (email: string): Uint8Array => keys.lookup('email', email)
  const providerLookup = ({ issuer, subject }: ProviderIdentity): Uint8Array =>
    keys.lookup('provider', JSON.stringify([issuer, subject]))

  async function byId(rows: IdentityRows, userId: string): Promise<Person | undefined> {
    const row = await rows.user(userId)
    return row && { userId, dataKey: keys.openDataKey(userId, row.wrappedKey) }
  }
  async function byLookup(rows: IdentityRows, lookup: Uint8Array): Promise<Person | undefined> {
    const row = await rows.identifier(lookup)
    return row && byId(rows, row.userId)
  }
  const labelOf = (what: string, userId: string): string => `${what} ${userId}`
  const openWallet = ({ dataKey, userId }: Person, { sealed }: WalletRow): KeptWallet =>
    unsealJson<KeptWallet>(dataKey, labelOf('wallet', userId), sealed)

  async function emailOf(rows: IdentityRows, { userId, dataKey }: Person): Promise<string> {
    const row = (await rows.identifiersOf(userId)).find(({ kind }) => kind === 'email')
    if (row === undefined) throw new Error('a person has an address')
    return unsealJson<{ email: string }>(dataKey, labelOf('email', userId), row.sealed).email
  }

  return {
    byId,
    async byEmail(rows, email, nowMs) {
      const lookup = emailLookup(email)
      const known = await byLookup(rows, lookup)
      if (known !== undefined) return known
      const userId = randomUUID()
      const { dataKey, wrapped } = keys.newDataKey(userId)
      await rows.addUser({ userId, wrappedKey: wrapped, createdMs: nowMs })
      await rows.addIdentifier({
        lookup,
        userId,
        kind: 'email',
        sealed: sealJson(dataKey, labelOf('email', userId), { email }),
        createdMs: nowMs,
      })
      return { userId, dataKey }
    },
    byProvider: (rows, identity) => byLookup(rows, providerLookup(identity)),
    async link(rows, { userId, dataKey }, identity, nowMs) {
      const lookup = providerLookup(identity)
      if ((await rows.identifier(lookup)) !== undefined) return
      await rows.addIdentifier({
        lookup,
        userId,
        kind: 'google',
        sealed: sealJson(dataKey, labelOf('google', userId), identity),
        createdMs: nowMs,
      })
    },
    emailOf,
    async described(rows, person) {
      const [email, identifiers, wallet] = [
        await emailOf(rows, person),
        await rows.identifiersOf(person.userId),
        await rows.wallet(person.userId),
      ]
      return {
        userId: person.userId,
        email,
        signInMethods: [...new Set(identifiers.map(({ kind }) => kind))],
        wallet: wallet === undefined ? null : walletSummaryOf(openWallet(person, wallet)),
      }
    },
    openWallet,
    sealWallet: ({ dataKey, userId }, wallet) => sealJson(dataKey, labelOf('wallet', userId), wallet),
  }
}
