/** What a corner of the simulation sees of the workload, and the ordinary commands that it may bend. */
import { type Address, type Id } from '@vest/protocol'
import {
  type Command,
  type CreditDeposit,
  type CreditDust,
  type MarketId,
  type MarketSpec,
  type PlaceOrder,
  type RequestWithdrawal,
} from '@vest/engine'

/** What a corner sees of the workload, and the ordinary commands that it may bend. */
export interface Scene {
  /** Claims and payouts have signals of abuse, and an operator decides on them. */
  readonly isReviewed: boolean
  readonly specs: readonly MarketSpec[]
  /** Latest index by market, in ticks. */
  readonly index: readonly number[]
  /** The index with which each market began. */
  readonly firstIndex: readonly number[]
  readonly delisted: ReadonlySet<MarketId>
  /** By account and symbol: `${address} ${symbol}`. */
  readonly positions: ReadonlyMap<string, { readonly isLong: boolean; readonly size: number }>
  /** Of any status, the latest last. */
  readonly transferIds: readonly Id[]
  /** Accounts of the SIM domain. */
  readonly simAccounts: readonly Address[]
  /** Who has put money into the LP pool. */
  readonly lpHolders: readonly Address[]
  nowMs(): number
  freshId(): Id
  freshNonce(): number
  order(): PlaceOrder
  /** A registered account of REAL. */
  owner(): Address
  request(): RequestWithdrawal
  credit(): CreditDeposit
  /** The next log of its chain below a dollar. */
  dust(): CreditDust
  /** The next market of the listing that is not yet there. */
  list(): Command
  freshAccount(): Address
  /** Of the account, or of one that registers late and for which money may wait already. */
  register(account?: Address): Command
}
