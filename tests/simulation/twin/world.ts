/**
 * Everything the twin knows, as plain arrays, maps and bigints. There is no index, no running sum and no cache that
 * a scan could give: the book is one list of orders by age, open interest is counted when asked. `fork` copies what
 * an order can touch, so an order is tried on a copy and the copy is kept or thrown away.
 */
import type { TwinAddressBook } from './vault/addressBookState.ts'
import type { TwinGuardrails } from './guardrailState.ts'
import { TwinNonces } from './nonces.ts'
import type { HandHalt, MarketSpec, OperatorMode, PlaceOrder } from '@vest/engine'
import type { OrderType, Session, TransferStatus, TransferType } from '@vest/protocol'
import type { TwinCapital, TwinPurchase, TwinReview } from './sim/capitalTerms.ts'
import type { FeeRow, FillRow } from './fillFigures.ts'

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

/** The pool's quotes as they were taken last: what they depend on beside inventory and caps. */
export interface TwinLadder {
  readonly index: bigint
  readonly limit: bigint
  readonly cell: bigint
  readonly halfSpread: bigint
  readonly skewMax: bigint
  /** For lots that bring the inventory nearer to zero. */
  readonly skewBack: bigint
  readonly room: bigint
}

export interface TwinMarket {
  readonly id: number
  spec: MarketSpec
  formerSymbols: string[]
  /** Micro-dollars per tick and lot. */
  readonly scale: bigint
  session: Session
  mode: 'OPEN' | 'REDUCE_ONLY' | 'HALT'
  /** Words to stop that are in force; with none, what else keeps the market closed. */
  halts: HandHalt[]
  haltCause: 'HAND' | 'SESSION' | 'REOPENING' | 'DELISTED' | undefined
  operatorMode: OperatorMode | undefined
  regularSpan: { startMs: number; endMs: number } | undefined
  pendingDividend: bigint
  delistAnnouncedAtMs: number | undefined
  /** The widest clamp under which the mark was taken, bps. */
  markClamp: bigint
  isReducedByHand: boolean
  modeSinceMs: number
  /** When the volatility halt began that has not ended. */
  volatileSinceMs: number | undefined
  openSinceMs: number
  reopenedAtMs: number | undefined
  reopenPrices: bigint[]
  /** Source time of the latest evaluation that the market has heard, whether it traded on it or not. */
  evaluatedMs: number
  coolDownUntilMs: number
  index: bigint | undefined
  indexTimeMs: number
  isHeld: boolean
  conf: bigint
  wideSinceMs: number | undefined
  calmSinceMs: number | undefined
  trail: bigint[]
  trailTimeMs: number
  freshness: 'FRESH' | 'SOFT' | 'HARD'
  volatility: bigint
  volatilityIndex: bigint | undefined
  premiumMilli: bigint
  impactBid: bigint | undefined
  impactAsk: bigint | undefined
  mark: bigint | undefined
  ladder: TwinLadder | undefined
  cumFunding: bigint
  rate: bigint
  premiumSum: bigint
  samples: bigint
  lastSampleMs: number
  /** Up to when funding has been charged. */
  chargedUntilMs: number | undefined
  clearing: bigint
  pool: TwinPosition | undefined
  /** What the backstop holds, and what it shows of it in this minute. */
  backstop: TwinBackstop | undefined
  /** In SIM: the opposite of all positions, > 0 = long, and its quote side. */
  house?: { inventory: bigint; quote: bigint }
}

export interface TwinBackstop extends TwinPosition {
  offered: bigint
  minute: number
}

export type MoneyName =
  | 'POOL'
  | 'POOL_ISO'
  | 'BACKSTOP'
  | 'INSURANCE'
  | 'TREASURY'
  | 'REFERRAL'
  | 'CAPITAL_TREASURY'
  | 'PENDING_WITHDRAWALS'
  | 'SUSPENSE'
  | 'VAULT'

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

/** What has been used or has happened; an order that is tried and dropped never touches it. */
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

