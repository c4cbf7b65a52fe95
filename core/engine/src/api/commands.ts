/**
 * Everything that can happen to the exchange, as data. A command enters the journal before it is applied.
 * Once released, its meaning is fixed: fields are only added, never changed.
 *
 * Commands carry facts that the gateway decided (ids, verified signers, aggregated prices, chain logs). The
 * engine never checks a signature and never reads a clock: `timeMs` comes with the sequence number.
 */
import type {
  Address,
  ApiKeyScope,
  Funding12,
  Hex,
  Id,
  Lots,
  LpOrderType,
  NetworkType,
  Ratio4,
  RequestOrderType,
  Session,
  Ticks,
  TimeInForce,
  TimeMs,
  Usd6,
} from '@vest/protocol'
import type {
  ActivateFunded,
  AllocateEvaluation,
  AllocateFunded,
  BeginPurchase,
  CloseFunded,
  CloseSimPositions,
  DecideReview,
  DismissEvaluation,
  FundCapitalTreasury,
  NotePayment,
  OpenEvaluation,
  OpenSimAccount,
  SetSimAccountStatus,
  WithdrawProfit,
} from './capitalCommands.ts'
import type { AddressBookChange } from './addressBook.ts'
import type { SetGuardrails } from './guardrails.ts'
import type { HandHalt, MarketId, MarketSpec, OperatorMode } from './marketSpec.ts'
import type { MarketParameterChange, ParameterChange } from './parameters.ts'

export interface ListMarket {
  readonly kind: 'ListMarket'
  readonly spec: MarketSpec
}

/** Initial balance of a system account, backed by USDC in the vault (mechanics 7.1). */
export interface SeedSystemAccount {
  readonly kind: 'SeedSystemAccount'
  readonly account: 'POOL' | 'POOL_ISO' | 'INSURANCE' | 'CAPITAL_TREASURY'
  readonly amountUsd6: Usd6
}

/** One journalled activation of a behaviour (`features.ts`). */
export interface Activate {
  readonly kind: 'Activate'
  readonly feature: string
}

/** Registers a signing key of an account and the API key that names it. Only the hash of the API key is stored. */
export interface Register {
  readonly kind: 'Register'
  readonly account: Address
  readonly networkType: NetworkType
  /**
   * The primary key, 32 bytes, if it is an ed25519 key: the account is shown by it, and its address is
   * derived from it.
   */
  readonly publicKey?: Hex
  readonly signer: Address
  readonly expiryTimeMs: TimeMs
  readonly apiKeyHash: Hex
  /** The primary key's signature and the contract it names, for the withdrawal contract (wire 2.6). */
  readonly proofSignature: Hex
  readonly verifyingContract: Address
  /** The chain whose contract answered for the primary key (ERC-1271); absent: the key itself signed. */
  readonly proofChainId?: number
  readonly isMobile: boolean
  /** Date of the accepted terms; the journal is the record of the acceptance. */
  readonly termsVersion?: string
}

export interface PlaceOrder {
  readonly kind: 'PlaceOrder'
  readonly id: Id
  readonly account: Address
  /** The signer: a signing key or the account itself; nonces are unique per signer. */
  readonly signer: Address
  readonly nonce: number
  /** Signed time and window, re-checked against the sequencer's clock (3004). */
  readonly orderTimeMs: TimeMs
  readonly recvWindowMs: number
  readonly symbol: string
  readonly isBuy: boolean
  readonly size: Lots
  readonly orderType: RequestOrderType
  /** Absent on a MARKET order without a limit: the engine applies the default slippage to the mark. */
  readonly limitPrice?: Ticks
  readonly reduceOnly: boolean
  readonly timeInForce: TimeInForce
  readonly initMarginRatio?: Ratio4
  /** Legs of a LIMIT order, created at its first fill. */
  readonly takeProfit?: AttachedLeg
  readonly stopLoss?: AttachedLeg
  /** The trader's client id of the order, unique among the account's open orders. */
  readonly clientId?: string
}

/** A leg has its own id and signature; its nonce is that of its order or a separate one. */
export interface AttachedLeg {
  readonly id: Id
  readonly nonce: number
  readonly price: Ticks
}

export interface CancelOrder {
  readonly kind: 'CancelOrder'
  readonly id: Id
  readonly account: Address
  readonly signer: Address
  readonly nonce: number
  readonly orderTimeMs: TimeMs
  readonly recvWindowMs: number
}

