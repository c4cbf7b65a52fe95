/**
 * Liquidation: an account whose equity has fallen below its maintenance margin loses its orders and its positions,
 * against book and ladder, never beyond the price at which nothing would be left. What cannot be sold there the pool
 * takes over at that price; what is still missing insurance pays.
 */
import { bankruptcyPrice, liquidationFeeRate, maintMargin, takerFee, valueOf } from '@vest/formulas'
import { type Id, type Lots, mulDivFloor, type Ticks, ticks, type Usd6, usd6 } from '@vest/protocol'
import { liveOrders, positionIn } from './account.ts'
import { type Draft, draftFee } from './draft.ts'
import { coverShortfall, payShortfall } from './ledger.ts'
import { isWarmingUp } from './marketMode.ts'
import { cancelOrder, emitOrder, newOrder } from './orderLife.ts'
import { settlePlan } from './settle.ts'
import { crossStanding, positionMaintRatio, standingFor, type Standing } from './standing.ts'
import type { Order } from './order.ts'
import { textPrint } from './textPrint.ts'
import type { Account } from './accountRows.ts'
import { type Exchange, type Market, type Position } from './state.ts'
import { planSweep, planTakeover, type SweepInput } from './sweep.ts'

interface Candidate {
  readonly account: Account
  /** The isolated market concerned; absent = the cross account. */
  readonly market: Market | undefined
  readonly score: number
}

/** Lowest equity per maintenance margin first, then the older account: each to its end before the next. */
export function liquidateAccounts(exchange: Exchange): void {
  const candidates: Candidate[] = []
  for (const id of exchange.holders) collect(exchange, exchange.accounts[id]!, candidates)
  candidates.sort(
    (a, b) => a.score - b.score || a.account.id - b.account.id || (a.market?.id ?? -1) - (b.market?.id ?? -1),
  )
  for (const { account, market } of candidates) {
    if (market === undefined) liquidateCross(exchange, account)
    else liquidateIsolated(exchange, account, market)
  }
}

function collect(exchange: Exchange, account: Account, candidates: Candidate[]): void {
  let isBlocked = false
  for (const position of account.positions) {
    const market = exchange.markets[position.marketId]!
    const isUntrusted =
      market.mode !== 'HALT' && (market.freshness === 'HARD' || isWarmingUp(exchange, market))
    if (!market.spec.isolated) isBlocked ||= isUntrusted
    else if (!isUntrusted && market.mode !== 'HALT') {
      const standing = standingFor(exchange, account, position)
      if (isLiquidatable(standing)) candidates.push({ account, market, score: scoreOf(standing) })
    }
  }
  if (isBlocked) return
  const standing = crossStanding(exchange, account)
  if (isLiquidatable(standing)) candidates.push({ account, market: undefined, score: scoreOf(standing) })
}

const isLiquidatable = (standing: Standing): boolean => standing.equity < standing.maintMargin
const scoreOf = (standing: Standing): number =>
  mulDivFloor(standing.equity, 1_000_000, Math.max(1, standing.maintMargin))

function liquidateCross(exchange: Exchange, account: Account): void {
  const closable = account.positions.filter((position) => {
    const market = exchange.markets[position.marketId]!
    return !market.spec.isolated && market.mode !== 'HALT'
  })
  // With every position in a stopped market nothing can be done before it reopens.
  if (closable.length === 0) return
  for (const order of liveOrders(account)) if (order.isLive) cancelOrder(exchange, order, 3008)
  if (!isLiquidatable(crossStanding(exchange, account))) return
  const byMaintMargin = closable
    .map((position) => ({
      position,
      margin: ownMaintMargin(exchange, position),
      symbol: symbolOf(exchange, position),
    }))
    .sort((a, b) => b.margin - a.margin || (a.symbol < b.symbol ? -1 : 1))
  for (const { position } of byMaintMargin)
    closePosition(exchange, account, exchange.markets[position.marketId]!)
  coverShortfall(exchange, account)
}

