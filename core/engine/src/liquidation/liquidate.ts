/**
 * Liquidation: an account whose equity has fallen below its maintenance margin loses its orders, then as much of its
 * positions as restores its initial margin, or all of them. They are sold against book and ladder within a single
 * price (`takeoverPrice.ts`); the unsold rest is taken over at that price (`takeover.ts`), and the waterfall pays what
 * is still missing (`shortfall.ts`).
 */
import {
  bankruptcyPrice,
  liquidationFeeRate,
  lotsToInitMargin,
  maintMargin,
  takerFee,
  valueOf,
} from '@vest/formulas'
import { type Lots, type Rate5, bigDivFloor, ticks, usd6, REFUSAL } from '@vest/protocol'
import type { MarketId } from '../api/index.ts'
import { cancelDelayed, cancelOrder, forgetUnrested, makeLiquidation, waitingOf } from '../book/index.ts'
import { chargedFee, payShortfall } from '../ledger/index.ts'
import {
  crossStatusWithMaint,
  positionMaintRatio,
  projectedEquity,
  projectFee,
  statusFor,
} from '../margin/index.ts'
import { isClosingStopped, isUntrusted } from '../markets/index.ts'
import { planRest, planSweep, settlePlan } from '../matching/index.ts'
import { mirrorMarket } from '../sim/index.ts'
import {
  type Account,
  creditHouse,
  type Exchange,
  findPosition,
  isHolder,
  filterMarginChecks,
  liveOrders,
  type MarginFigures,
  type Market,
  NONE,
  type Position,
  positionIn,
  TAKER,
} from '../state/index.ts'
import { forgetRanks, rankAnew } from './deleverageQueue.ts'
import { isSafe, storeSafeRanges, passThresholds, watchThresholds } from './safeRanges.ts'
import { planTakeover } from './takeover.ts'
import { takeoverPrice } from './takeoverPrice.ts'

interface Candidate {
  readonly account: Account
  /** The isolated market concerned; absent = the cross account. */
  readonly market: Market | undefined
  readonly score: bigint
}

/**
 * Checks these accounts of one domain, ascending by id, at the present marks. The lowest equity per maintenance margin
 * is liquidated first, then the older account: each completely before the next.
 */
export function liquidateAccounts(exchange: Exchange, accountIds: readonly number[]): void {
  const candidates: Candidate[] = []
  for (const id of accountIds)
    if (!isSafe(exchange, id) && !collect(exchange, exchange.account(id), candidates))
      storeSafeRanges(exchange, id)
  liquidateInTurn(exchange, candidates)
}

/**
 * The same for accounts that a new mark of these markets may have endangered: those whose threshold it has passed, and
 * those with a pending margin check and a position there. No other account is read.
 */
export function liquidateEndangered(exchange: Exchange, markedIds: readonly MarketId[]): void {
  passThresholds(exchange, markedIds)
  const marked = new Set(markedIds)
  const candidates: Candidate[] = []
  filterMarginChecks(exchange.accountRows, (id) => {
    if (!isHolder(exchange.accountRows, id)) return false
    if (!holdsIn(exchange, id, marked)) return true
    // Accounts that funding has checked already need no second check.
    const isNear =
      !isSafe(exchange, id) &&
      (collect(exchange, exchange.account(id), candidates) || !storeSafeRanges(exchange, id))
    if (!isNear) watchThresholds(exchange, id)
    return isNear
  })
  liquidateInTurn(exchange, candidates)
}

function holdsIn(exchange: Exchange, accountId: number, marketIds: ReadonlySet<MarketId>): boolean {
  const positions = exchange.positionRows
  let at = exchange.accountRows.firstPosition(accountId)
  while (at !== NONE && !marketIds.has(positions.marketId(at))) at = positions.next(at)
  return at !== NONE
}

function liquidateInTurn(exchange: Exchange, candidates: Candidate[]): void {
  candidates.sort(byNeed)
  for (const { account, market } of candidates) liquidate(exchange, account, market)
  forgetRanks(exchange)
}

function byNeed(a: Candidate, b: Candidate): number {
  if (a.score !== b.score) return a.score < b.score ? -1 : 1
  return a.account.id - b.account.id || (a.market?.id ?? -1) - (b.market?.id ?? -1)
}

