/** Who a key speaks for, and how far: a session of a person, or a program. */
import type { ApiKeyView } from '@vest/engine'
import type { Address, ApiKeyScope, Hex, NetworkType, TimeMs, Usd6 } from '@vest/protocol'

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

/** A key that has an end is none from then on. */
export const hasExpired = ({ expiryTimeMs }: Pick<KeyHolder, 'expiryTimeMs'>, nowMs: TimeMs): boolean =>
  expiryTimeMs !== undefined && expiryTimeMs <= nowMs

export const sessionHolder = (registration: Registration): KeyHolder => {
  const { account, signer, apiKeyHash, createTimeMs, expiryTimeMs } = registration
  return { account, signer, apiKeyHash, createTimeMs, expiryTimeMs }
}

export const programHolder = (key: ApiKeyView): KeyHolder => {
  const { account, signer, apiKeyHash, label, scopes, ipAllowList, createTimeMs, expiryTimeMs } = key
  const { hasOwnSigner = false, maxDailyLossUsd6 } = key
  return {
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
  }
}
