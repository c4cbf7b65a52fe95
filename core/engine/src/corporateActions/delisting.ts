/**
 * The end of a market, by merger or delisting: announced, reduce-only for at least a day, then halted
 * permanently with every position closed at the last index price, users against each other and the pool,
 * without a fee. Its data stays.
 */
import { pricePnl, valueOf } from '@vest/formulas'
import { type Lots, usd6, REFUSAL } from '@vest/protocol'
import type { AnnounceDelisting, Answer, DelistMarket } from '../api/index.ts'
import { sweepDust } from '../funding/index.ts'
import { coverShortfall } from '../ledger/index.ts'
import { haltForEver, reduceByHand } from '../markets/index.ts'
import { appraiseSleeves, handOverToPool } from '../pool/index.ts'
import { alsoInSim, setHouse } from '../sim/index.ts'
import { credit, emit, type Exchange, type Market, positionIn, sleeveOf } from '../state/index.ts'
import { cancelMarketOrders, endPosition, holdersIn, settleMarketFunding } from './forcedClose.ts'

export const DELISTING_NOTICE_MS = 86_400_000

/** Refused: no such market (1121); announced already, or nothing to withdraw (1130). */
export function announceDelisting(exchange: Exchange, command: AnnounceDelisting): Answer {
  const market = exchange.markets[command.marketId]
  if (market === undefined || market.delistedAtMs !== undefined)
    return { ok: false, code: REFUSAL.BAD_SYMBOL }
  const isWithdrawn = command.isWithdrawn === true
  if ((market.delistAnnouncedAtMs !== undefined) !== isWithdrawn)
    return { ok: false, code: REFUSAL.INVALID_PARAMETER }
  market.delistAnnouncedAtMs = isWithdrawn ? undefined : exchange.timeMs
  if (!isWithdrawn) reduceByHand(exchange, market)
  emit(exchange, {
    kind: 'DelistingAnnounced',
    marketId: market.id,
    symbol: market.spec.symbol,
    ...(isWithdrawn ? {} : { announcedAtMs: exchange.timeMs }),
  })
  return { ok: true }
}

/** Refused: no such market, or delisted before (1121); not announced, or less than a day ago (1130). */
export function delistMarket(exchange: Exchange, { marketId }: DelistMarket): Answer {
  const market = exchange.markets[marketId]
  if (market === undefined || market.delistedAtMs !== undefined)
    return { ok: false, code: REFUSAL.BAD_SYMBOL }
  const announced = market.delistAnnouncedAtMs
  if (announced === undefined || exchange.timeMs - announced < DELISTING_NOTICE_MS)
    return { ok: false, code: REFUSAL.INVALID_PARAMETER }
  haltForEver(exchange, market)
  alsoInSim(exchange, marketId, (mirrored) => endMarket(exchange, mirrored))
  endMarket(exchange, market)
  sweepDust(exchange, market, 0n)
  appraiseSleeves(exchange)
  emit(exchange, {
    kind: 'MarketDelisted',
    marketId,
    symbol: market.spec.symbol,
    ...(market.index === undefined ? {} : { price: market.index }),
  })
  return { ok: true }
}

function endMarket(exchange: Exchange, market: Market): void {
  cancelMarketOrders(exchange, market)
  handOverToPool(exchange, market)
  settleMarketFunding(exchange, market, 'CORPORATE_ACTION')
  closePositions(exchange, market)
}

function closePositions(exchange: Exchange, market: Market): void {
  const { index, pool } = market
  if (index === undefined) return
  const holders = holdersIn(exchange, market)
  let sold = 0
  for (const account of holders) {
    const position = positionIn(exchange, account, market.id)!
    const value = valueOf(index, position.size, market.scale)
    sold += position.isLong ? value : -value
    endPosition(exchange, account, market, position, pricePnl(position, value))
  }
  if (market.sim !== undefined) {
    market.sim.heldLots = 0
    setHouse(exchange, market, 0, -sold)
  }
  market.longOi = market.shortOi = 0 as Lots
  if (pool !== undefined)
    credit(exchange, sleeveOf(market), usd6(pricePnl(pool, valueOf(index, pool.size, market.scale))))
  market.pool = undefined
  // After all holders have been paid: the pool covers what insurance cannot.
  for (const account of holders) coverShortfall(exchange, account)
}
