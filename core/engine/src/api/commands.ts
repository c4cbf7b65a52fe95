/**
 * Everything that can happen to the exchange, as data. A command enters the journal before it is applied;
 * its meaning is fixed for ever once released, so fields are only added, never changed.
 *
 * Commands carry facts that the edge decided (ids, verified signers, aggregated prices, chain logs). The
 * engine never checks a signature and never reads a clock: `timeMs` comes with the sequence number.
 */
import type { CapitalPlan, CapitalTerms, PaymentFact } from './capital.ts'
import type { HandHalt, MarketId, MarketSpec, OperatorMode } from './marketSpec.ts'
import type { MarketParameterChange, ParameterChange } from './parameters.ts'
import type {
  Address,
  ApiKeyScope,
  ErrorCode,
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

export interface ListMarket {
  readonly kind: 'ListMarket'
  readonly spec: MarketSpec
}

/** System money present from the first command, backed by USDC that lies in the vault (mechanics 7.1). */
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

/** An approved signer of an account, and the key that names it. Only the hash of the API key is stored. */
export interface Register {
  readonly kind: 'Register'
  readonly account: Address
  readonly networkType: NetworkType
  /** The primary key, 32 bytes, where it is one of ed25519: the account is named by it, and its address is made of it. */
  readonly publicKey?: Hex
  readonly signer: Address
  readonly expiryTimeMs: TimeMs
  readonly apiKeyHash: Hex
  /** The primary key's signature and the contract it names, for the withdrawal contract (wire 2.6). */
  readonly proofSignature: Hex
  readonly verifyingContract: Address
  readonly isMobile: boolean
  /** The day of the terms that were accepted with it: the journal is where that is recorded. */
  readonly termsVersion?: string
}

export interface PlaceOrder {
  readonly kind: 'PlaceOrder'
  readonly id: Id
  readonly account: Address
  /** Who signed: a signing key or the account itself; nonces are unique per signer. */
  readonly signer: Address
  readonly nonce: number
  /** Signed time and window, re-checked against the sequencer's clock (3004). */
  readonly orderTimeMs: TimeMs
  readonly recvWindowMs: number
  readonly symbol: string
  readonly isBuy: boolean
  readonly size: Lots
  readonly orderType: RequestOrderType
  /** Absent on a MARKET order without one: the engine applies the default slippage to the mark. */
  readonly limitPrice?: Ticks
  readonly reduceOnly: boolean
  readonly timeInForce: TimeInForce
  readonly initMarginRatio?: Ratio4
  /** Legs that ride on a LIMIT order: made when it first fills. */
  readonly takeProfit?: AttachedLeg
  readonly stopLoss?: AttachedLeg
  /** The trader's own name of the order, unique among the account's open orders. */
  readonly clientId?: string
}

/** A leg has an id and a signature of its own; its nonce is that of its order, or one of its own. */
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

/** What every command signed by an account carries. */
export interface SignedCommand {
  readonly account: Address
  readonly signer: Address
  readonly nonce: number
  readonly orderTimeMs: TimeMs
  readonly recvWindowMs: number
}

/** Cancels the open order that its owner calls so. */
export interface CancelClientOrder extends SignedCommand {
  readonly kind: 'CancelClientOrder'
  readonly clientId: string
}

/** Both or neither: the new order is judged as if the old one were gone. Each has its own nonce. */
export interface ReplaceOrder {
  readonly kind: 'ReplaceOrder'
  readonly cancel: CancelOrder
  readonly place: PlaceOrder
}

/** Another size or price for a resting LIMIT order, which keeps its id. `size`: all of it, what has filled included. */
export interface AmendOrder extends SignedCommand {
  readonly kind: 'AmendOrder'
  readonly id: Id
  readonly size: Lots
  readonly limitPrice: Ticks
}

/** Every open order of an account, TP and SL included; `symbol`: of one market. */
export interface CancelAllOrders extends SignedCommand {
  readonly kind: 'CancelAllOrders'
  readonly symbol?: string
}

/** A reduce-only MARKET order against every position of an account; `symbol`: of one market. */
export interface CloseAllPositions extends SignedCommand {
  readonly kind: 'CloseAllPositions'
  readonly symbol?: string
}

/** The dead-man's switch: without a renewal within the time, open orders are cancelled. 0 disarms it. */
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
  /** The jump filter is holding this price: the index counts as softly stale. */
  readonly held: boolean
}

/** The index prices of one evaluation of all markets: one record (mechanics 1.11, 2.1). */
export interface UpdateIndexPrices {
  readonly kind: 'UpdateIndexPrices'
  readonly prices: readonly IndexPrice[]
}

