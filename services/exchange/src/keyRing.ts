/**
 * Which keys there are and for whom each speaks: those of sessions, which a registration brought, and those that
 * accounts gave to their programs. Keys are kept as their SHA-256 alone: looking one up means hashing what was sent
 * and asking a table of hashes. Of those that were right the last are remembered as they were sent, so that a program
 * that trades is not hashed with every order; a key that stands there already is no secret to who sends it whole, and
 * part of one finds nothing.
 */
import { hash } from 'node:crypto'
import type { ApiKeyView } from '@vest/engine'
import type { Address, Hex, TimeMs } from '@vest/protocol'
import { createAccountKeys, type AccountKeys } from './keyRing/accountKeys.ts'
import { createKeyEntries, type KeyEntries } from './keyRing/keyEntries.ts'
import {
  hasExpired,
  programHolder,
  sessionHolder,
  type KeyHolder,
  type Registration,
} from './keyRing/keyHolder.ts'
import { createRecentKeys } from './keyRing/recentKeys.ts'

export { hasExpired, type KeyHolder, type Registration } from './keyRing/keyHolder.ts'

export interface KeyRing
  extends
    Pick<AccountKeys, 'registrationsOf' | 'isSigner' | 'isProgramSigner'>,
    Pick<KeyEntries, 'noteUse' | 'lastUse' | 'accountsUsedSince'> {
  /** The holder of a key, expired or not. */
  holderOf(apiKey: string): KeyHolder | undefined
  /** The holder of the key with this hash; undefined also where it has expired. */
  validHolder(apiKeyHash: Hex, nowMs: TimeMs): KeyHolder | undefined
  /** In the order in which the keys were made, sessions first. */
  holdersOf(account: Address): readonly KeyHolder[]
  noteSession(registration: Registration): void
  noteProgram(key: ApiKeyView): void
  noteRevoked(account: Address, apiKeyHash: Hex): void
  /**
   * Programs and people that make a key at every start leave keys behind. Those of the account that have expired are
   * answered 1002 whether they are known or not, so they need not be kept.
   */
  forgetExpired(account: Address, nowMs: TimeMs): void
}

export const hashApiKey = (apiKey: string): Hex => `0x${hash('sha256', apiKey, 'hex')}`

export function createKeyRing(): KeyRing {
  const entries = createKeyEntries()
  const accounts = createAccountKeys()
  const recent = createRecentKeys()
  const { registrationsOf, isSigner, isProgramSigner } = accounts
  const { noteUse, lastUse, accountsUsedSince } = entries

  const holdersOf = (account: Address): readonly KeyHolder[] =>
    accounts.hashesOf(account).map((apiKeyHash) => entries.of(apiKeyHash)!)
  function noteRevoked(account: Address, apiKeyHash: Hex): void {
    if (accounts.remove(account, apiKeyHash)) entries.end(apiKeyHash)
  }

  return {
    registrationsOf,
    isSigner,
    isProgramSigner,
    noteUse,
    lastUse,
    accountsUsedSince,
    holderOf(apiKey) {
      const known = recent.find(apiKey)
      if (known !== undefined) return known
      const entry = entries.of(hashApiKey(apiKey))
      if (entry !== undefined) recent.add(apiKey, entry)
      return entry
    },
    validHolder(apiKeyHash, nowMs) {
      const holder = entries.of(apiKeyHash)
      return holder === undefined || hasExpired(holder, nowMs) ? undefined : holder
    },
    holdersOf,
    noteSession(event) {
      if (entries.of(event.apiKeyHash) !== undefined) return
      const registration = registrationOf(event)
      accounts.addSession(registration)
      entries.add(sessionHolder(registration))
    },
    noteProgram(key) {
      if (entries.of(key.apiKeyHash) !== undefined) return
      const holder = programHolder(key)
      accounts.addProgram(holder)
      entries.add(holder)
    },
    noteRevoked,
    forgetExpired(account, nowMs) {
      for (const holder of holdersOf(account))
        if (hasExpired(holder, nowMs)) noteRevoked(account, holder.apiKeyHash)
    },
  }
}

/** Of an event that says more. */
function registrationOf(event: Registration): Registration {
  const { account, networkType, signer, expiryTimeMs, apiKeyHash, proofSignature, verifyingContract } = event
  const { proofChainId, createTimeMs } = event
  return {
    account,
    networkType,
    signer,
    expiryTimeMs,
    apiKeyHash,
    proofSignature,
    verifyingContract,
    ...(proofChainId === undefined ? {} : { proofChainId }),
    createTimeMs,
  }
}
