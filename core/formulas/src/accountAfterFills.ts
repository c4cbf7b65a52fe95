/**
 * The account after an order was filled against the book: funding settled, fills booked one by one, the fee charged
 * once. The ticket shows the result before anything is sent, and the exchange computes the same figures.
 */
import { mulDivFloor, type Lots, type Rate5, type Ratio4, type Ticks, type Usd6, usd6 } from '@vest/protocol'
import {
  type AccountFacts,
  type AccountSummary,
  accountSummary,
  type SummaryMarket,
  type SummaryOrder,
  type SummaryPosition,
} from './accountSummary.ts'
import { applyFill, type FillResult, type PositionSize } from './applyFill.ts'
import { takerFee } from './fees.ts'
import { fundingOwed } from './funding.ts'
import { initMargin, maintMargin, maintMarginRatio } from './margin.ts'
import { unrealizedPnl } from './unrealizedPnl.ts'
import { valueOf, valueScale } from './valueOf.ts'

export interface FillPart {
  readonly price: Ticks
  readonly size: Lots
}

export interface OrderFills {
  readonly isBuy: boolean
  readonly parts: readonly FillPart[]
  readonly initMarginRatio: Ratio4
  /** The rest of it, which rests and reserves margin. */
  readonly resting?: SummaryOrder | undefined
}

export interface FilledMarket {
  readonly takerFeeRate: Rate5
  readonly isIsolated: boolean
  readonly moment: SummaryMarket
}

export interface AccountAfterFills {
  readonly facts: AccountFacts
  /**
   * The figures against which the exchange checks the order: `facts` with the funding of this market settled, as a
   * fill would settle it first. Where a profit counts in part the two differ, and a resting order changes no position.
   */
  readonly judged: AccountFacts
  readonly position: SummaryPosition | undefined
  /** The position only shrinks, without a flip, and nothing rests: always allowed if it does no harm. */
  readonly isReducing: boolean
  readonly filled: Lots
  readonly value: Usd6
  /** Realised by the closed part, before fee and funding. */
  readonly pnl: Usd6
  readonly fee: Usd6
}

/** `held`: the position of the market among the facts. */
export function accountAfterFills(
  facts: AccountFacts,
  held: SummaryPosition | undefined,
  market: FilledMarket,
  order: OrderFills,
): AccountAfterFills {
  const ledger = new Ledger(facts.collateral, held, market)
  let after: PositionSize | undefined = held
  let filled = 0
  let value = 0
  let pnl = 0
  for (const part of order.parts) {
    const before = after?.size ?? 0
    const result = applyFill(after, { ...order, ...part }, ledger.scale)
    ledger.book(result, before, part.price)
    after = result.position
    filled += part.size
    value += valueOf(part.price, part.size, ledger.scale)
    pnl += result.pnl
  }
  const fee = takerFee(usd6(value), market.takerFeeRate)
  if (filled > 0) ledger.charge(fee, after, order.initMarginRatio)
  const settled = ledger.positionOf(after)
  const others = facts.positions.filter((other) => other !== held)
  const orders = order.resting === undefined ? facts.orders : [...facts.orders, order.resting]
  const judged: AccountFacts = {
    ...facts,
    collateral: usd6(ledger.collateral),
    positions: settled === undefined ? others : [...others, settled],
    orders,
  }
  const position = filled === 0 ? held : settled
  return {
    facts: filled === 0 ? { ...facts, orders } : judged,
    judged,
    position,
    isReducing: order.resting === undefined && isShrunk(held, position),
    filled: filled as Lots,
    value: usd6(value),
    pnl: usd6(pnl),
    fee,
  }
}

const isShrunk = (held: SummaryPosition | undefined, after: SummaryPosition | undefined): boolean =>
  held !== undefined && (after === undefined || (after.isLong === held.isLong && after.size < held.size))

/** Collateral, and the margin of an isolated position, while the fills of one order are booked. */
class Ledger {
  collateral: number
  readonly scale: number
  private isolated: number
  private openedValue = 0
  private readonly market: FilledMarket