/** The calendar's word, precomputed outside (mechanics 2.3). */
export interface ChangeSession {
  readonly kind: 'ChangeSession'
  readonly marketId: MarketId
  readonly session: Session
  /** When this session will end; absent = not known. Volatility is judged by it (mechanics 2.5). */
  readonly endTimeMs?: TimeMs
}

/** Operator, halt feed or scenario: stop or resume a market by hand. */
export interface SetMarketMode {
  readonly kind: 'SetMarketMode'
  readonly marketId: MarketId
  readonly mode: 'OPEN' | 'REDUCE_ONLY' | 'HALT' | OperatorMode
  /** Absent = the operator. The others halt and lift their own halt (OPEN), and do nothing else. */
  readonly cause?: HandHalt
}

/** New values of parameters, of the exchange or of one market; what is not named stays. Refused as a whole or taken. */
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

/** Announced while the market is in HALT, paid in the command in which the index first prints ex. */
export interface PayDividend {
  readonly kind: 'PayDividend'
  readonly marketId: MarketId
  /** USD per share, 12 decimals. */
  readonly perShare: Funding12
}

/** From now on REDUCE_ONLY; a day later the market may be delisted. `isWithdrawn`: it stays after all. */
export interface AnnounceDelisting {
  readonly kind: 'AnnounceDelisting'
  readonly marketId: MarketId
  readonly isWithdrawn?: boolean
}

/** The end of a market: every position is closed at the last index, without a fee. */
export interface DelistMarket {
  readonly kind: 'DelistMarket'
  readonly marketId: MarketId
}

/** Another symbol for the same market; the old one goes on resolving. */
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

/** At each full UTC hour; `hourMs` is the hour that has just ended, as its start. */
export interface TickFunding {
  readonly kind: 'TickFunding'
  readonly hourMs: TimeMs
}

/** A deposit log seen on a chain. Keyed by (chainId, txHash, logIndex): applying it twice changes nothing. */
export interface CreditDeposit {
  readonly kind: 'CreditDeposit'
  readonly id: Id
  readonly chainId: number
  readonly txHash: Hex
  readonly logIndex: number
  readonly blockHash: Hex
  /** Absent = no registered account could be named: the money goes to SUSPENSE. */
  readonly account?: Address
  readonly from: Address
  readonly amountUsd6: Usd6
  readonly token: Address
  readonly finality: 'SOFT' | 'FINAL'
}

/**
 * A final log of less than a dollar. Those of a chain come in its order; one at or before the last that was counted
 * changes nothing.
 */
export interface CreditDust {
  readonly kind: 'CreditDust'
  /** Of the log; the first one of a sum names the deposit that it becomes. */
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

/** A soft credit whose block is gone: reversed to the micro-dollar (mechanics 10.3). */
export interface OrphanDeposit {
  readonly kind: 'OrphanDeposit'
  readonly id: Id
}

/** A gasless deposit that was accepted and is under way: a transfer with status NEW, no credit yet. */
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
  /** The primary key has signed for this recipient before, or it is the account itself, or the primary signs now. */
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
  /** What the vault kept back for the keeper; absent = the fee that was agreed. 0 when somebody else called. */
  readonly feeUsd6?: Usd6
}

/** The deadline has passed, the chain is final past it and the id is not completed: REJECTED 5013, refunded. */
export interface RefundWithdrawal {
  readonly kind: 'RefundWithdrawal'
  readonly id: Id
}

/** An order of the LP pool: money of the account in for shares, or shares out for money. */
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
  /** The same as it was signed, told again with the order. */
  readonly sizeText: string
}

/** The account takes a scheduled withdrawal back: the shares that have not been paid yet are free again. */
export interface CancelLpOrder {
  readonly kind: 'CancelLpOrder'
  readonly id: Id
  readonly account: Address
  readonly signer: Address
  readonly nonce: number
  readonly orderTimeMs: TimeMs
  readonly recvWindowMs: number
}

/** An account claims a referral code. */
export interface SetReferralCode {
  readonly kind: 'SetReferralCode'
  readonly account: Address
  readonly code: string
}

/** An account says by whose code it came. */
export interface ApplyReferral {
  readonly kind: 'ApplyReferral'
  readonly account: Address
  readonly code: string
}

/** The edge knows that accounts belong to one person or are funded from one source: they bear one number. */
export interface SetAccountCluster {
  readonly kind: 'SetAccountCluster'
  readonly account: Address
  readonly cluster: number
}

