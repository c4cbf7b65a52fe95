/**
 * Which keys there are and for whom each speaks: those of sessions, which a registration brought, and those that
 * accounts gave to their programs. Keys are kept as their SHA-256 alone: looking one up means hashing what was sent
 * and asking a table of hashes. Of those that were right the last are remembered as they were sent, so that a program
 * that trades is not hashed with every order; a key that stands there already is no secret to who sends it whole, and
 * part of one finds nothing.
 */
import { hash } from 'node:crypto'
import type { ApiKeyView } from '@vest/engine'
import type { Address, ApiKeyScope, Hex, NetworkType, TimeMs, Usd6 } from '@vest/protocol'
import { RECENT_KEYS_MAX } from './limits.ts'

/** An approved signing key of an account, as one registration brought it. */
export interface Registration {
  readonly account: Address
  readonly networkType: NetworkType
  readonly signer: Address
  readonly expiryTimeMs: TimeMs
  readonly apiKeyHash: Hex
  readonly proofSignature: Hex
  readonly verifyingContract: Address
  /** The chain whose contract answered for the primary key (ERC-1271); absent: the key itself signed. */
  readonly proofChainId?: number
  readonly createTimeMs: TimeMs
}

/** Who a key speaks for, and how far. */
export interface KeyHolder {
  readonly account: Address
  /** The signing key whose numbers its writes count. */
  readonly signer: Address
  readonly apiKeyHash: Hex
  /** Absent on the key of a session. */
  readonly program?: {
    readonly label: string
    readonly scopes: readonly ApiKeyScope[]
    readonly ipAllowList: readonly string[]
    /** `signer` is the program's own, with the most that it may give away in a day, if there is a bound. */
    readonly hasOwnSigner: boolean
    readonly maxDailyLossUsd6?: Usd6
  }
  readonly createTimeMs: TimeMs
  /** Absent = until it is revoked. */
  readonly expiryTimeMs?: TimeMs
}

export interface KeyRing {
  /** The holder of a key, expired or not. */
  holderOf(apiKey: string): KeyHolder | undefined
  /** The holder of the key with this hash; undefined also where it has expired. */
  validHolder(apiKeyHash: Hex, nowMs: TimeMs): KeyHolder | undefined
  /** In the order in which the keys were made, sessions first. */
  holdersOf(account: Address): readonly KeyHolder[]
  noteSession(registration: Registration): void
  noteProgram(key: ApiKeyView): void
  noteRevoked(account: Address, apiKeyHash: Hex): void
  /** Every registration of a signing key for this account; the newest last. */
  registrationsOf(account: Address, signer: Address): readonly Registration[]
  /** Whether one of them has not expired. */
  isSigner(account: Address, signer: Address, nowMs: TimeMs): boolean
  /** Whether it is the own signing key of a program that may trade for the account. */
  isProgramSigner(account: Address, signer: Address, nowMs: TimeMs): boolean
  /** `holder` as `holderOf` returned it. */
  noteUse(holder: KeyHolder, nowMs: TimeMs, address: string): void
  /** Since this process began. */
  lastUse(apiKeyHash: Hex): LastUse | undefined
  accountsUsedSince(sinceMs: TimeMs): readonly Address[]
  /**
   * Programs and people that make a key at every start leave keys behind. Those of the account that have expired are
   * answered 1002 whether they are known or not, so they need not be kept.
   */
  forgetExpired(account: Address, nowMs: TimeMs): void
}

/** A key that has an end is none from then on. */
export const hasExpired = ({ expiryTimeMs }: Pick<KeyHolder, 'expiryTimeMs'>, nowMs: TimeMs): boolean =>
  expiryTimeMs !== undefined && expiryTimeMs <= nowMs

export const hashApiKey = (apiKey: string): Hex => `0x${hash('sha256', apiKey, 'hex')}`

/** When a key was used, and from which address. */
export interface LastUse {
  readonly timeMs: TimeMs
  readonly address: string
}

/** A holder, and what becomes of its key. */
interface Entry extends KeyHolder {
  lastUseMs: TimeMs | undefined
  lastUseFrom: string
  isEnded: boolean
}

interface Keys {
  readonly sessions: Map<Hex, Registration>
  readonly programs: Map<Hex, KeyHolder>
}

