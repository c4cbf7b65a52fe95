/** B: parameters of the exchange and of one market, changed by command within the limits of good sense. */
import { REFUSAL } from '@vest/protocol'
import type { ChangeParameters, MarketSpec } from '@vest/engine'
import { appraise, refreshLadder } from './pool.ts'
import { isLeverageAllowed } from './orders.ts'
import { PARAMETER_LIMITS, type TwinMarket, type World } from './world/index.ts'

const USD = 1_000_000
/** Lowest and highest value. */
const MARKET_LIMITS: Readonly<Record<string, readonly [number, number]>> = {
  halfSpreadMinPpm: [1, 100_000],
  halfSpreadMaxPpm: [1, 100_000],
  volMultiplierPermille: [0, 100_000],
  skewMaxPpm: [0, 100_000],
  inventoryLimitUsd6: [0, 1e9 * USD],
  inventorySharePpm: [0, 1_000_000],
  openInterestCapUsd6: [0, 1e9 * USD],
  volHaltBps: [1, 10_000],
  fillBandBps: [10, 6_000],
  impactValueUsd6: [1, 1e6 * USD],
  interestRate8h: [-1_000_000, 1_000_000],
  skewFunding8h: [0, 1_000_000],
  fundingCapOneHour: [0, 10_000_000],
  softStaleMs: [100, 110_000],
  hardStaleMs: [200, 120_000],
  initMarginRatio: [10, 10_000],
  maintMarginRatio: [5, 10_000],
  takerFeeRate: [0, 10_000],
}
const ROWS: Readonly<Record<string, readonly [names: string, low: number, high: number]>> = {
  classCapPercent: ['crypto forex stock', 0, 10_000],
  markClampBps: ['EXTENDED OVERNIGHT REGULAR', 1, 5_000],
  sessionOpenInterestPercent: ['EXTENDED OVERNIGHT', 0, 100],
}

const isIn = (value: unknown, low: number, high: number): boolean =>
  Number.isSafeInteger(value) && (value as number) >= low && (value as number) <= high

function isFine(limits: typeof PARAMETER_LIMITS, name: string, value: unknown): boolean {
  const limit = limits[name]
  if (limit !== undefined) return isIn(value, ...limit)
  const row = ROWS[name]
  if (row === undefined || (name === 'classCapPercent') !== (limits === PARAMETER_LIMITS)) return false
  const fields = Object.entries((value ?? {}) as object)
  return (
    fields
      .map(([field]) => field)
      .sort()
      .join(' ') === row[0] && fields.every(([, each]) => isIn(each, row[1], row[2]))
  )
}

export function changeParameters(world: World, command: ChangeParameters): number | undefined {
  const market = command.market && world.markets[command.market.marketId]
  if (command.market !== undefined && (market === undefined || market.haltCause === 'DELISTED'))
    return REFUSAL.BAD_SYMBOL
  const change = command.exchange ?? {}
  const marketChange = command.market?.change ?? {}
  if (Object.keys(change).length + Object.keys(marketChange).length === 0) return REFUSAL.INVALID_PARAMETER
  if (!Object.entries(change).every(([name, value]) => isFine(PARAMETER_LIMITS, name, value)))
    return REFUSAL.INVALID_PARAMETER
  // 3.2 has 720 samples in an hour, 3.3 half of them for every accrual: no part may be left without.
  if ((change.accrualsPerHour ?? 1) > 720) return REFUSAL.INVALID_PARAMETER
  const next = { ...world.parameters, ...change }
  if (3_600 % next.accrualsPerHour !== 0 || next.openOrdersPerMarketMax > next.openOrdersMax)
    return REFUSAL.INVALID_PARAMETER
  if (market !== undefined && !isMarketFine(market, marketChange)) return REFUSAL.INVALID_PARAMETER

  world.parameters = next
  if (market !== undefined) changeMarket(world, market, marketChange)
  appraise(world)
  for (const each of world.markets) refreshLadder(world, each)
  return undefined
}

type MarketChange = NonNullable<ChangeParameters['market']>['change']

export function isMarketFine({ spec }: { readonly spec: MarketSpec }, change: MarketChange): boolean {
  for (const [name, value] of Object.entries(change))
    if (name === 'evalAllowed' ? typeof value !== 'boolean' : !isFine(MARKET_LIMITS, name, value))
      return false
  const next = { ...spec, ...spec.risk, ...change }
  return (
    next.halfSpreadMinPpm <= next.halfSpreadMaxPpm &&
    next.softStaleMs < next.hardStaleMs &&
    next.maintMarginRatio >= next.initMarginRatio / 2 &&
    next.maintMarginRatio <= next.initMarginRatio
  )
}

function changeMarket(world: World, market: TwinMarket, change: MarketChange): void {
  const { initMarginRatio, maintMarginRatio, takerFeeRate, evalAllowed, ...risk } = change
  const own = { initMarginRatio, maintMarginRatio, takerFeeRate, evalAllowed }
  const named = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined))
  // The mark stands until the next index.
  const widest = BigInt(Math.max(...Object.values(market.spec.risk.markClampBps)))
  if (widest > market.markClamp) market.markClamp = widest
  market.spec = { ...market.spec, ...named, risk: { ...market.spec.risk, ...risk } }
  // Settings above the new maximum become it.
  let most = 1
  for (let leverage = 1; leverage <= 1_000; leverage += 1)
    if (isLeverageAllowed(leverage, market.spec.initMarginRatio)) most = leverage
  for (const { leverages } of [...world.accounts, ...world.sim!.accounts])
    if ((leverages.get(market.id) ?? 0n) > BigInt(most)) leverages.set(market.id, BigInt(most))
}
