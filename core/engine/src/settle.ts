/**
 * Writes a plan: positions, collateral, funding, fees, the pool's side, the records of every order that took part.
 * Nothing is decided here; the plan has been judged, and every figure comes from it.
 */
import { entryPrice } from '@vest/formulas'
import { type Lots, lots, type Usd6, usd6 } from '@vest/protocol'
import { addPosition, positionIn, removePosition } from './account.ts'
import type { Draft, Plan, PlannedFill } from './draft.ts'
import { logFill, logPosition, logTrade } from './eventLog.ts'
import { coverShortfall, credit, distributeFee, fillPool } from './ledger.ts'
import { cancelOrder, isTrigger, leaveTriggers, noteFill, noteRestingFill, ordersIn } from './orderLife.ts'
import type { Order } from './order.ts'
import type { Account } from './accountRows.ts'
import { emit, type Exchange, type Market, noteBookChanged } from './state.ts'

export interface Settlement {
  readonly order: Order
  /** Of the whole sweep, already drafted; the penalty of a liquidation is a part of it. */
  readonly fee: Usd6
  readonly penalty?: Usd6
  /** A resting order that met the pool (index-cross rule) is a maker, and the pool its taker. */
  readonly isMaker?: boolean
  readonly reason?: 'FILL' | 'LIQUIDATION'
}

/** Commits a plan. The swept order is updated but neither emitted nor put anywhere: its end is the caller's word. */
export function settlePlan(exchange: Exchange, plan: Plan, settlement: Settlement): void {
  const { market, drafts, draftCount, fills, fillCount } = plan
  for (let i = 0; i < plan.cancels.length; i++)
    cancelOrder(exchange, plan.cancels[i]!.order, plan.cancels[i]!.code)
  if (plan.filled === 0) return

  const takerFunding = reportFunding(plan.taker)
  for (let i = 0; i < draftCount; i++)
    if (drafts[i]!.hasFill) commitDraft(exchange, drafts[i]!, settlement.reason ?? 'FILL')
  market.longOi = lots(plan.longOi)
  market.shortOi = lots(plan.shortOi)
  const takerIsBuy = settlement.isMaker === true ? !plan.isBuy : plan.isBuy
  for (let i = 0; i < fillCount; i++) settleFill(exchange, plan, fills[i]!, takerIsBuy)
  settleSwept(exchange, plan, settlement, takerFunding)
  noteBookChanged(exchange, market.id)
  for (let i = 0; i < draftCount; i++) {
    const draft = drafts[i]!
    if (draft.isDecreased) trimReduceOnly(exchange, draft.account, market, draft)
    if (draft.account.collateral < 0) coverShortfall(exchange, draft.account)
  }
}

/** Funding of a draft is reported once, by the first order of its account that fills. */
function reportFunding(draft: Draft): Usd6 {
  if (draft.isFundingReported) return 0 as Usd6
  draft.isFundingReported = true
  return usd6(-draft.fundingPaid)
}

function settleFill(exchange: Exchange, plan: Plan, fill: PlannedFill, takerIsBuy: boolean): void {
  const { market } = plan
  const { maker, price, size, value, fee, pnl } = fill
  if (!fill.isTakeover) {
    exchange.tradeCount += 1
    logTrade(exchange.work.log, market, exchange.tradeCount, price, size, value, takerIsBuy)
  }
  if (maker === undefined) {
    fillPool(exchange, market, { isBuy: !plan.isBuy, size, price })
    return
  }
  distributeFee(exchange, market, fee)
  const funding = reportFunding(fill.makerDraft!)
  noteRestingFill(exchange, market, maker, size, value, size, price, fee, pnl, funding)
  logFill(exchange.work.log, maker, exchange.tradeCount, true, price, size, value, fee, pnl, funding)
}

