/**
 * Writes a plan: positions, collateral, funding, fees, the pool's side, the records of every order that took part.
 * Nothing is decided here; the plan has been judged, and every figure comes from it.
 */
import { entryPrice } from '@vest/formulas'
import { lots, type Ticks, type Usd6, usd6 } from '@vest/protocol'
import { addPosition, positionIn, removePosition } from './account.ts'
import type { Draft } from './draft.ts'
import { coverShortfall, credit, distributeFee, fillPool } from './ledger.ts'
import {
  cancelOrder,
  isLive,
  isTrigger,
  leaveTriggers,
  noteFill,
  noteRestingFill,
  type OrderFill,
  ordersIn,
} from './orderLife.ts'
import { type Account, emit, type Exchange, type Market, noteBookChanged, type Order } from './state.ts'
import type { Plan, PlannedFill } from './sweep.ts'

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
  const { market } = plan
  for (const { order, code } of plan.cancels) cancelOrder(exchange, order, code)
  if (plan.filled === 0) return

  const takerFunding = reportFunding(plan.taker)
  for (const draft of plan.drafts) commitDraft(exchange, draft, settlement.reason ?? 'FILL')
  market.longOi = lots(plan.longOi)
  market.shortOi = lots(plan.shortOi)
  for (const fill of plan.fills) settleFill(exchange, plan, fill, settlement)
  settleSwept(exchange, plan, settlement, takerFunding)
  noteBookChanged(exchange, market.id)
  for (const draft of plan.drafts) {
    if (draft.isDecreased) trimReduceOnly(exchange, draft.account, market, draft)
    if (draft.account.collateral < 0) coverShortfall(exchange, draft.account)
  }
}

/** Funding of a draft is reported once, by the first order of its account that fills. */
function reportFunding(draft: Draft): Usd6 {
  if (draft.isFundingReported) return usd6(0)
  draft.isFundingReported = true
  return usd6(-draft.fundingPaid)
}

function settleFill(exchange: Exchange, plan: Plan, fill: PlannedFill, settlement: Settlement): void {
  const { market } = plan
  if (!fill.isTakeover) emitTrade(exchange, plan, fill, settlement)
  if (fill.maker === undefined) {
    fillPool(exchange, market, { isBuy: !plan.isBuy, size: fill.size, price: fill.price })
    return
  }
  distributeFee(exchange, market, fill.fee)
  const orderFill: OrderFill = {
    size: fill.size,
    value: fill.value,
    lastPrice: fill.price,
    lastSize: fill.size,
    fee: fill.fee,
    pnl: fill.pnl,
    settledFunding: reportFunding(fill.makerDraft!),
  }
  noteRestingFill(exchange, market, fill.maker, orderFill)
  emitFill(exchange, market, fill.maker, { ...orderFill, price: fill.price, isMaker: true })
}

function emitTrade(exchange: Exchange, plan: Plan, fill: PlannedFill, settlement: Settlement): void {
  const { market } = plan
  exchange.tradeCount += 1
  emit(exchange, {
    kind: 'TradeExecuted',
    tradeId: exchange.tradeCount,
    marketId: market.id,
    symbol: market.spec.symbol,
    price: fill.price,
    size: fill.size,
    value: fill.value,
    takerIsBuy: settlement.isMaker === true ? !plan.isBuy : plan.isBuy,
  })
}

function settleSwept(exchange: Exchange, plan: Plan, settlement: Settlement, settledFunding: Usd6): void {
  const { market } = plan
  const { order, fee } = settlement
  const last = plan.fills[plan.fills.length - 1]!
  const penalty = settlement.penalty ?? 0
  distributeFee(exchange, market, usd6(fee - penalty))
  credit(exchange, 'INSURANCE', penalty)
  const orderFill: OrderFill = {
    size: lots(plan.filled),
    value: usd6(plan.value),
    lastPrice: last.price,
    lastSize: last.size,
    fee,
    pnl: usd6(plan.pnl),
    settledFunding,
  }
  if (settlement.isMaker === true) noteRestingFill(exchange, market, order, orderFill)
  else noteFill(exchange, market, order, orderFill)
  if (order.status === 'FILLED' && isTrigger(order)) leaveTriggers(exchange, order)
  const price = entryPrice(orderFill.value, orderFill.size, market.scale)
  emitFill(exchange, market, order, { ...orderFill, price, isMaker: settlement.isMaker === true })
}

function emitFill(
  exchange: Exchange,
  market: Market,
  order: Order,
  fill: OrderFill & { readonly price: Ticks; readonly isMaker: boolean },
): void {
  emit(exchange, {
    kind: 'FillBooked',
    tradeId: exchange.tradeCount,
    orderId: order.id,
    account: exchange.accounts[order.accountId]!.address,
    marketId: market.id,
    symbol: market.spec.symbol,
    isBuy: order.isBuy,
    orderType: order.orderType,
    isMaker: fill.isMaker,
    price: fill.price,
    size: fill.size,
    value: fill.value,
    fee: fill.fee,
    pnl: fill.pnl,
    settledFunding: fill.settledFunding,
  })
}

/** Makes the drafted future of an account its present. */
export function commitDraft(exchange: Exchange, draft: Draft, reason: 'FILL' | 'LIQUIDATION'): void {
  const { account, market, before, held } = draft
  account.collateral = usd6(account.collateral + draft.collateralDelta)
  if (before !== undefined) noteFunding(exchange, { account, market, paid: draft.fundingPaid, reason })
  if (held === undefined) {
    if (before !== undefined) removePosition(exchange, account, before)
  } else if (before === undefined) {
    addPosition(exchange, account, {
      marketId: market.id,
      isLong: held.isLong,
      size: held.size,
      cost: held.cost,
      initMarginRatio: held.initMarginRatio,
      entryFunding: market.cumFunding,
      settledFunding: usd6(0),
      isolatedMargin: usd6(draft.isolatedMargin),
    })
  } else {
    before.isLong = held.isLong
    before.size = held.size
    before.cost = held.cost
    before.initMarginRatio = held.initMarginRatio
    before.entryFunding = market.cumFunding
    before.settledFunding = usd6(draft.isClosed ? 0 : before.settledFunding - draft.fundingPaid)
    before.isolatedMargin = usd6(draft.isolatedMargin)
  }
  const shown = held ?? { isLong: before?.isLong ?? true, size: lots(0), cost: usd6(0) }
  emit(exchange, {
    kind: 'PositionChanged',
    account: account.address,
    symbol: market.spec.symbol,
    isLong: shown.isLong,
    size: shown.size,
    cost: shown.cost,
  })
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
  const left = draft.isClosed ? 0 : (draft.held?.size ?? 0)
  let sum = 0
  for (const order of ordersIn(account, market)) {
    if (!order.reduceOnly || !isLive(exchange, order)) continue
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