/** Returns true if it must be liquidated. */
function collect(exchange: Exchange, account: Account, candidates: Candidate[]): boolean {
  if (account.isFrozen) return false
  const found = candidates.length
  let isBlocked = false
  let isCrossHolder = false
  for (const { marketId } of account.positions) {
    const market = exchange.market(marketId)
    if (!market.spec.isolated) {
      isCrossHolder = true
      isBlocked ||= isUntrusted(exchange, market)
    } else if (!isClosingStopped(exchange, market) && !isUntrusted(exchange, market))
      collectOne(exchange, account, market, candidates)
  }
  if (isCrossHolder && !isBlocked) collectOne(exchange, account, undefined, candidates)
  return candidates.length > found
}

function collectOne(
  exchange: Exchange,
  account: Account,
  market: Market | undefined,
  candidates: Candidate[],
): void {
  const status = statusOf(exchange, account, market)
  if (isLiquidatable(status)) candidates.push({ account, market, score: scoreOf(status) })
}

const isLiquidatable = ({ equity, maintMargin }: MarginFigures): boolean => equity < maintMargin

/** ⌊E · 10⁶ / MM⌋, which a large debt on a small position takes out of the safe integer range. */
const scoreOf = ({ equity, maintMargin }: MarginFigures): bigint =>
  bigDivFloor(BigInt(equity) * 1_000_000n, BigInt(Math.max(1, maintMargin)))

/** Margin status of the cross account, or of the position in an isolated market: all zero without a position. */
function statusOf(exchange: Exchange, account: Account, market: Market | undefined): MarginFigures {
  const { marginStatus } = exchange.scratch
  const { accountRows, positionRows } = exchange
  if (market === undefined) crossStatusWithMaint(exchange, account.id)
  else {
    const position = findPosition(accountRows, positionRows, account.id, market.id)
    if (position === NONE) marginStatus.clear()
    else statusFor(exchange, account.id, market, position)
  }
  return marginStatus
}

/** Liquidates one account: `scope` is the isolated market concerned, absent for the cross account. */
function liquidate(exchange: Exchange, account: Account, scope: Market | undefined): void {
  // Without positions, or with positions in stopped markets only, nothing can be done before a reopening.
  if (closable(exchange, account, scope).length === 0) return
  // An account that an earlier liquidation has helped, by buying from it or by deleveraging it, keeps its orders.
  if (!isLiquidatable(statusOf(exchange, account, scope))) return
  for (const order of liveOrders(account))
    if ((scope === undefined || order.marketId === scope.id) && order.isLive)
      cancelOrder(exchange, order.at, REFUSAL.DELETED_BY_LIQ)
  cancelDelayed(
    exchange,
    waitingOf(exchange, account.id).filter(({ marketId }) => scope === undefined || marketId === scope.id),
    REFUSAL.DELETED_BY_LIQ,
  )
  const status = statusOf(exchange, account, scope)
  if (!isLiquidatable(status)) return
  // SIM_HOUSE buys all of it within the bankruptcy price: selling in parts gains nothing.
  if (
    !account.isSim &&
    status.equity > 0 &&
    totalValue(exchange, account, scope) > exchange.parameters.fullLiquidationUsd6
  ) {
    closeInPart(exchange, account, scope)
    if (!isLiquidatable(statusOf(exchange, account, scope))) return
  }
  for (const market of closable(exchange, account, scope)) {
    const { size } = positionIn(exchange, account, market.id)!
    closeLots(exchange, account, market, size, true)
  }
}

/** The positions that share the margin of an account, or the one of an isolated market. */
const inScope = (exchange: Exchange, account: Account, scope: Market | undefined): Position[] =>
  account.positions.filter(({ marketId }) =>
    scope === undefined ? !exchange.market(marketId).spec.isolated : marketId === scope.id,
  )

/** Markets of the positions that can be closed now: the largest maintenance margin first, then by symbol. */
function closable(exchange: Exchange, account: Account, scope: Market | undefined): Market[] {
  return inScope(exchange, account, scope)
    .map((position) => {
      const market = exchange.market(position.marketId)
      const value = valueOf(market.mark!, position.size, market.scale)
      return {
        market,
        margin: maintMargin(value, positionMaintRatio(position.initMarginRatio, market)),
      }
    })
    .filter(({ market }) => !isClosingStopped(exchange, market))
    .sort((a, b) => b.margin - a.margin || (a.market.spec.symbol < b.market.spec.symbol ? -1 : 1))
    .map(({ market }) => market)
}

const totalValue = (exchange: Exchange, account: Account, scope: Market | undefined): number =>
  inScope(exchange, account, scope).reduce((total, { marketId, size }) => {
    const market = exchange.market(marketId)
    return total + valueOf(market.mark!, size, market.scale)
  }, 0)

