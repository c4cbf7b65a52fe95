/** The keys of each account, as registrations and as programs, and which signing keys speak for it through them. */
import type { Address, Hex, TimeMs } from '@vest/protocol'
import { hasExpired, type KeyHolder, type Registration } from './keyHolder.ts'

export interface AccountKeys {
  /** In the order in which the keys were made, sessions first. */
  hashesOf(account: Address): readonly Hex[]
  addSession(registration: Registration): void
  addProgram(holder: KeyHolder): void
  /** False: the account has no such key. */
  remove(account: Address, apiKeyHash: Hex): boolean
  /** Every registration of a signing key for this account; the newest last. */
  registrationsOf(account: Address, signer: Address): readonly Registration[]
  /** Whether one of them has not expired. */
  isSigner(account: Address, signer: Address, nowMs: TimeMs): boolean
  /** Whether it is the own signing key of a program that may trade for the account. */
  isProgramSigner(account: Address, signer: Address, nowMs: TimeMs): boolean
}

interface Keys {
  readonly sessions: Map<Hex, Registration>
  readonly programs: Map<Hex, KeyHolder>
}

export function createAccountKeys(): AccountKeys {
  const accounts = new Map<Address, Keys>()

  function keysOf(account: Address): Keys {
    const known = accounts.get(account)
    if (known) return known
    const none: Keys = { sessions: new Map(), programs: new Map() }
    accounts.set(account, none)
    return none
  }

  return {
    hashesOf(account) {
      const keys = accounts.get(account)
      return keys === undefined ? [] : [...keys.sessions.keys(), ...keys.programs.keys()]
    },
    addSession(registration) {
      keysOf(registration.account).sessions.set(registration.apiKeyHash, registration)
    },
    addProgram(holder) {
      keysOf(holder.account).programs.set(holder.apiKeyHash, holder)
    },
    remove(account, apiKeyHash) {
      const keys = accounts.get(account)
      if (keys === undefined) return false
      // A session before a program, as the engine ends them.
      return keys.sessions.delete(apiKeyHash) || keys.programs.delete(apiKeyHash)
    },
    registrationsOf: (account, signer) =>
      [...(accounts.get(account)?.sessions.values() ?? [])].filter((each) => each.signer === signer),
    isSigner(account, signer, nowMs) {
      const keys = accounts.get(account)
      if (keys === undefined) return false
      for (const each of keys.sessions.values())
        if (each.signer === signer && each.expiryTimeMs > nowMs) return true
      return false
    },
    isProgramSigner(account, signer, nowMs) {
      for (const held of accounts.get(account)?.programs.values() ?? [])
        if (held.signer === signer && held.program?.hasOwnSigner === true && !hasExpired(held, nowMs))
          return held.program.scopes.includes('trade')
      return false
    },
  }
}
