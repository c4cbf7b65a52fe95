/**
 * Whether an index price counts: its form, its age, its distance from the last one, and what is held in its market.
 */
import { type IndexPrice, VAULT_MAX_USD6 } from '../api/index.ts'
import { payDividend } from '../corporateActions/index.ts'
import { haltIfAbandoned, hearReopenPrice, judgeVolatility } from '../markets/index.ts'
import { type Exchange, freshnessOf, type Market } from '../state/index.ts'
import { type Ticks, ticks, timeMs } from '@vest/protocol'

const PRICE_MAX = 1_000_000_000_000

export interface Accepted {
  readonly market: Market
  readonly index: Ticks | undefined
  readonly mark: Ticks | undefined
  readonly rate: number
  readonly isReopened: boolean
}

/** Takes a price, or passes it over; `held` is what all is worth. Returns by how much that has grown. */
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
  // SIM may hold a quarter of that (`sweep.ts`): only a fourfold price is one too many.
  const simLots = sim.markets[market.id]?.sim?.heldLots ?? 0
  if (!isCountable(market, simLots, price.price)) return 0
  const sourceTimeMs = Math.min(price.sourceTimeMs, exchange.timeMs)
  if (sourceTimeMs < market.indexTimeMs) return 0
  // The first price after a stop of the process may come before the first timer: it is one of three.
  if (market.index !== undefined) haltIfAbandoned(exchange, market)
  const before = { market, index: market.index, mark: market.mark, rate: market.rate }
  const isReopened = market.mode === 'HALT'
  const isShown = isFirstWhileClosed(market, price)
  if (isReopened && !isShown && !hearReopenPrice(exchange, market, price)) return 0
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
 * A market that was closed before it ever had a price shows the first that it is told. It stays closed: nobody holds
 * anything there, and what reopens it are three others.
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
 * Are so many lots still worth a number at this price? One at which what is held is not is nobody's price: to take it
 * would stop the process, and every replay of its journal.
 */
const isCountable = ({ scale }: Market, heldLots: number, price: number): boolean =>
  heldLots * price * scale <= VAULT_MAX_USD6

const lotsHeldIn = ({ longOi, shortOi, pool, backstop }: Market): number =>
  longOi + shortOi + (pool?.size ?? 0) + (backstop?.size ?? 0)

/**
 * What all hold in all markets, pools and backstop as well as users, and the money of the pools. No net asset value and no
 * equity comes out of more than that, so nothing that is added up leaves the numbers while this stays below what may lie
 * in the vault. A price that falls is always taken: it makes less of it.
 */
export function heldValue({ markets, money }: Exchange): number {
  let value = Math.abs(money.POOL) + Math.abs(money.POOL_ISO) + Math.abs(money.BACKSTOP)
  for (const market of markets) value += (market.index ?? 0) * lotsHeldIn(market) * market.scale
  return value
}
