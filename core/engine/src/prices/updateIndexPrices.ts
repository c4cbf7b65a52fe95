/**
 * One record of index prices, in a fixed order of steps: accept, refresh ladders, mark, cross, delayed takers,
 * triggers, liquidations, solvency and deleveraging, cross again, publish. Marks are frozen after their step, so a
 * cascade advances at most one stage per record.
 */
import type { Answer, MarketId, UpdateIndexPrices } from '../api/index.ts'
import { deleveragePool, limitBackstopLoss, liquidateEndangered } from '../liquidation/index.ts'
import { crossBook } from '../matching/index.ts'
import { executeFresh, fireTriggers } from '../orders/index.ts'
import { appraiseSleeves, judgeSolvency, refreshLadder } from '../pool/index.ts'
import { stirSim } from '../sim/index.ts'
import { type Exchange, markTickerChanged } from '../state/index.ts'
import { type Accepted, acceptPrice, heldValue } from './acceptIndexPrice.ts'
import { takeMark } from './markPrice.ts'

export function updateIndexPrices(exchange: Exchange, command: UpdateIndexPrices): Answer {
  const accepted: Accepted[] = []
  const heard = new Set<MarketId>()
  let held = heldValue(exchange)
  for (const price of command.prices) {
    // One evaluation has one price per market: three in one record do not confirm each other.
    if (heard.has(price.marketId)) continue
    heard.add(price.marketId)
    held += acceptPrice(exchange, price, accepted, held)
  }
  appraiseSleeves(exchange)
  for (const { market } of accepted) refreshLadder(exchange, market)
  for (const { market, isReopened } of accepted) takeMark(exchange, market, isReopened)
  for (const { market } of accepted) crossBook(exchange, market)
  const updated = accepted.map(({ market }) => market.id)
  if (exchange.delayed.count > 0) executeFresh(exchange, updated)
  for (const { market } of accepted) fireTriggers(exchange, market)
  liquidateEndangered(exchange, updated)
  limitBackstopLoss(exchange)
  judgeSolvency(exchange)
  deleveragePool(exchange)
  stirSim(exchange, accepted)
  for (const before of accepted) emitTicker(exchange, before)
  return { ok: true }
}

function emitTicker(exchange: Exchange, before: Accepted): void {
  const { market } = before
  if (before.index !== market.index || before.mark !== market.mark || before.rate !== market.rate)
    markTickerChanged(exchange, market.id)
}