/** Everything that ever happened to the shares of the pool; the operator is account −1. */
export interface TwinLp {
  readonly changes: {
    readonly accountId: number
    readonly shares: bigint
    readonly money: bigint
    readonly atMs: number
  }[]
  readonly queue: {
    readonly id: string
    readonly accountId: number
    shares: bigint
    readonly executeMs: number
  }[]
  readonly payments: { readonly isScheduled: boolean; readonly size: bigint; readonly atMs: number }[]
  /** By day. */
  readonly prices: Map<number, bigint>
  readonly ids: Set<string>
  blockedHour: number | undefined
}

export interface TwinReferrals {
  readonly codes: Map<string, number>
  readonly referrers: Map<number, number>
  readonly clusters: Map<number, number>
  readonly paid: Map<number, bigint>
  accrued: Map<number, bigint>
}

export interface TwinPoints {
  week: number | undefined
  /** When the last week ended. */
  sinceMs: number
  readonly totals: Map<number, { trading: bigint; lp: bigint; referral: bigint }>
}

/** B.2 as far as the core uses it, with the names of the command that changes it. */
export interface TwinParameters {
  makerFeePercent: number
  liquidationFeeMaxRate: number
  triggerProtectionBps: number
  grossCapPercent: number
  grossCapStressedPercent: number
  classCapPercent: { stock: number; crypto: number; forex: number }
  offHoursProfitPercent: number
  accrualsPerHour: number
  recvWindowMaxMs: number
  openOrdersMax: number
  openOrdersPerMarketMax: number
  triggerRowsMax: number
  nonceKeptMs: number
  /** No life of the twin sends as many messages of one key as it takes to forget which of its numbers were not used. */
  nonceRunsMax: number
  quickWithdrawalUsd6: number
  withdrawalDelayMs: number
  addressCoolDownMs: number
  outflowHourUsd6: number
  outflowHourPercent: number
  outflowDayUsd6: number
  outflowDayPercent: number
  ownerHourPercent: number
  ownerDayUsd6: number
  smallWithdrawalUsd6: number
  smallLanePercent: number
  vaultTransactionUsd6: number
  vaultHourUsd6: number
  vaultHourPercent: number
  breakerFloorUsd6: number
  fullLiquidationUsd6: number
  backstopAllocationPercent: number
  lpNavCapUsd6: number
  lpImmediateFeeBps: number
  lpImmediateCapPercent: number
  lpScheduleMs: number
  lpLockMs: number
  takerDelayMs: number
}

export interface World {
  nowMs: number
  parameters: TwinParameters
  /** By age, oldest first: resting and dormant orders of all markets. */
  orders: TwinOrder[]
  accounts: TwinAccount[]
  markets: TwinMarket[]
  money: Record<MoneyName, bigint>
  /** Net asset values as of the last index record. */
  nav: { POOL: bigint; POOL_ISO: bigint }
  solvency: 'SOUND' | 'STRESSED' | 'INSOLVENT'
  soundSinceMs: number | undefined
  /** By account id: when its dead-man's switch fires. */
  readonly cancelTimers: Map<number, number>
  readonly registry: Registry
  readonly lp: TwinLp
  referrals: TwinReferrals
  readonly points: TwinPoints
  /** In which the accounts were valued last. */
  valuedHour: number
  readonly isSim: boolean
  /** Every account has been judged in the command under way, not only the holders of some markets. */
  isJudged: boolean
  /** Of the REAL world: the SIM world beside it. */
  readonly sim?: World
  /** Of REAL alone: what is sold of the capital programme, in the order in which it began. */
  purchases?: TwinPurchase[]
  /** Of REAL alone: what waits for a decision or for the treasury, in the order in which it came. */
  reviews?: TwinReview[]
}