/** Fields of every command that an account signs. */
export interface SignedCommand {
  readonly account: Address
  readonly signer: Address
  readonly nonce: number
  readonly orderTimeMs: TimeMs
  readonly recvWindowMs: number
}

/** Cancels the account's open order with this client id. */
export interface CancelClientOrder extends SignedCommand {
  readonly kind: 'CancelClientOrder'
  readonly clientId: string
}

/**
 * Takes effect as a whole or not at all: the new order is checked as if the old one were gone. Each has its
 * own nonce.
 */
export interface ReplaceOrder {
  readonly kind: 'ReplaceOrder'
  readonly cancel: CancelOrder
  readonly place: PlaceOrder
}

/** New size or price for a resting LIMIT order, which keeps its id. `size`: the total, filled part included. */
export interface AmendOrder extends SignedCommand {
  readonly kind: 'AmendOrder'
  readonly id: Id
  readonly size: Lots
  readonly limitPrice: Ticks
}

/** Cancels every open order of an account, TP and SL included; `symbol`: in one market only. */
export interface CancelAllOrders extends SignedCommand {
  readonly kind: 'CancelAllOrders'
  readonly symbol?: string
}

/** A reduce-only MARKET order against every position of an account; `symbol`: in one market only. */
export interface CloseAllPositions extends SignedCommand {
  readonly kind: 'CloseAllPositions'
  readonly symbol?: string
}

/** Dead-man's switch: open orders are cancelled unless it is renewed in time. 0 disarms it. */
export interface SetCancelTimer extends SignedCommand {
  readonly kind: 'SetCancelTimer'
  readonly timeoutMs: number
}

export interface SetLeverage {
  readonly kind: 'SetLeverage'
  readonly account: Address
  readonly symbol: string
  readonly leverage: number
}

/** One aggregated index price. `conf` = max deviation of the surviving sources, in ticks. */
export interface IndexPrice {
  readonly marketId: MarketId
  readonly price: Ticks
  readonly sourceTimeMs: TimeMs
  readonly conf: Ticks
  /** The jump filter holds this price back: the index counts as soft stale. */
  readonly held: boolean
}

/** The index prices of one evaluation of all markets: one record (mechanics 1.11, 2.1). */
export interface UpdateIndexPrices {
  readonly kind: 'UpdateIndexPrices'
  readonly prices: readonly IndexPrice[]
}

/** A session change of the calendar, computed outside the engine (mechanics 2.3). */
export interface ChangeSession {
  readonly kind: 'ChangeSession'
  readonly marketId: MarketId
  readonly session: Session
  /** End of this session; absent = unknown. Used by the volatility rule (mechanics 2.5). */
  readonly endTimeMs?: TimeMs
}

/** Halts or resumes a market: operator, halt feed or scenario. */
export interface SetMarketMode {
  readonly kind: 'SetMarketMode'
  readonly marketId: MarketId
  readonly mode: 'OPEN' | 'REDUCE_ONLY' | 'HALT' | OperatorMode
  /** Absent = the operator. Other causes halt and lift their own halt (OPEN), and do nothing else. */
  readonly cause?: HandHalt
}

/** New values of parameters, of the exchange or of one market; others stay. Accepted or refused as a whole. */
export interface ChangeParameters {
  readonly kind: 'ChangeParameters'
  readonly exchange?: ParameterChange
  readonly market?: { readonly marketId: MarketId; readonly change: MarketParameterChange }
}

/** `newShares` new shares for `oldShares` old ones, while the market is in HALT (mechanics 2.6). */
export interface ApplySplit {
  readonly kind: 'ApplySplit'
  readonly marketId: MarketId
  readonly newShares: number
  readonly oldShares: number
}

/** Announced while the market is in HALT, paid by the command with the first ex-dividend index price. */
export interface PayDividend {
  readonly kind: 'PayDividend'
  readonly marketId: MarketId
  /** USD per share, 12 decimals. */
  readonly perShare: Funding12
}

/** REDUCE_ONLY from now on; a day later the market may be delisted. `isWithdrawn`: the announcement is withdrawn. */
export interface AnnounceDelisting {
  readonly kind: 'AnnounceDelisting'
  readonly marketId: MarketId
  readonly isWithdrawn?: boolean
}

