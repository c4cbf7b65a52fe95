/**
 * Liquidation: an account whose equity has fallen below its maintenance margin loses its orders and its positions,
 * against book and ladder, never beyond the price at which nothing would be left. What cannot be sold there the pool
 * takes over at that price; what is still missing insurance pays.
 */
import { bankruptcyPrice, liquidationFeeRate, maintMargin, takerFee, valueOf } from '@vest/formulas'
import { type Id, type Lots, mulDivFloor, type Ticks, ticks, type Usd6, usd6 } from '@vest/protocol'
import { liveOrders, positionIn } from './account.ts'
import { COLLATERAL_DELTA, draftedEquity, draftFee, TAKER } from './draft.ts'
import { ID_WORDS, writeHex } from './hexWords.ts'
import type { MarketId } from './command.ts'
import { coverShortfall, creditHouse, payShortfall } from './ledger.ts'
import { isWarmingUp } from './marketMode.ts'
import { cancelOrder, emitOrder, forgetUnrested, newOrder } from './orderLife.ts'
import { settlePlan } from './settle.ts'
import { crossStanding, EQUITY, MAINT_MARGIN, positionMaintRatio, standingFor } from './standing.ts'
import { beginOrder, IOC, LIQUIDATION, NONE, wordsOf } from './order.ts'
import { findPosition, type Position } from './positionRows.ts'
import { type Account, holdersOf } from './accountRows.ts'
import { mirrorMarket } from './simDomain.ts'
import { type Exchange, type Market } from './state.ts'
import { planSweep, planTakeover } from './sweep.ts'

interface Candidate {
  readonly account: Account
  /** The isolated market concerned; absent = the cross account. */
  readonly market: Market | undefined
  readonly score: number
}

/**
 * Lowest equity per maintenance margin first, then the older account: each to its end before the next. Of one domain:
 * in SIM the ladder is mirrored, and SIM_HOUSE stands where pool and insurance do.
 */
export function liquidateAccounts(exchange: Exchange, isSim = false): void {
  // Accounts of SIM are judged when those of REAL are.
  if (!isSim) exchange.work.isSimStirred = exchange.work.isSimJudged = true
  const candidates: Candidate[] = []
  for (const id of holdersOf(exchange.accountRows)) {
    const account = exchange.accounts[id]!
    if (account.isSim === isSim && !account.isFrozen) collect(exchange, account, candidates)
  }
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
      const standing = standingOf(exchange, account, market)
      if (isLiquidatable(standing)) candidates.push({ account, market, score: scoreOf(standing) })
    }
  }
  if (isBlocked) return
  crossStanding(exchange, account.id)
  const { standing } = exchange.work
  if (isLiquidatable(standing)) candidates.push({ account, market: undefined, score: scoreOf(standing) })
}

const isLiquidatable = (standing: Float64Array): boolean => standing[EQUITY]! < standing[MAINT_MARGIN]!
const scoreOf = (standing: Float64Array): number =>
  mulDivFloor(standing[EQUITY]!, 1_000_000, Math.max(1, standing[MAINT_MARGIN]!))

/** The standing that decides about what an account holds in a market. */
function standingOf(exchange: Exchange, account: Account, market: Market): Float64Array {
  const { accountRows, positionRows } = exchange
  standingFor(exchange, account.id, market, findPosition(accountRows, positionRows, account.id, market.id))
  return exchange.work.standing
}

function liquidateCross(exchange: Exchange, account: Account): void {
  const closable = account.positions.filter((position) => {
    const market = exchange.markets[position.marketId]!
    return !market.spec.isolated && market.mode !== 'HALT'
  })
  // With every position in a stopped market nothing can be done before it reopens.
  if (closable.length === 0) return
  for (const order of liveOrders(account)) if (order.isLive) cancelOrder(exchange, order.at, 3008)
  crossStanding(exchange, account.id)
  if (!isLiquidatable(exchange.work.standing)) return
  const byMaintMargin = closable
    .map((position) => ({
      position,
      margin: ownMaintMargin(exchange, position),
      symbol: symbolOf(exchange, position),
    }))
    .sort((a, b) => b.margin - a.margin || (a.symbol < b.symbol ? -1 : 1))
  for (const { position } of byMaintMargin)
    closePosition(exchange, account, tradedMarket(exchange, account, position.marketId))
  coverShortfall(exchange, account)
}