/** One pass over the positions; each is reduced as far as the equity needs to reach the initial margin. */
function closeInPart(exchange: Exchange, account: Account, scope: Market | undefined): void {
  for (const market of closable(exchange, account, scope)) {
    const { initMargin, equity } = statusOf(exchange, account, scope)
    const need = initMargin - equity
    if (need <= 0) return
    const { size, initMarginRatio } = positionIn(exchange, account, market.id)!
    const { takerFeeRate, maintMarginRatio } = market.spec
    const lots = lotsToInitMargin({
      size,
      need: usd6(need),
      mark: market.mark!,
      scale: market.scale,
      initMarginRatio,
      feeRate: (takerFeeRate +
        liquidationFeeRate(maintMarginRatio, exchange.parameters.liquidationFeeMaxRate)) as Rate5,
    })
    closeLots(exchange, account, market, lots, false)
  }
}

/**
 * Sells (or buys back) `size` lots of a position by one LIQUIDATION order; its record shows the filled size. To the
 * end: what book and ladder do not take within its price is taken over.
 */
function closeLots(
  exchange: Exchange,
  account: Account,
  real: Market,
  size: Lots,
  isToTheEnd: boolean,
): void {
  const { plan } = exchange.scratch
  // In SIM with the full capacity.
  const market = account.isSim ? mirrorMarket(exchange, real.id, account.id, true) : real
  const { isLong, size: held, initMarginRatio } = positionIn(exchange, account, market.id)!
  const equity = usd6(statusOf(exchange, account, market.spec.isolated ? market : undefined).equity)
  const { mark, scale } = market
  const bankruptcy = ticks(Math.max(1, bankruptcyPrice({ isLong, size: held, mark: mark!, scale, equity })))
  const limitPrice = account.isSim ? bankruptcy : takeoverPrice(market, { isBuy: !isLong, size, bankruptcy })
  planSweep(exchange, account.id, market, !isLong, size, limitPrice, initMarginRatio)
  const sold = plan.value
  if (isToTheEnd && plan.filled < size)
    if (account.isSim) planRest(exchange.scratch, limitPrice)
    else planTakeover(exchange, limitPrice)
  if (plan.filled === 0) return
  const { fee, penalty, shortfall } = projectCharges(exchange, market, sold, initMarginRatio)
  const order = makeLiquidation(exchange, account.id, market, {
    isBuy: !isLong,
    size: plan.filled,
    limitPrice,
  })
  settlePlan(exchange, order, usd6(fee + penalty), false, penalty, 'LIQUIDATION')
  rankAnew(exchange)
  if (shortfall > 0)
    if (account.isSim) creditHouse(exchange, -shortfall)
    else payShortfall(exchange, shortfall, 'POOL_ISO')
  forgetUnrested(exchange, order)
}

/**
 *   fee = ⌈ sold · takerFee / 10⁵ ⌉, less a referral discount
 *   penalty = min( ⌈ sold · liqFee / 10⁵ ⌉, what the account has left ), to insurance
 *
 * The part that is taken over pays neither. In an isolated market the margin stays with the rest of the position, and
 * a loss ends with it: the rest of the account is not touched, others pay the shortfall.
 */
function projectCharges(
  exchange: Exchange,
  market: Market,
  sold: number,
  initMarginRatio: number,
): { fee: number; penalty: number; shortfall: number } {
  const { projections } = exchange.scratch
  const { isolated, takerFeeRate, maintMarginRatio } = market.spec
  if (isolated && projections.size(TAKER) > 0) {
    const delta = projections.collateralDelta(TAKER)
    projections.addIsolatedMargin(TAKER, delta)
    projections.addCollateralDelta(TAKER, -delta)
  }
  const fee = chargedFee(exchange, projections.accountId(TAKER), takerFee(usd6(sold), takerFeeRate))
  const full = takerFee(
    usd6(sold),
    liquidationFeeRate(maintMarginRatio, exchange.parameters.liquidationFeeMaxRate),
  )
  const penalty = Math.min(full, Math.max(0, projectedEquity(exchange, market, TAKER) - fee))
  projectFee(projections, TAKER, market, fee + penalty, initMarginRatio)
  const shortfall = isolated ? Math.max(0, -projections.collateralDelta(TAKER)) : 0
  projections.addCollateralDelta(TAKER, shortfall)
  return { fee, penalty, shortfall }
}