/** Ends a market: every position is closed at the last index price, without a fee. */
export interface DelistMarket {
  readonly kind: 'DelistMarket'
  readonly marketId: MarketId
}

/** Changes the symbol of a market; the old symbol still resolves. */
export interface RenameMarket {
  readonly kind: 'RenameMarket'
  readonly marketId: MarketId
  readonly symbol: string
  readonly displayName?: string
}

/** Once a second, by the sequencer. */
export interface TickTimer {
  readonly kind: 'TickTimer'
}

/** At each full UTC hour; `hourMs` is the start of the hour that has just ended. */
export interface TickFunding {
  readonly kind: 'TickFunding'
  readonly hourMs: TimeMs
}

/** A deposit log of a chain. Keyed by (chainId, txHash, logIndex): applying it twice changes nothing. */
export interface CreditDeposit {
  readonly kind: 'CreditDeposit'
  readonly id: Id
  readonly chainId: number
  readonly txHash: Hex
  readonly logIndex: number
  readonly blockHash: Hex
  /** Absent = no registered account was identified: the money goes to SUSPENSE. */
  readonly account?: Address
  readonly from: Address
  readonly amountUsd6: Usd6
  readonly token: Address
  readonly finality: 'SOFT' | 'FINAL'
}

/**
 * A final log of less than a dollar. The logs of a chain come in order; one at or before the last counted log
 * changes nothing.
 */
export interface CreditDust {
  readonly kind: 'CreditDust'
  /** Id of the log; the first log of a sum gives the id of the deposit that the sum becomes. */
  readonly id: Id
  readonly chainId: number
  readonly blockNumber: number
  readonly logIndex: number
  readonly txHash: Hex
  readonly blockHash: Hex
  readonly account: Address
  readonly amountUsd6: Usd6
  readonly token: Address
}

export interface FinalizeDeposit {
  readonly kind: 'FinalizeDeposit'
  readonly id: Id
  readonly blockHash: Hex
}

/** A soft credit whose block was dropped by the chain: reversed to the micro-dollar (mechanics 10.3). */
export interface OrphanDeposit {
  readonly kind: 'OrphanDeposit'
  readonly id: Id
}

/** A gasless deposit that was accepted and sent: a transfer with status NEW, no credit yet. */
export interface AnnounceDeposit {
  readonly kind: 'AnnounceDeposit'
  readonly id: Id
  readonly chainId: number
  readonly account: Address
  readonly amountUsd6: Usd6
  readonly token: Address
}

/** An announced deposit that will never arrive: REJECTED 5013. */
export interface RejectDeposit {
  readonly kind: 'RejectDeposit'
  readonly id: Id
}

export interface RequestWithdrawal {
  readonly kind: 'RequestWithdrawal'
  /** keccak256(requestArgs). */
  readonly id: Id
  readonly account: Address
  readonly signer: Address
  readonly nonce: number
  readonly orderTimeMs: TimeMs
  readonly recvWindowMs: number
  readonly recipient: Hex
  /**
   * The recipient is trusted: the primary key approved it before, it is the account itself, or the primary
   * key signs now.
   */
  readonly isTrustedRecipient: boolean
  readonly token: Address
  readonly sizeUsd6: Usd6
  readonly chainId: number
  readonly execute: boolean
  readonly networkFeeUsd6: Usd6
  readonly requestArgs: Hex
  readonly signature: Hex
  readonly signatureProof: Hex
}

/** Signed by the account's primary key: another signer is refused. */
export interface ChangeAddressBook extends SignedCommand {
  readonly kind: 'ChangeAddressBook'
  readonly change: AddressBookChange
}

/** The validator has signed: the user may call the contract. */
export interface VerifyWithdrawal {
  readonly kind: 'VerifyWithdrawal'
  readonly id: Id
  readonly validatorSignature: Hex
}

/** Completed(id) is final on chain. */
export interface CompleteWithdrawal {
  readonly kind: 'CompleteWithdrawal'
  readonly id: Id
  readonly txHash: Hex
  /** The fee that the vault kept for the keeper; absent = the agreed fee. 0 when another sender called. */
  readonly feeUsd6?: Usd6
}