function settleSwept(exchange: Exchange, plan: Plan, settlement: Settlement, funding: Usd6): void {
  const { market } = plan
  const { order, fee } = settlement
  const isMaker = settlement.isMaker === true
  const last = plan.fills[plan.fillCount - 1]!
  const penalty = settlement.penalty ?? 0
  distributeFee(exchange, market, usd6(fee - penalty))
  if (penalty !== 0) credit(exchange, 'INSURANCE', penalty)
  const size = plan.filled as Lots
  const value = usd6(plan.value)
  const pnl = usd6(plan.pnl)
  if (isMaker) noteRestingFill(exchange, market, order, size, value, last.size, last.price, fee, pnl, funding)
  else noteFill(exchange, market, order, size, value, last.size, last.price, fee, pnl, funding)
  if (order.status === 'FILLED' && isTrigger(order)) leaveTriggers(exchange, order)
  logFill(
    exchange.work.log,
    order,
    exchange.tradeCount,
    isMaker,
    entryPrice(value, size, market.scale),
    size,
    value,
    fee,
    pnl,
    funding,
  )
}

/** Makes the drafted future of an account its present. */
export function commitDraft(exchange: Exchange, draft: Draft, reason: 'FILL' | 'LIQUIDATION'): void {
  const { account, market, before } = draft
  account.collateral = usd6(account.collateral + draft.collateralDelta)
  if (before === undefined) {
    if (draft.size > 0)
      addPosition(exchange, account, {
        marketId: market.id,
        isLong: draft.isLong,
        size: draft.size,
        cost: draft.cost,
        initMarginRatio: draft.initMarginRatio,
        entryFunding: market.cumFunding,
        settledFunding: usd6(0),
        isolatedMargin: usd6(draft.isolatedMargin),
      })
  } else {
    if (draft.fundingPaid !== 0) noteFunding(exchange, { account, market, paid: draft.fundingPaid, reason })
    if (draft.size === 0) removePosition(exchange, account, before)
    else {
      before.isLong = draft.isLong
      before.size = draft.size
      before.cost = draft.cost
      before.initMarginRatio = draft.initMarginRatio
      before.entryFunding = market.cumFunding
      before.settledFunding = usd6(draft.isClosed ? 0 : before.settledFunding - draft.fundingPaid)
      before.isolatedMargin = usd6(draft.isolatedMargin)
    }
  }
  // A position that is gone is told with the side that it had.
  const isLong = draft.size > 0 ? draft.isLong : before === undefined || before.isLong
  logPosition(exchange.work.log, account.id, market.id, isLong, draft.size, draft.cost)
}

/** Moves a settled payment into the clearing account of its market and tells it. */
export function noteFunding(
  exchange: Exchange,
  input: {
    readonly account: Account
    readonly market: Market
    readonly paid: Usd6
    readonly reason: 'FILL' | 'LEVERAGE' | 'TRANSFER' | 'LIQUIDATION'
  },
): void {
  const { account, market, paid, reason } = input
  const position = positionIn(account, market.id)
  if (paid === 0 || position === undefined) return
  market.fundingClearing = usd6(market.fundingClearing + paid)
  emit(exchange, {
    kind: 'FundingSettled',
    account: account.address,
    symbol: market.spec.symbol,
    isLong: position.isLong,
    size: position.size,
    payment: usd6(-paid),
    rate: market.lastAppliedRate,
    reason,
  })
}

/**
 * After a decrease: resting reduce-only orders, oldest first, may together not exceed the position; the ones that
 * would are cancelled (3019). A position that is gone or has turned takes its TP and SL orders along.
 */
export function trimReduceOnly(exchange: Exchange, account: Account, market: Market, draft: Draft): void {
  if (account.reduceOnlyOrders === 0) return
  const left = draft.isClosed ? 0 : draft.size
  let sum = 0
  for (const order of ordersIn(account, market)) {
    if (!order.reduceOnly || !order.isLive) continue
    if (left === 0) {
      cancelOrder(exchange, order)
      continue
    }
    if (isTrigger(order)) continue
    const remaining = order.size - order.filledSize
    if (sum + remaining > left) cancelOrder(exchange, order, 3019)
    else sum += remaining
  }
}
