/** What has been used or has happened; an order that is tried and dropped never touches it. */
import type { PlaceOrder } from '@vest/engine'
import type { TransferStatus, TransferType } from '@vest/protocol'
import { TwinNonces } from '../nonces.ts'

export interface TwinTransfer {
  readonly id: string
  readonly type: TransferType
  readonly account: string
  readonly size: bigint
  readonly chainId: number
  /** Of a withdrawal. */
  readonly signer?: string
  status: TransferStatus
  isOpen: boolean
  isSoft: boolean
  isSeen: boolean
  isCredited: boolean
  isSuspended: boolean
  isOrphaned: boolean
  isApproved: boolean
  /** Withdrawals: it went past the caps. */
  isSmall: boolean
  /** Withdrawals: the exchange sends it to the chain itself. */
  isForKeeper: boolean
  proof: string
  validatorSignature: string | undefined
  eligibleTimeMs: number | undefined
  networkFee: bigint
  timeMs: number
}

/** An approval that was spent. */
export interface TwinSpentProof {
  readonly address: string
  readonly signer: string
  readonly untilMs: number
}

/** A session (no label) or a key of a program. */
export interface TwinKey {
  readonly address: string
  readonly hash: string
  readonly signer: string
  readonly label?: string
  readonly fromMs: number
  readonly untilMs?: number
}

/** A part of a withdrawal, in one hour. */
export interface Booked {
  readonly id: string
  readonly owner: string
  readonly hour: number
  readonly size: bigint
}

export interface Registry {
  /** In the order in which they came. */
  keys: readonly TwinKey[]
  /** Approvals that open no more keys. */
  spent: readonly TwinSpentProof[]
  readonly nonces: TwinNonces
  /** Signing keys that were ever seen, and the bounds of those that are programs' own. */
  readonly known: Set<string>
  readonly bounds: Map<string, bigint>
  readonly orderIds: Set<string>
  /** In order of their first record. */
  readonly transfers: Map<string, TwinTransfer>
  readonly depositLogs: Map<string, string>
  /** Takers that wait, of both domains, in the order in which they came. */
  delayed: TwinDelayed[]
  readonly outflow: {
    /** The present hour, and the vault at its start. */
    hour: number
    vault: bigint
    booked: Booked[]
    small: { readonly owner: string; readonly day: number; readonly size: bigint }[]
    readonly released: { readonly timeMs: number; readonly size: bigint }[]
  }
  readonly dust: {
    /** By chain: block and place of the last log that was counted. */
    readonly marks: Map<number, readonly [number, number]>
    sums: { readonly id: string; readonly account: string; readonly chainId: number; size: bigint }[]
  }
}

export interface TwinDelayed {
  /** Made by closing all: as much as is held when its time comes. */
  isClosing?: boolean
  readonly command: PlaceOrder
  readonly atMs: number
  readonly marketId: number
  readonly accountId: number
  readonly isSim: boolean
}

export const createRegistry = (): Registry => ({
  keys: [],
  spent: [],
  delayed: [],
  nonces: new TwinNonces(),
  known: new Set(),
  bounds: new Map(),
  orderIds: new Set(),
  transfers: new Map(),
  depositLogs: new Map(),
  outflow: { hour: 0, vault: 0n, booked: [], small: [], released: [] },
  dust: { marks: new Map(), sums: [] },
})