function liquidateIsolated(exchange: Exchange, account: Account, market: Market): void {
  const position = positionIn(account, market.id)
  if (position === undefined || !isLiquidatable(standingFor(exchange, account, position))) return
  for (const order of liveOrders(account))
    if (order.marketId === market.id && order.isLive) cancelOrder(exchange, order, 3008)
  closePosition(exchange, account, market)
}

function ownMaintMargin(exchange: Exchange, position: Position): Usd6 {
  const market = exchange.markets[position.marketId]!
  const value = valueOf(market.mark!, position.size, market.scale)
  return maintMargin(value, positionMaintRatio(position.initMarginRatio, market))
}

const symbolOf = (exchange: Exchange, position: Position): string =>
  exchange.markets[position.marketId]!.spec.symbol

/** Sells (or buys back) a whole position by one LIQUIDATION order. */
function closePosition(exchange: Exchange, account: Account, market: Market): void {
  const position = positionIn(account, market.id)!
  const { isLong, size } = position
  const equity = usd6(standingFor(exchange, account, position).equity)
  const limitPrice = ticks(
    Math.max(1, bankruptcyPrice({ isLong, size, mark: market.mark!, scale: market.scale, equity })),
  )
  const order = makeLiquidation(exchange, account, market, { isLong, size, limitPrice })
  const input: SweepInput = {
    account,
    market,
    isBuy: !isLong,
    size,
    limitPrice,
    initMarginRatio: position.initMarginRatio,
  }
  const plan = planSweep(exchange, input)
  const sold = usd6(plan.value)
  if (plan.filled < size) planTakeover(plan, limitPrice)
  const fee = takerFee(sold, market.spec.takerFeeRate)
  const penalty = penaltyOf(exchange, plan.taker, { sold, fee })
  draftFee(plan.taker, usd6(fee + penalty), position.initMarginRatio)
  const shortfall = market.spec.isolated ? Math.max(0, -plan.taker.collateralDelta) : 0
  // An isolated loss ends at its own margin: the rest of the account is not touched.
  plan.taker.collateralDelta += shortfall
  settlePlan(exchange, plan, { order, fee: usd6(fee + penalty), penalty, reason: 'LIQUIDATION' })
  if (shortfall > 0) payShortfall(exchange, shortfall, 'POOL_ISO')
  emitOrder(exchange, order)
}

/** min( ⌈sold · liqFee / 10⁵⌉, what the account still has after the taker fee ): to insurance. */
function penaltyOf(
  exchange: Exchange,
  draft: Draft,
  input: { readonly sold: Usd6; readonly fee: Usd6 },
): Usd6 {
  const { account, market } = draft
  const after = market.spec.isolated
    ? draft.collateralDelta
    : crossStanding(exchange, account, draft).equity + draft.collateralDelta
  const full = takerFee(input.sold, liquidationFeeRate(market.spec.maintMarginRatio))
  return usd6(Math.min(full, Math.max(0, after - input.fee)))
}

function makeLiquidation(
  exchange: Exchange,
  account: Account,
  market: Market,
  input: { readonly isLong: boolean; readonly size: Lots; readonly limitPrice: Ticks },
): Order {
  exchange.work.systemOrders += 1
  const order = newOrder(exchange)
  const id = systemOrderId(exchange.seq, exchange.work.systemOrders)
  order.begin(
    id,
    textPrint(id),
    0,
    market.id,
    !input.isLong,
    'LIQUIDATION',
    input.size,
    input.limitPrice,
    'IOC',
    true,
    market.spec.initMarginRatio,
    market.mark,
    exchange.timeMs,
    exchange.timeMs,
    account.id,
    -1,
  )
  return order
}

/** 0x + 64 hex digits made of the sequence number and a counter. */
const systemOrderId = (seq: number, count: number): Id =>
  `0x${seq.toString(16).padStart(48, '0')}${count.toString(16).padStart(16, '0')}`
