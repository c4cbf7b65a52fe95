/**
 * Whether an index price counts: its form, its age, its distance from the last one, and the value of the positions in
 * its market.
 */
import { type Ticks, ticks, timeMs } from '@vest/protocol'
import { type IndexPrice, VAULT_MAX_USD6 } from '../api/index.ts'
import { payDividend } from '../corporateActions/index.ts'
import { haltIfAbandoned, noteReopenPrice, judgeVolatility } from '../markets/index.ts'
import { type Exchange, freshnessOf, type Market } from '../state/index.ts'

const PRICE_MAX = 1_000_000_000_000

export interface Accepted {
  readonly market: Market
  readonly index: Ticks | undefined
  readonly mark: Ticks | undefined
  readonly rate: number
  readonly isReopened: boolean
}

/** Accepts or ignores a price; `held` is the value of all positions. Returns its increase. */
export function acceptPrice(
  exchange: Exchange,
  price: IndexPrice,
  accepted: Accepted[],
  held: number,
): number {
  const market = exchange.markets[price.marketId]
  if (market === undefined || !isSane(price)) return 0
  const { sim } = exchange
  if (price.conf > PRICE_MAX) return 0
  const rise = (price.price - (market.index ?? 0)) * lotsHeldIn(market) * market.scale
  if (rise > 0 && held + rise > VAULT_MAX_USD6) return 0
  // SIM may hold a quarter of that (`sweep.ts`), so only a price of four times the last can be too high.
  const simLots = sim.markets[market.id]?.sim?.heldLots ?? 0
  if (!isCountable(market, simLots, price.price)) return 0
  const sourceTimeMs = Math.min(price.sourceTimeMs, exchange.timeMs)
  if (sourceTimeMs < market.indexTimeMs) return 0
  // The first price after a stop of the process may come before the first timer: then it is one of three.
  if (market.index !== undefined) haltIfAbandoned(exchange, market)
  const before = { market, index: market.index, mark: market.mark, rate: market.rate }
  const isReopened = market.mode === 'HALT'
  const isShown = isFirstWhileClosed(market, price)
  if (isReopened && !isShown && !noteReopenPrice(exchange, market, price)) return 0
  if (!isShown && market.pendingDividend !== undefined) payDividend(exchange, market)
  market.index = ticks(price.price)
  market.indexTimeMs = timeMs(sourceTimeMs)
  market.isHeld = price.held
  market.conf = ticks(price.conf)
  market.freshness = freshnessOf(exchange, market)
  judgeVolatility(exchange, market, market.index)
  accepted.push({ ...before, isReopened })
  return rise
}

/**
 * A market that was closed before its first price shows the first one that it gets. It stays closed: it has no
 * positions, and three further prices reopen it.
 */
const isFirstWhileClosed = (market: Market, price: IndexPrice): boolean =>
  market.index === undefined && market.haltCause === 'SESSION' && !price.held

const isSane = (price: IndexPrice): boolean =>
  Number.isSafeInteger(price.price) &&
  price.price > 0 &&
  price.price <= PRICE_MAX &&
  Number.isSafeInteger(price.sourceTimeMs) &&
  Number.isSafeInteger(price.conf) &&
  price.conf >= 0

/**
 * Returns whether the value of `heldLots` at this price stays a safe integer. A price beyond that cannot be right:
 * accepting it would stop the process, and every replay of its journal.
 */
const isCountable = ({ scale }: Market, heldLots: number, price: number): boolean =>
  heldLots * price * scale <= VAULT_MAX_USD6

const lotsHeldIn = ({ longOi, shortOi, pool, backstop }: Market): number =>
  longOi + shortOi + (pool?.size ?? 0) + (backstop?.size ?? 0)

/**
 * Value of all positions in all markets, those of pools and backstop included, plus the money of the pools. It bounds
 * every net asset value and equity, so no sum leaves the safe range while it stays below the limit of the vault. A
 * falling price is always accepted: it reduces the value.
 */
export function heldValue({ markets, money }: Exchange): number {
  let value = Math.abs(money.POOL) + Math.abs(money.POOL_ISO) + Math.abs(money.BACKSTOP)
  for (const market of markets) value += (market.index ?? 0) * lotsHeldIn(market) * market.scale
  return value
}