/** Completed(id) did not occur before the deadline, and the chain is final past it: REJECTED 5013, refunded. */
export interface RefundWithdrawal {
  readonly kind: 'RefundWithdrawal'
  readonly id: Id
}

/** An order of the LP pool: a deposit for shares, or a withdrawal of shares for money. */
export interface PlaceLpOrder {
  readonly kind: 'PlaceLpOrder'
  readonly id: Id
  readonly account: Address
  readonly signer: Address
  readonly nonce: number
  readonly orderTimeMs: TimeMs
  readonly recvWindowMs: number
  readonly orderType: LpOrderType
  readonly sizeUsd6: Usd6
  /** The size as signed, repeated in the order record. */
  readonly sizeText: string
}

/** Cancels a scheduled withdrawal: the shares that have not been paid yet are free again. */
export interface CancelLpOrder {
  readonly kind: 'CancelLpOrder'
  readonly id: Id
  readonly account: Address
  readonly signer: Address
  readonly nonce: number
  readonly orderTimeMs: TimeMs
  readonly recvWindowMs: number
}

/** Sets the referral code of an account. */
export interface SetReferralCode {
  readonly kind: 'SetReferralCode'
  readonly account: Address
  readonly code: string
}

/** Sets the referrer of an account by referral code. */
export interface ApplyReferral {
  readonly kind: 'ApplyReferral'
  readonly account: Address
  readonly code: string
}

/** Assigns one cluster number to accounts that belong to one person or share a source of money. */
export interface SetAccountCluster {
  readonly kind: 'SetAccountCluster'
  readonly account: Address
  readonly cluster: number
}

/** Creates an API key for a program of an account. Only the hash of the key is stored. */
export interface CreateApiKey {
  readonly kind: 'CreateApiKey'
  readonly account: Address
  /** The signing key of the program. */
  readonly signer: Address
  readonly apiKeyHash: Hex
  readonly label: string
  readonly scopes: readonly ApiKeyScope[]
  /** Absent = valid until revoked. */
  readonly expiryTimeMs?: TimeMs
  /** Addresses and networks that may use the key; empty = all. */
  readonly ipAllowList: readonly string[]
  /**
   * `signer` is new and becomes the program's own key; absent = the program signs with a session key of the
   * account.
   */
  readonly hasOwnSigner?: true
  /** Maximum loss per day through the program's own signing key; absent = no bound. */
  readonly maxDailyLossUsd6?: Usd6
}

/** Revokes an API key of an account: of a program, or of a session, whose registration ends with it. */
export interface RevokeApiKey {
  readonly kind: 'RevokeApiKey'
  readonly account: Address
  readonly apiKeyHash: Hex
}

export type Command =
  | ListMarket
  | SeedSystemAccount
  | Activate
  | Register
  | PlaceOrder
  | CancelOrder
  | CancelClientOrder
  | ReplaceOrder
  | AmendOrder
  | CancelAllOrders
  | CloseAllPositions
  | SetCancelTimer
  | SetLeverage
  | SetGuardrails
  | ChangeAddressBook
  | UpdateIndexPrices
  | ChangeSession
  | SetMarketMode
  | ChangeParameters
  | ApplySplit
  | PayDividend
  | AnnounceDelisting
  | DelistMarket
  | RenameMarket
  | TickTimer
  | TickFunding
  | CreditDeposit
  | CreditDust
  | FinalizeDeposit
  | OrphanDeposit
  | AnnounceDeposit
  | RejectDeposit
  | RequestWithdrawal
  | VerifyWithdrawal
  | CompleteWithdrawal
  | RefundWithdrawal
  | PlaceLpOrder
  | CancelLpOrder
  | SetReferralCode
  | ApplyReferral
  | SetAccountCluster
  | CreateApiKey
  | RevokeApiKey
  | OpenSimAccount
  | SetSimAccountStatus
  | CloseSimPositions
  | WithdrawProfit
  | BeginPurchase
  | NotePayment
  | AllocateEvaluation
  | OpenEvaluation
  | DismissEvaluation
  | AllocateFunded
  | ActivateFunded
  | CloseFunded
  | DecideReview
  | FundCapitalTreasury

export type CommandKind = Command['kind']

/** A command with its sequence number in the total order. `timeMs` never decreases. */
export interface SequencedCommand {
  readonly seq: number
  readonly timeMs: TimeMs
  readonly command: Command
}
