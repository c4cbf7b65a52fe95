/**
 * What the engine and its twin can both say of themselves, as one canonical text: every account with positions and
 * open orders by age, every market with its book and its pool, all system money. Two equal texts are two equal
 * exchanges in everything that belongs to somebody.
 */
import { poolLevels } from './pool.ts'
import {
  bookSide,
  inventoryOf,
  type MoneyName,
  openInterest,
  remainingOf,
  type TwinMarket,
  type World,
} from './world.ts'
import { simHouse } from './sim.ts'
import { withdrawnSince } from './transfers.ts'

export const MONEY_NAMES: readonly MoneyName[] = [
  'POOL',
  'POOL_ISO',
  'INSURANCE',
  'TREASURY',
  'REFERRAL',
  'CAPITAL_TREASURY',
  'PENDING_WITHDRAWALS',
  'SUSPENSE',
  'VAULT',
]
export const DEPTH_LEVELS = 20

type Figure = bigint | number | string | boolean | undefined

/** One line: a name and its figures in the order given. */
export const line = (name: string, figures: Readonly<Record<string, Figure>>): string =>
  `${name} ${Object.entries(figures)
    .map(([key, value]) => `${key}=${value ?? 'none'}`)
    .join(' ')}`

export const levelText = (levels: readonly (readonly [price: Figure, size: Figure])[]): string =>
  levels.map(([price, size]) => `${price}:${size}`).join(' ')

export function digestOf(world: World): string {
  const lines: string[] = []
  const sim = world.sim!
  const both = [...world.accounts.filter(({ isSim }) => !isSim), ...sim.accounts]
  for (const account of both.sort((a, b) => (a.address < b.address ? -1 : 1))) {
    const { address, exists, collateral, softCredit } = account
    lines.push(
      line('account', {
        address,
        exists,
        collateral,
        softCredit,
        withdrawn24h: withdrawnSince(world, 86_400_000, address),
        owner: account.ownerId,
        isFrozen: account.isFrozen,
      }),
    )
    for (const [marketId, leverage] of [...account.leverages].sort(([a], [b]) => a - b))
      lines.push(line(' leverage', { symbol: world.markets[marketId]!.spec.symbol, leverage }))
    for (const [marketId, position] of [...account.positions].sort(([a], [b]) => a - b)) {
      const { isLong, size, cost, entryFunding, initMarginRatio, settledFunding, isolatedMargin } = position
      const { symbol } = world.markets[marketId]!.spec
      lines.push(
        line(' position', {
          symbol,
          isLong,
          size,
          cost,
          entryFunding,
          initMarginRatio,
          settledFunding,
          isolatedMargin,
        }),
      )
    }
    for (const order of (account.isSim ? sim : world).orders) {
      if (order.accountId !== account.id) continue
      const { id, type, isBuy, price, filled, reduceOnly, initMarginRatio } = order
      const { symbol } = world.markets[order.marketId]!.spec
      lines.push(
        line(' order', {
          id,
          symbol,
          type,
          isBuy,
          price,
          filled,
          remaining: remainingOf(order),
          reduceOnly,
          initMarginRatio,
        }),
      )
    }
  }
  for (const market of world.markets) lines.push(...marketLines(world, market))
  for (const name of MONEY_NAMES) lines.push(line('money', { [name]: world.money[name] }))
  lines.push(line('solvency', { state: world.solvency }))
  for (const market of sim.markets) lines.push(...simLines(sim, market))
  lines.push(line('sim', { house: simHouse(world) }))
  return lines.join('\n')
}

/** A market of SIM in which somebody holds or wants something. */
function simLines(sim: World, market: TwinMarket): string[] {
  const [bids, asks] = [true, false].map((isBid) => queueText(sim, market.id, isBid))
  const inventory = market.house?.inventory ?? 0n
  if (inventory === 0n && bids === '' && asks === '') return []
  return [line('sim market', { symbol: market.spec.symbol, inventory, bids, asks })]
}

const queueText = (world: World, marketId: number, isBid: boolean): string =>
  bookSide(world, marketId, isBid)
    .map((order) => `${order.price}:${order.id}:${remainingOf(order)}`)
    .join(' ')

function marketLines(world: World, market: TwinMarket): string[] {
  const { mode, session, index, mark, cumFunding, rate, clearing, pool, samples } = market
  const { symbol } = market.spec
  const oi = { longOi: openInterest(world, market.id, true), shortOi: openInterest(world, market.id, false) }
  return [
    line('market', { symbol, mode, session, index, mark, cumFunding, rate, samples, ...oi, clearing }),
    line(' life', {
      isHalted: market.haltCause,
      halts: market.halts.toSorted().join(' '),
      operatorMode: market.operatorMode,
      dividend: market.pendingDividend,
      announced: market.delistAnnouncedAtMs,
      formerSymbols: market.formerSymbols.join(' '),
      premiumMilli: market.premiumMilli,
      trail: market.trail.join(' '),
    }),
    line(' pool', {
      inventory: inventoryOf(market),
      cost: pool?.cost,
      entryFunding: pool?.entryFunding,
      settledFunding: pool?.settledFunding,
    }),
    line(' bids', { queue: queueText(world, market.id, true) }),
    line(' asks', { queue: queueText(world, market.id, false) }),
    line(' depth', {
      bids: levelText(depth(world, market, false)),
      asks: levelText(depth(world, market, true)),
    }),
  ]
}

/** Users and pool merged by price, best first. */
function depth(world: World, market: TwinMarket, isAsk: boolean): [bigint, bigint][] {
  const sizes = new Map<bigint, bigint>()
  const add = (price: bigint, size: bigint): void => void sizes.set(price, (sizes.get(price) ?? 0n) + size)
  for (const order of bookSide(world, market.id, !isAsk)) add(order.price, remainingOf(order))
  for (const [price, size] of poolLevels(world, market, isAsk)) add(price, size)
  return [...sizes].sort(([a], [b]) => Number(isAsk ? a - b : b - a)).slice(0, DEPTH_LEVELS)
}
