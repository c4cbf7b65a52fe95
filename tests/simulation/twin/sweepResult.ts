/** What a sweep is asked, and what came of it. */
import { type TwinOrder, type World } from './world/index.ts'

export interface SweepInput {
  readonly accountId: number
  readonly marketId: number
  readonly isBuy: boolean
  readonly size: bigint
  readonly limit: bigint
  readonly initMarginRatio: bigint
  /** The key that signed the swept order. */
  readonly signer?: string | undefined
  /** A resting order against the pool alone. */
  readonly poolOnly?: boolean
  /** In SIM: more than one order may take. */
  readonly hasAllRoom?: boolean
  /** 9.5: at whatever price. */
  readonly isForced?: boolean
}

export interface Sweep {
  filled: bigint
  value: bigint
  openedValue: bigint
  /** What the fills are worse than the mark. */
  cost: bigint
  trades: number
  stop: 'PRICE' | 'CAPACITY' | undefined
  /** Who lost size, and whose position ended, taker first. */
  readonly decreased: Map<number, { isEnd: boolean }>
  readonly parties: number[]
  /** Resting orders that have filled, as they were then. */
  readonly makers: { readonly order: TwinOrder; readonly lots: bigint }[]
  /** The world before it, and the fills with users in their order. */
  readonly start: World
  readonly meetings: { readonly maker: number; readonly value: bigint; readonly makerFee: bigint }[]
}