const createDomain = (registry: Registry, isSim: boolean): World => ({
  nowMs: 0,
  parameters: {
    makerFeePercent: 50,
    liquidationFeeMaxRate: 500,
    triggerProtectionBps: 1_000,
    grossCapPercent: 300,
    grossCapStressedPercent: 150,
    classCapPercent: { stock: 120, crypto: 120, forex: 100 },
    offHoursProfitPercent: 50,
    accrualsPerHour: 1,
    recvWindowMaxMs: 60_000,
    openOrdersMax: 200,
    openOrdersPerMarketMax: 100,
    triggerRowsMax: 20,
    nonceKeptMs: 86_400_000,
    nonceRunsMax: 20_000,
    quickWithdrawalUsd6: 50e9,
    withdrawalDelayMs: 43_200_000,
    addressCoolDownMs: 86_400_000,
    outflowHourUsd6: 250e9,
    outflowHourPercent: 10,
    outflowDayUsd6: 1e12,
    outflowDayPercent: 30,
    ownerHourPercent: 25,
    ownerDayUsd6: 1e12,
    smallWithdrawalUsd6: 1e9,
    smallLanePercent: 10,
    vaultTransactionUsd6: 1e12,
    vaultHourUsd6: 500e9,
    vaultHourPercent: 20,
    breakerFloorUsd6: 25e9,
    fullLiquidationUsd6: 5e9,
    backstopAllocationPercent: 10,
    lpNavCapUsd6: 20e12,
    lpImmediateFeeBps: 30,
    lpImmediateCapPercent: 10,
    lpScheduleMs: 172_800_000,
    lpLockMs: 86_400_000,
    takerDelayMs: 0,
  },
  orders: [],
  accounts: [],
  markets: [],
  money: {
    POOL: 0n,
    POOL_ISO: 0n,
    BACKSTOP: 0n,
    INSURANCE: 0n,
    TREASURY: 0n,
    REFERRAL: 0n,
    CAPITAL_TREASURY: 0n,
    PENDING_WITHDRAWALS: 0n,
    SUSPENSE: 0n,
    VAULT: 0n,
  },
  nav: { POOL: 0n, POOL_ISO: 0n },
  solvency: 'SOUND',
  soundSinceMs: undefined,
  cancelTimers: new Map(),
  lp: {
    changes: [],
    queue: [],
    payments: [],
    prices: new Map(),
    ids: new Set(),
    blockedHour: undefined,
  },
  referrals: {
    codes: new Map(),
    referrers: new Map(),
    clusters: new Map(),
    paid: new Map(),
    accrued: new Map(),
  },
  points: { week: undefined, sinceMs: 0, totals: new Map() },
  valuedHour: 0,
  registry,
  isSim,
  isJudged: false,
})

/** It is kept from now on, or from the time that it was signed for, whichever comes later. */
export function noteNonce(world: World, key: string, signedMs: number): void {
  world.registry.nonces.set(key, Math.max(world.nowMs, signedMs))
}

export function createWorld(): World {
  const registry: Registry = {
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
  }
  return { ...createDomain(registry, false), sim: createDomain(registry, true), purchases: [], reviews: [] }
}

export const createMarket = (id: number, spec: MarketSpec, nowMs: number): TwinMarket => ({
  id,
  spec,
  scale: 10n ** BigInt(6 - spec.priceDecimals - spec.sizeDecimals),
  session: 'REGULAR',
  mode: 'OPEN',
  formerSymbols: [],
  halts: [],
  haltCause: undefined,
  operatorMode: undefined,
  regularSpan: undefined,
  pendingDividend: 0n,
  delistAnnouncedAtMs: undefined,
  markClamp: 0n,
  isReducedByHand: false,
  modeSinceMs: nowMs,
  volatileSinceMs: undefined,
  openSinceMs: nowMs,
  reopenedAtMs: undefined,
  reopenPrices: [],
  evaluatedMs: 0,
  coolDownUntilMs: 0,
  index: undefined,
  indexTimeMs: 0,
  isHeld: false,
  conf: 0n,
  wideSinceMs: undefined,
  calmSinceMs: undefined,
  trail: [],
  trailTimeMs: 0,
  freshness: 'HARD',
  volatility: 0n,
  volatilityIndex: undefined,
  premiumMilli: 0n,
  impactBid: undefined,
  impactAsk: undefined,
  mark: undefined,
  ladder: undefined,
  cumFunding: 0n,
  rate: 0n,
  premiumSum: 0n,
  samples: 0n,
  lastSampleMs: 0,
  chargedUntilMs: undefined,
  clearing: 0n,
  pool: undefined,
  backstop: undefined,
})

