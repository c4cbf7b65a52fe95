/**
 * A share split, in HALT only: every position is converted to new lots, fractions are settled with the pool
 * at the last index price, every price of the market is converted to new ticks, and orders for the old share
 * are cancelled.
 */
import { type Split, scaledBack, splitPoolCost, splitPosition, splitPrice } from '@vest/formulas'
import { type Lots, type Ticks, funding12, lots, ticks, usd6, REFUSAL } from '@vest/protocol'
import type { Answer, ApplySplit } from '../api/index.ts'
import { beginFundingEpoch } from '../funding/index.ts'
import { coverShortfall } from '../ledger/index.ts'
import { widestClampBps } from '../markets/index.ts'
import { appraiseSleeves, handOverToPool } from '../pool/index.ts'
import { alsoInSim, setHouse } from '../sim/index.ts'
import {
  credit,
  emit,
  type Exchange,
  type Market,
  scheduleMarginCheck,
  markTickerChanged,
  positionIn,
  sleeveOf,
  emitPosition,
} from '../state/index.ts'
import { cancelMarketOrders, endPosition, holdersIn, settleMarketFunding } from './forcedClose.ts'

const SHARES_MAX = 10_000
const PRICE_MAX = 1_000_000_000_000

/** Refused: no such market (1121); not in HALT, no split, or a price that would fall below a tick (1130). */
export function applySplit(exchange: Exchange, command: ApplySplit): Answer {
  const market = exchange.markets[command.marketId]
  if (market === undefined || market.delistedAtMs !== undefined)
    return { ok: false, code: REFUSAL.BAD_SYMBOL }
  const { newShares, oldShares } = command
  const split = { newShares, oldShares }
  if (market.mode !== 'HALT' || !isSplit(split) || !isPriceAllowed(market.index, split))
    return { ok: false, code: REFUSAL.INVALID_PARAMETER }
  // At the figures before the split, in either domain.
  alsoInSim(exchange, market.id, (mirrored) => splitDomain(exchange, mirrored, split))
  splitDomain(exchange, market, split)
  rescale(market, split)
  markTickerChanged(exchange, market.id)
  emit(exchange, {
    kind: 'SplitApplied',
    marketId: market.id,
    symbol: market.spec.symbol,
    newShares,
    oldShares,
  })
  appraiseSleeves(exchange)
  return { ok: true }
}

function splitDomain(exchange: Exchange, market: Market, split: Split): void {
  handOverToPool(exchange, market)
  settleMarketFunding(exchange, market, 'CORPORATE_ACTION')
  cancelMarketOrders(exchange, market)
  splitPositions(exchange, market, split)
}

const isCount = (count: number): boolean => Number.isSafeInteger(count) && count >= 1 && count <= SHARES_MAX

const isSplit = ({ newShares, oldShares }: Split): boolean =>
  isCount(newShares) && isCount(oldShares) && newShares !== oldShares

function isPriceAllowed(index: Ticks | undefined, { newShares, oldShares }: Split): boolean {
  return index === undefined || (index * oldShares >= newShares && index * oldShares <= PRICE_MAX * newShares)
}

function splitPositions(exchange: Exchange, market: Market, split: Split): void {
  const lotValue = (market.index ?? 0) * market.scale
  let paid = 0
  let long = 0
  let short = 0
  for (const account of holdersIn(exchange, market)) {
    const position = positionIn(exchange, account, market.id)!
    scheduleMarginCheck(exchange.accountRows, account.id)
    const after = splitPosition(position, split, lotValue)
    paid += after.paidByPool
    if (after.size === 0) endPosition(exchange, account, market, position, after.pnl)
    else {
      position.size = after.size
      position.cost = after.cost
      if (market.spec.isolated) position.isolatedMargin = usd6(position.isolatedMargin + after.pnl)
      else account.collateral = usd6(account.collateral + after.pnl)
      emit(exchange, {
        kind: 'PositionAdjusted',
        account: account.address,
        symbol: market.spec.symbol,
        pnl: after.pnl,
        split,
      })
      if (position.isLong) long += after.size
      else short += after.size
      emitPosition(exchange, account, position)
    }
    coverShortfall(exchange, account)
  }
  market.longOi = long as Lots
  market.shortOi = short as Lots
  if (market.sim === undefined)
    splitPool(exchange, market, split, { inventory: short - long, paid, lotValue })
  else {
    market.sim.heldLots = long + short
    setHouse(exchange, market, short - long, -paid)
  }
  rescaleFunding(exchange, market, split)
}

/** The pool becomes the opposite of all users; its cash balances what its cost does not, so nothing is lost. */
function splitPool(
  exchange: Exchange,
  market: Market,
  split: Split,
  input: { readonly inventory: number; readonly paid: number; readonly lotValue: number },
): void {
  const { inventory, paid, lotValue } = input
  const { pool } = market
  const cost = splitPoolCost(pool, inventory, split, lotValue)
  const quoteBefore = pool === undefined ? 0 : pool.isLong ? -pool.cost : pool.cost
  const quoteAfter = inventory > 0 ? -cost : cost
  credit(exchange, sleeveOf(market), quoteBefore - quoteAfter - paid)
  market.pool =
    inventory === 0
      ? undefined
      : {
          marketId: market.id,
          isLong: inventory > 0,
          size: lots(Math.abs(inventory)),
          cost,
          initMarginRatio: pool?.initMarginRatio ?? market.spec.initMarginRatio,
          entryFunding: market.cumFunding,
          settledFunding: pool?.isLong === inventory > 0 ? pool.settledFunding : usd6(0),
          isolatedMargin: usd6(0),
        }
}

/** Everything is settled: the accumulator may be rescaled under all positions at once. */
function rescaleFunding(exchange: Exchange, market: Market, { newShares, oldShares }: Split): void {
  const scaled = (value: bigint): bigint => (value * BigInt(oldShares)) / BigInt(newShares)
  market.cumFunding = funding12(scaled(market.cumFunding))
  beginFundingEpoch(exchange, market)
  for (const account of holdersIn(exchange, market))
    positionIn(exchange, account, market.id)!.entryFunding = market.cumFunding
  if (market.pool !== undefined) market.pool.entryFunding = market.cumFunding
  if (market.pendingDividend !== undefined) market.pendingDividend = funding12(scaled(market.pendingDividend))
}

/** Converts index, mark and all stored prices to new ticks. */
function rescale(market: Market, split: Split): void {
  const price = (value: Ticks | undefined): Ticks | undefined =>
    value === undefined ? undefined : splitPrice(value, split)
  market.index = price(market.index)
  market.mark = clamped(market, price(market.mark))
  market.impactBid = price(market.impactBid)
  market.impactAsk = price(market.impactAsk)
  market.volatilityIndex = price(market.volatilityIndex)
  market.conf = ticks(scaledBack(market.conf, split))
  market.premiumMilliTicks = scaledBack(market.premiumMilliTicks, split)
  for (let i = 0; i < market.trail.length; i++) market.trail[i] = splitPrice(market.trail[i] as Ticks, split)
  market.reopenPrices = []
}

/** Rounded separately, the mark could leave its clamp by a fraction of a tick. */
function clamped(market: Market, mark: Ticks | undefined): Ticks | undefined {
  const { index } = market
  if (index === undefined || mark === undefined) return mark
  const bps = Math.max(widestClampBps(market.spec), market.markClampBefore ?? 0)
  const away = Math.floor((index * bps) / 10_000)
  return ticks(Math.min(Math.max(mark, index - away), index + away))
}