  /** Funding is settled first: from the position's own margin where it has one. */
  constructor(collateral: Usd6, held: SummaryPosition | undefined, market: FilledMarket) {
    const { moment, isIsolated } = market
    const owed = held === undefined ? 0 : fundingOwed(held, moment.cumFunding, moment.sizeDecimals)
    this.market = market
    this.scale = valueScale(moment)
    this.collateral = isIsolated ? collateral : collateral - owed
    this.isolated = isIsolated ? (held?.isolatedMargin ?? 0) - owed : 0
  }

  book(result: FillResult, before: number, price: Ticks): void {
    if (result.closedSize > 0) {
      if (this.market.isIsolated) this.release(result, before)
      else this.collateral += result.pnl
    }
    this.openedValue += valueOf(price, result.openedSize, this.scale)
  }

  /** Returns the closed share of an isolated margin with its profit; a loss beyond it stays with the position. */
  private release({ closedSize, pnl }: FillResult, before: number): void {
    const isWhole = closedSize === before
    const share = isWhole ? this.isolated : mulDivFloor(this.isolated, closedSize, before)
    const home = share + pnl
    const goesHome = home >= 0 || isWhole
    this.isolated += (goesHome ? 0 : home) - share
    if (goesHome) this.collateral += home
  }

  /** An isolated position first receives the margin of the opened part, fee included. */
  charge(fee: number, after: PositionSize | undefined, ratio: Ratio4): void {
    if (!this.market.isIsolated || after === undefined) {
      this.collateral -= fee
      return
    }
    const added = this.openedValue === 0 ? 0 : initMargin(usd6(this.openedValue), ratio) + fee
    this.collateral -= added
    this.isolated += added - fee
  }

  positionOf(after: PositionSize | undefined): SummaryPosition | undefined {
    const { moment, isIsolated } = this.market
    if (after === undefined) return undefined
    return {
      isLong: after.isLong,
      size: after.size,
      cost: after.cost,
      initMarginRatio: after.initMarginRatio,
      entryFunding: moment.cumFunding,
      market: moment,
      ...(isIsolated ? { isolatedMargin: usd6(this.isolated) } : {}),
    }
  }
}

/**
 * Whether the account may end like this (otherwise 3002). Reducing: E' >= E, or E' >= 0 and E' − MM' >= min( 0, E − MM
 * ). Otherwise E' >= IM' + OM', profits of stocks off-hours counted in part; for an isolated position only realised
 * profit counts, and it must also start above its maintenance margin.
 */
export function isAllowedEnd(input: {
  readonly before: AccountFacts
  readonly held: SummaryPosition | undefined
  readonly after: AccountAfterFills
  readonly isReducing: boolean
  readonly isIsolated: boolean
}): boolean {
  const { before, held, after, isReducing, isIsolated } = input
  const next = accountSummary(isReducing ? after.facts : after.judged)
  if (!isReducing)
    return isIsolated ? next.movable >= 0 && isAboveMaintenance(after.position) : next.spare >= 0
  if (!isIsolated) return isNoWorse(crossState(next), crossState(accountSummary(before)))
  const now =
    after.position === undefined
      ? { equity: after.facts.collateral - before.collateral, maintMargin: 0 }
      : ownState(after.position)
  return held === undefined ? now.equity >= 0 : isNoWorse(now, ownState(held))
}

interface MarginState {
  readonly equity: number
  readonly maintMargin: number
}

const isNoWorse = (now: MarginState, before: MarginState): boolean =>
  now.equity >= before.equity ||
  (now.equity >= 0 && now.equity - now.maintMargin >= Math.min(0, before.equity - before.maintMargin))

const crossState = (summary: AccountSummary): MarginState => ({
  equity: summary.crossEquity,
  maintMargin: summary.crossMaintMargin,
})

/** An isolated position on its own margin. */
function ownState(position: SummaryPosition): MarginState {
  const { market, size, initMarginRatio, isolatedMargin = 0 } = position
  const value = valueOf(market.mark, size, valueScale(market))
  return {
    equity: isolatedMargin + unrealizedPnl(position, market),
    maintMargin: maintMargin(value, maintMarginRatio(initMarginRatio, market.maintMarginRatio)),
  }
}

function isAboveMaintenance(position: SummaryPosition | undefined): boolean {
  if (position === undefined) return true
  const { equity, maintMargin: maint } = ownState(position)
  return equity >= maint
}
