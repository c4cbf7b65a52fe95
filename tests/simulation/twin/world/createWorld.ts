/**
 * Everything the twin knows, as plain arrays, maps and bigints. There is no index, no running sum and no cache that
 * a scan could give: the book is one list of orders by age, open interest is counted when asked. `fork` copies what
 * an order can touch, so an order is tried on a copy and the copy is kept or thrown away.
 */
import type { TwinPurchase, TwinReview } from '../sim/capitalTerms.ts'
import type { TwinAccount, TwinOrder } from './accounts.ts'
import { launchParameters, type TwinParameters } from './launchParameters.ts'
import type { TwinMarket } from './markets.ts'
import { createRegistry, type Registry } from './registry.ts'
import type { TwinLp, TwinPoints, TwinReferrals } from './rewards.ts'

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
  parameters: launchParameters(),
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

export function createWorld(): World {
  const registry = createRegistry()
  return { ...createDomain(registry, false), sim: createDomain(registry, true), purchases: [], reviews: [] }
}

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