/** A key of a program of an account. Only the hash of the key is stored. */
export interface CreateApiKey {
  readonly kind: 'CreateApiKey'
  readonly account: Address
  /** The signing key that the program signs with. */
  readonly signer: Address
  readonly apiKeyHash: Hex
  readonly label: string
  readonly scopes: readonly ApiKeyScope[]
  /** Absent = until it is revoked. */
  readonly expiryTimeMs?: TimeMs
  /** Addresses and networks that it may be used from; none = from everywhere. */
  readonly ipAllowList: readonly string[]
  /** `signer` is nobody's yet and becomes the program's own; absent = it signs as one of the account's sessions. */
  readonly hasOwnSigner?: true
  /** The most that its own signing key may give away in a day; absent = no bound. */
  readonly maxDailyLossUsd6?: Usd6
}

/** The end of a key of an account: of a program, or of a session, whose registration ends with it. */
export interface RevokeApiKey {
  readonly kind: 'RevokeApiKey'
  readonly account: Address
  readonly apiKeyHash: Hex
}

/** An account of the SIM domain for an owner, with virtual collateral: no USDC moves (mechanics 9.1). */
export interface OpenSimAccount {
  readonly kind: 'OpenSimAccount'
  readonly account: Address
  /** The owner's primary account. */
  readonly ownerId: Address
  readonly amountUsd6: Usd6
  /** Terms without a purchase: practice under a plan's rules. `amountUsd6` is the size. Absent: no limits. */
  readonly capital?: CapitalTerms
}

/**
 * A plan is about to be paid for (mechanics 9.6, `created`). The wallet that will be evaluated is known and proven before
 * anybody pays; whoever asks holds no other plan.
 */
export interface BeginPurchase {
  readonly kind: 'BeginPurchase'
  readonly id: Id
  /** The buyer's primary account. */
  readonly ownerId: Address
  readonly account: Address
  readonly networkType: NetworkType
  readonly plan: CapitalPlan
}

/** The payment provider has said something of a purchase. Said again it changes nothing. */
export interface NotePayment {
  readonly kind: 'NotePayment'
  readonly id: Id
  readonly fact: PaymentFact
}

/** The wallet of a paid purchase is taken into the programme: `paid` → `pre_eval`. */
export interface AllocateEvaluation {
  readonly kind: 'AllocateEvaluation'
  readonly id: Id
}

/** `pre_eval` → `active`: the account is there, with the size of its plan in virtual money. */
export interface OpenEvaluation {
  readonly kind: 'OpenEvaluation'
  readonly account: Address
}

/** Its owner wants to see a failed evaluation no more. */
export interface DismissEvaluation {
  readonly kind: 'DismissEvaluation'
  readonly account: Address
}

/** A proven wallet waits to become the funded account of an evaluation that was passed: `pre_funded`. */
export interface AllocateFunded {
  readonly kind: 'AllocateFunded'
  readonly evaluation: Address
  readonly account: Address
  readonly networkType: NetworkType
}

/** The claim: the evaluation becomes `funded_claimed`, the waiting wallet `funded_active`. */
export interface ActivateFunded {
  readonly kind: 'ActivateFunded'
  readonly evaluation: Address
  readonly account: Address
}

/** The end of a funded account without a verdict: by its owner, who has taken everything, or by the operator. */
export interface CloseFunded {
  readonly kind: 'CloseFunded'
  readonly account: Address
  readonly by: 'OWNER' | 'OPERATOR'
}

/** FROZEN: every open order is cancelled, and nothing of the account fills any more. */
export interface SetSimAccountStatus {
  readonly kind: 'SetSimAccountStatus'
  readonly account: Address
  readonly status: 'ACTIVE' | 'FROZEN'
}

/** Cancels every order of a SIM account and closes every position, wherever the ladder is (mechanics 9.5). */
export interface CloseSimPositions {
  readonly kind: 'CloseSimPositions'
  readonly account: Address
  /** Written on the cancelled orders; absent = none. */
  readonly code?: ErrorCode
}

/** Profit of a funded account to its owner's primary account, from CAPITAL_TREASURY (mechanics 9.7). */
export interface WithdrawProfit {
  readonly kind: 'WithdrawProfit'
  /** keccak256 of what was signed. */
  readonly id: Id
  readonly account: Address
  readonly signer: Address
  readonly nonce: number
  readonly orderTimeMs: TimeMs
  readonly recipient: Address
  /** What leaves the account; of it the trader gets his share. */
  readonly sizeUsd6: Usd6
  readonly signature: Hex
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

export type CommandKind = Command['kind']

/** A command with its place in the total order. `timeMs` never decreases. */
export interface SequencedCommand {
  readonly seq: number
  readonly timeMs: TimeMs
  readonly command: Command
}
