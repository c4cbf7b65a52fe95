/** Accounts, their positions and their orders, as the twin keeps them. */
import type { OrderType } from '@vest/protocol'
import type { FeeRow, FillRow } from '../fillFigures.ts'
import type { TwinGuardrails } from '../guardrailState.ts'
import type { TwinCapital } from '../sim/capitalTerms.ts'
import type { TwinAddressBook } from '../vault/addressBookState.ts'

export interface TwinPosition {
  isLong: boolean
  size: bigint
  cost: bigint
  initMarginRatio: bigint
  entryFunding: bigint
  settledFunding: bigint
  isolatedMargin: bigint
  met?: TwinMeeting
}

/** The user with whom a position last grew, when, and what each growth weighs for points. */
export interface TwinMeeting {
  readonly accountId: number
  readonly sinceMs: number
  readonly growths: readonly { readonly atMs: number; readonly weight: bigint }[]
}

export interface TwinOrder {
  readonly id: string
  readonly accountId: number
  readonly marketId: number
  readonly isBuy: boolean
  readonly type: OrderType
  size: bigint
  readonly price: bigint
  readonly reduceOnly: boolean
  readonly initMarginRatio: bigint
  filled: bigint
  isTriggered: boolean
  readonly timeInForce?: string | undefined
  readonly clientId?: string | undefined
  /** Legs that its fills will make, or grow. */
  readonly takeProfit?: TwinLeg | undefined
  readonly stopLoss?: TwinLeg | undefined
  /** It is a leg of that order. */
  readonly parentId?: string | undefined
  /** The key that signed it. */
  readonly signer?: string | undefined
}

export interface TwinLeg {
  readonly id: string
  readonly price: bigint
}

export interface TwinAccount {
  readonly id: number
  readonly address: string
  /** It is a contract's, and this is the chain on which it stands. */
  readonly proofChainId?: number
  exists: boolean
  collateral: bigint
  softCredit: bigint
  /** What others have paid for it when a deposit went missing. */
  advanced?: bigint
  /** What came in less what left. */
  netDeposits: bigint
  /** As of the last hour in which either was another than before. */
  told: { readonly equity: bigint; readonly netDeposits: bigint }
  readonly registeredMs: number
  hasTraded: boolean
  /** Of this week's fees. */
  weight: bigint
  /** In REAL: only a place, the account lives in SIM. */
  isSim: boolean
  isFrozen: boolean
  readonly ownerId?: string
  /** Of an evaluation or funded account; it belongs to the account, not to a fork. */
  readonly capital?: TwinCapital
  /** It must be held against its limits before the command ends. */
  isDue?: true
  readonly positions: Map<number, TwinPosition>
  readonly leverages: Map<number, bigint>
  /** Of the account, not of a fork: no order changes them. */
  book?: TwinAddressBook | undefined
  guardrails?: TwinGuardrails | undefined
  /** What its keys have given away, ever; a list is never changed, so that forks may share it. */
  losses?: readonly { readonly signer: string; readonly day: number; readonly lost: bigint }[]
  /** Its fills and fees in the command under way, the same. */
  booked?: { readonly fills: readonly FillRow[]; readonly fees: readonly FeeRow[] }
}