const UNUSED = { lastUseMs: undefined, lastUseFrom: '', isEnded: false }

export function createKeyRing(): KeyRing {
  const holders = new Map<string, Entry>()
  const accounts = new Map<string, Keys>()
  /** By the key itself, the oldest first. */
  const recent = new Map<string, Entry>()

  function holderOf(apiKey: string): KeyHolder | undefined {
    const known = recent.get(apiKey)
    if (known !== undefined) {
      if (!known.isEnded) return known
      recent.delete(apiKey)
    }
    const holder = holders.get(hashApiKey(apiKey))
    if (holder === undefined) return undefined
    if (recent.size >= RECENT_KEYS_MAX) recent.delete(recent.keys().next().value as string)
    recent.set(apiKey, holder)
    return holder
  }
  function keysOf(account: Address): Keys {
    const known = accounts.get(account)
    if (known) return known
    const none = { sessions: new Map(), programs: new Map() }
    accounts.set(account, none)
    return none
  }
  function end(account: Address, apiKeyHash: Hex): void {
    const keys = accounts.get(account)
    // A session before a program, as the engine ends them.
    if (!keys?.sessions.delete(apiKeyHash) && !keys?.programs.delete(apiKeyHash)) return
    const entry = holders.get(apiKeyHash)
    if (entry !== undefined) entry.isEnded = true
    holders.delete(apiKeyHash)
  }

  return {
    holderOf,
    validHolder(apiKeyHash, nowMs) {
      const holder = holders.get(apiKeyHash)
      return holder === undefined || hasExpired(holder, nowMs) ? undefined : holder
    },
    holdersOf(account) {
      const { sessions, programs } = accounts.get(account) ?? { sessions: new Map(), programs: new Map() }
      return [...[...sessions.keys()].map((hash: Hex) => holders.get(hash)!), ...programs.values()]
    },
    noteSession(event) {
      const { account, networkType, signer, expiryTimeMs, apiKeyHash, proofSignature, verifyingContract } =
        event
      const { proofChainId } = event
      if (holders.has(apiKeyHash)) return
      const { createTimeMs } = event
      const registration: Registration = {
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
      keysOf(account).sessions.set(apiKeyHash, registration)
      holders.set(apiKeyHash, { account, signer, apiKeyHash, createTimeMs, expiryTimeMs, ...UNUSED })
    },
    noteProgram(key) {
      const { account, signer, apiKeyHash, label, scopes, ipAllowList, createTimeMs, expiryTimeMs } = key
      const { hasOwnSigner = false, maxDailyLossUsd6 } = key
      if (holders.has(apiKeyHash)) return
      const holder: Entry = {
        account,
        signer,
        apiKeyHash,
        program: {
          label,
          scopes,
          ipAllowList,
          hasOwnSigner,
          ...(maxDailyLossUsd6 === undefined ? {} : { maxDailyLossUsd6 }),
        },
        createTimeMs,
        ...(expiryTimeMs === undefined ? {} : { expiryTimeMs }),
        ...UNUSED,
      }
      keysOf(account).programs.set(apiKeyHash, holder)
      holders.set(apiKeyHash, holder)
    },
    noteRevoked: end,
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
    noteUse(holder, nowMs, address) {
      // With every request of a key: no object of its own.
      const entry = holder as Entry
      entry.lastUseMs = nowMs
      entry.lastUseFrom = address
    },
    lastUse(apiKeyHash) {
      const entry = holders.get(apiKeyHash)
      return entry?.lastUseMs === undefined
        ? undefined
        : { timeMs: entry.lastUseMs, address: entry.lastUseFrom }
    },
    accountsUsedSince(sinceMs) {
      const used = new Set<Address>()
      for (const { account, lastUseMs } of holders.values())
        if (lastUseMs !== undefined && lastUseMs >= sinceMs) used.add(account)
      return [...used]
    },
    forgetExpired(account, nowMs) {
      const keys = accounts.get(account)
      if (!keys) return
      for (const { apiKeyHash, expiryTimeMs } of [...keys.sessions.values(), ...keys.programs.values()])
        if (expiryTimeMs !== undefined && expiryTimeMs <= nowMs) end(account, apiKeyHash)
    },
  }
}