/** By its symbol or by one that it had before. */
export const marketBySymbol = (world: World, symbol: string): TwinMarket | undefined =>
  world.markets.find(({ spec, formerSymbols }) => spec.symbol === symbol || formerSymbols.includes(symbol))

/** A copy on which an order can be tried; only what never changes by trading is shared. */
export const fork = (world: World): World => ({
  ...world,
  orders: world.orders.map((order) => ({ ...order })),
  accounts: world.accounts.map((account) => ({
    ...account,
    positions: new Map([...account.positions].map(([id, position]) => [id, { ...position }])),
  })),
  markets: world.markets.map((market) => ({
    ...market,
    pool: market.pool && { ...market.pool },
    backstop: market.backstop && { ...market.backstop },
    ...(market.house === undefined ? {} : { house: { ...market.house } }),
  })),
  money: { ...world.money },
  nav: { ...world.nav },
  referrals: { ...world.referrals, accrued: new Map(world.referrals.accrued) },
})

/** Makes what was tried the truth. References into the old world are dead afterwards. */
export const keep = (world: World, tried: World): void => void Object.assign(world, tried)

export const sleeveOf = (market: TwinMarket): 'POOL' | 'POOL_ISO' =>
  market.spec.isolated ? 'POOL_ISO' : 'POOL'
export const inventoryOf = (market: TwinMarket): bigint =>
  market.pool === undefined ? 0n : market.pool.isLong ? market.pool.size : -market.pool.size
export const remainingOf = (order: TwinOrder): bigint => order.size - order.filled
export const isDormant = (order: { type: OrderType }): boolean =>
  order.type === 'STOP_LOSS' || order.type === 'TAKE_PROFIT'

/** Open interest: users alone, the pools are the difference. */
export function openInterest(world: World, marketId: number, isLong: boolean): bigint {
  let sum = 0n
  for (const account of world.accounts) {
    const position = account.positions.get(marketId)
    if (position?.isLong === isLong) sum += position.size
  }
  return sum
}

/** Resting orders of one side, best price first, at one price the older first. */
export function bookSide(world: World, marketId: number, isBid: boolean): TwinOrder[] {
  const side = world.orders.filter(
    (order) => order.marketId === marketId && order.isBuy === isBid && !isDormant(order),
  )
  return side.sort((a, b) => Number(isBid ? b.price - a.price : a.price - b.price))
}

/** Takes those that are meant out of the ones that wait in this domain; their ids. */
export function dropDelayed(world: World, isMeant: (one: TwinDelayed) => boolean): string[] {
  const { registry } = world
  const dropped = registry.delayed.filter((one) => one.isSim === world.isSim && isMeant(one))
  registry.delayed = registry.delayed.filter((one) => !dropped.includes(one))
  return dropped.map(({ command }) => command.id)
}

export const removeOrder = (world: World, id: string): void => {
  world.orders = world.orders.filter((order) => order.id !== id)
}

/** Puts an order among the others by age: before the first that is one of the younger ones. */
export function standBefore(world: World, order: TwinOrder, younger: readonly string[]): void {
  const at = world.orders.findIndex(({ id }) => younger.includes(id))
  world.orders.splice(at < 0 ? world.orders.length : at, 0, order)
}

/** Live orders of one account in one market, oldest first. */
export const ordersOf = (world: World, accountId: number, marketId: number): TwinOrder[] =>
  world.orders.filter((order) => order.accountId === accountId && order.marketId === marketId)