function liquidateIsolated(exchange: Exchange, account: Account, market: Market): void {
  const position = positionIn(exchange, account, market.id)
  if (position === undefined || !isLiquidatable(standingOf(exchange, account, market))) return
  for (const order of liveOrders(account))
    if (order.marketId === market.id && order.isLive) cancelOrder(exchange, order.at, 3008)
  closePosition(exchange, account, tradedMarket(exchange, account, market.id))
}

/** Where the account's positions are closed: in SIM with all the room there is. */
const tradedMarket = (exchange: Exchange, account: Account, marketId: MarketId): Market =>
  account.isSim ? mirrorMarket(exchange, marketId, account.id, true) : exchange.markets[marketId]!

function ownMaintMargin(exchange: Exchange, position: Position): Usd6 {
  const market = exchange.markets[position.marketId]!
  const value = valueOf(market.mark!, position.size, market.scale)
  return maintMargin(value, positionMaintRatio(position.initMarginRatio, market))
}

const symbolOf = (exchange: Exchange, position: Position): string =>
  exchange.markets[position.marketId]!.spec.symbol

/** Sells (or buys back) a whole position by one LIQUIDATION order. */
function closePosition(exchange: Exchange, account: Account, market: Market): void {
  const { isLong, size, initMarginRatio } = positionIn(exchange, account, market.id)!
  const equity = usd6(standingOf(exchange, account, market)[EQUITY]!)
  const limitPrice = ticks(
    Math.max(1, bankruptcyPrice({ isLong, size, mark: market.mark!, scale: market.scale, equity })),
  )
  const order = makeLiquidation(exchange, account, market, { isLong, size, limitPrice })
  const plan = planSweep(exchange, account.id, market, !isLong, size, limitPrice, initMarginRatio)
  const sold = usd6(plan.value)
  if (plan.filled < size) planTakeover(exchange, plan, limitPrice)
  const fee = takerFee(sold, market.spec.takerFeeRate)
  const penalty = penaltyOf(exchange, market, { sold, fee })
  const drafts = exchange.work.drafts.numbers
  draftFee(drafts, TAKER, market, fee + penalty, initMarginRatio)
  const shortfall = market.spec.isolated ? Math.max(0, -drafts[TAKER + COLLATERAL_DELTA]!) : 0
  // An isolated loss ends at its own margin: the rest of the account is not touched.
  drafts[TAKER + COLLATERAL_DELTA] = drafts[TAKER + COLLATERAL_DELTA]! + shortfall
  settlePlan(exchange, plan, order, usd6(fee + penalty), false, penalty, 'LIQUIDATION')
  if (shortfall > 0)
    if (account.isSim) creditHouse(exchange, -shortfall)
    else payShortfall(exchange, shortfall, 'POOL_ISO')
  emitOrder(exchange, order)
  forgetUnrested(exchange, order)
}

/** min( ⌈sold · liqFee / 10⁵⌉, what the account still has after the taker fee ): to insurance. */
function penaltyOf(
  exchange: Exchange,
  market: Market,
  input: { readonly sold: Usd6; readonly fee: Usd6 },
): Usd6 {
  const after = draftedEquity(exchange, market, TAKER)
  const full = takerFee(
    input.sold,
    liquidationFeeRate(market.spec.maintMarginRatio, exchange.parameters.liquidationFeeMaxRate),
  )
  return usd6(Math.min(full, Math.max(0, after - input.fee)))
}

/** A LIQUIDATION order, which nobody signed. */
export function makeLiquidation(
  exchange: Exchange,
  account: Account,
  market: Market,
  input: { readonly isLong: boolean; readonly size: Lots; readonly limitPrice: Ticks },
): number {
  exchange.work.systemOrders += 1
  const order = newOrder(exchange)
  writeHex(systemOrderId(exchange.seq, exchange.work.systemOrders), systemId, 0, ID_WORDS)
  beginOrder(
    exchange.orderRows,
    order,
    0,
    market.id,
    wordsOf(!input.isLong, true, LIQUIDATION, IOC),
    input.size,
    input.limitPrice,
    market.spec.initMarginRatio,
    market.mark!,
    exchange.timeMs,
    exchange.timeMs,
    account.id,
    NONE,
    systemId,
    0,
  )
  return order
}

const systemId = new Int32Array(ID_WORDS)

/** 0x + 64 hex digits made of the sequence number and a counter. */
const systemOrderId = (seq: number, count: number): Id =>
  `0x${seq.toString(16).padStart(48, '0')}${count.toString(16).padStart(16, '0')}`
