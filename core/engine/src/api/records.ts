/**
 * Records in events and query results: orders, transfers, LP orders, tickers, values. Each is complete, so a
 * reader needs no earlier record.
 */
import type {
  Address,
  ApiKeyScope,
  ErrorCode,
  Funding12,
  Hex,
  Id,
  Lots,
  LpOrderType,
  MarketStatus,
  OrderStatus,
  OrderType,
  Rate8,
  Ratio4,
  Session,
  Ticks,
  TimeInForce,
  TimeMs,
  TradingMode,
  TransferStatus,
  TransferType,
  Usd6,
} from '@vest/protocol'
import type { MarketId } from './marketSpec.ts'

export interface ApiKey {
  readonly accountId: number
  readonly signer: Address
  readonly apiKeyHash: Hex
  readonly label: string
  readonly scopes: readonly ApiKeyScope[]
  readonly createTimeMs: TimeMs
  /** Absent = valid until revoked. */
  readonly expiryTimeMs?: TimeMs
  /** Addresses and networks that may use the key; empty = all. */
  readonly ipAllowList: readonly string[]
  /** `signer` belongs to the key alone, not to a session. */
  readonly hasOwnSigner?: true
  /** Maximum loss per day; absent = no bound. */
  readonly maxDailyLossUsd6?: Usd6
}

/** An order as GET /orders shows it, in integers. */
export interface OrderRecord {
  readonly id: Id
  readonly account: Address
  readonly signer: Address
  readonly nonce: number
  readonly marketId: MarketId
  readonly symbol: string
  readonly isBuy: boolean
  readonly orderType: OrderType
  readonly size: Lots
  readonly limitPrice: Ticks
  readonly timeInForce: TimeInForce
  readonly reduceOnly: boolean
  readonly initMarginRatio: Ratio4
  readonly status: OrderStatus
  readonly code?: ErrorCode
  /** The mark when the order was accepted; absent while the market has none. */
  readonly markPrice?: Ticks
  readonly filledSize: Lots
  readonly filledValue: Usd6
  readonly lastFilledSize?: Lots
  readonly lastFilledPrice?: Ticks
  readonly lastFilledTimeMs?: TimeMs
  /** round(filledValue / filledSize); absent until the first fill. */
  readonly avgFilledPrice?: Ticks
  readonly fees: Usd6
  /** pnl + settledFunding - fees, summed over the order's fills; absent until the first fill. */
  readonly realizedPnl?: Usd6
  /** > 0 = the trader received. */
  readonly settledFunding?: Usd6
  readonly cumFunding?: Funding12
  readonly orderTimeMs: TimeMs
  readonly postTimeMs: TimeMs
  /** Of an attached leg: its parent order. */
  readonly parentId?: Id
  /** The legs of this order. */
  readonly tpPrice?: Ticks
  readonly slPrice?: Ticks
  readonly clientId?: string
  /** The mark has reached the price of a TP or SL; it is retried until it is filled or the position is flat. */
  readonly isTriggered?: true
}

export interface TickerRow {
  readonly marketId: MarketId
  readonly symbol: string
  readonly index: Ticks
  readonly mark: Ticks
  readonly rate: Rate8
  readonly cumFunding: Funding12
  readonly longOi: Lots
  readonly shortOi: Lots
  readonly status: MarketStatus
  /** The stricter of the market's own mode and the operator's. */
  readonly mode: TradingMode
  /** The last session reported by the calendar. */
  readonly session: Session
}

/** A transfer as GET /transfer shows it, in integers. */
export interface TransferRecord {
  readonly id: Id
  readonly account: Address
  readonly type: TransferType
  readonly status: TransferStatus
  readonly code?: ErrorCode
  readonly nonce: number
  readonly size: Usd6
  readonly chainId: number
  readonly token: Address
  readonly recipient?: Hex
  readonly postTimeMs: TimeMs
  readonly execute: boolean
  readonly requestArgs?: Hex
  readonly signer?: Address
  readonly signature?: Hex
  readonly signatureProof?: Hex
  readonly validatorSignature?: Hex
  readonly txHash?: Hex
  readonly logIndex?: number
  readonly blockHash?: Hex
  /** Deposits: credited softly, not yet final. */
  readonly isSoft?: boolean
  /** Withdrawals: end of the delay and of the wait for a booked hour; absent = immediately. */
  readonly eligibleTimeMs?: TimeMs
}

/** An LP order as GET /lp shows it, in integers. */
export interface LpOrderRecord {
  readonly id: Id
  readonly account: Address
  readonly signer: Address
  readonly nonce: number
  readonly orderType: LpOrderType
  readonly status: OrderStatus
  readonly code?: ErrorCode
  readonly size: Usd6
  /** The size as signed, digit by digit. */
  readonly sizeText: string
  /** Fee of an immediate withdrawal, left in the pool. */
  readonly fees: Usd6
  /** Minted, burnt, or locked until `executeTimeMs`; 6 decimals. */
  readonly shares?: number
  /** Scheduled withdrawals: time of the first attempt. */
  readonly executeTimeMs?: TimeMs
  readonly postTimeMs: TimeMs
}

export interface AccountValue {
  readonly account: Address
  /** collateral + unrealised profit at the mark, funding owed included. */
  readonly equity: Usd6
  /** Margin of isolated positions included. */
  readonly collateral: Usd6
  readonly netDeposits: Usd6
}

/** The engine's result of a command. A REJECTED order is `ok`: the command was executed, its order was refused. */
export type Answer =
  | {
      readonly ok: true
      readonly id?: Id
      /** For a command on many orders: those that it cancelled or created, in that order. */
      readonly ids?: readonly Id[]
      /** Time at which an armed dead-man's switch will fire. */
      readonly triggerTimeMs?: TimeMs
    }
  | { readonly ok: false; readonly code: ErrorCode }

/** The fields of an order record that come from its market. */
export interface RecordMarket {
  readonly spec: { readonly symbol: string }
  readonly scale: number
}

export interface Approval {
  readonly signer: Address
  readonly expiryTimeMs: TimeMs
}
