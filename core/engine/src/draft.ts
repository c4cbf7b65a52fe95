/**
 * The future of one account in one market while a sweep is only planned. Funding is settled first, then fills change
 * the draft; nothing of the exchange changes until the draft is committed. What was judged is what is written.
 */
import { applyFill, fundingOwed, initMargin, type PositionSize, valueOf } from '@vest/formulas'
import { type Lots, mulDivFloor, type Ratio4, type Ticks, type Usd6, usd6 } from '@vest/protocol'
import { positionIn } from './account.ts'
import { crossStanding, isolatedStanding } from './standing.ts'
import { type Account, type Exchange, type Market, type Position } from './state.ts'

export interface Draft {
  readonly account: Account
  readonly market: Market
  readonly before: Position | undefined
  held: PositionSize | undefined
  /** Funding owed at the start, > 0 = the account pays. */
  readonly fundingPaid: Usd6
  collateralDelta: number
  isolatedMargin: number
  orderMarginDelta: number
  /** Value opened by fills whose margin an isolated position has not received yet. */
  openedValue: number
  /** The position that existed before has been closed. */
  isClosed: boolean
  isDecreased: boolean
  /** The first order of the account that fills carries the settled funding. */
  isFundingReported: boolean
}

export function createDraft(account: Account, market: Market): Draft {
  const before = positionIn(account, market.id)
  const paid =
    before === undefined ? usd6(0) : fundingOwed(before, market.cumFunding, market.spec.sizeDecimals)
  const isIsolated = market.spec.isolated
  return {
    account,
    market,
    before,
    held: before,
    fundingPaid: paid,
    collateralDelta: isIsolated ? 0 : -paid,
    isolatedMargin: isIsolated && before !== undefined ? before.isolatedMargin - paid : 0,
    orderMarginDelta: 0,
    openedValue: 0,
    isClosed: false,
    isDecreased: false,
    isFundingReported: before === undefined,
  }
}

/** Size and side of the drafted position as one number: lots, > 0 = long. */
export const signedSize = (held: PositionSize | undefined): number =>
  held === undefined ? 0 : held.isLong ? held.size : -held.size

/** Lots by which a fill would grow the position in its own direction. */
export function increaseOf(held: PositionSize | undefined, fill: { isBuy: boolean; size: number }): number {
  if (held === undefined || held.isLong === fill.isBuy) return fill.size
  return Math.max(0, fill.size - held.size)
}

/** Books one fill in the draft and returns the profit it realises. */
export function draftFill(
  draft: Draft,
  fill: {
    readonly isBuy: boolean
    readonly size: Lots
    readonly price: Ticks
    readonly initMarginRatio: Ratio4
  },
): Usd6 {
  const { market, held } = draft
  const result = applyFill(held, fill, market.scale)
  if (result.closedSize > 0) {
    draft.isDecreased = true
    if (market.spec.isolated) releaseIsolated(draft, result.closedSize, held!.size, result.pnl)
    else draft.collateralDelta += result.pnl
    if (result.effect !== 'reduced') draft.isClosed = true
  }
  if (result.openedSize > 0) draft.openedValue += valueOf(fill.price, result.openedSize, market.scale)
  draft.held = result.position
  return result.pnl
}

/** The closed share of the isolated margin goes home with its profit; a loss beyond it stays with the position. */
function releaseIsolated(draft: Draft, closed: Lots, size: Lots, pnl: Usd6): void {
  const share = closed === size ? draft.isolatedMargin : mulDivFloor(draft.isolatedMargin, closed, size)
  const home = share + pnl
  draft.isolatedMargin -= share
  if (home >= 0 || closed === size) draft.collateralDelta += home
  else draft.isolatedMargin += home
}

/**
 * Charges the fee of an order's fills. An isolated position first receives the margin of what was opened, fee
 * included:  add = ⌈ opened value · ratio / 10⁴ ⌉ + fee.  Returns what moved from the collateral for it.
 */
export function draftFee(draft: Draft, fee: Usd6, initMarginRatio: Ratio4): number {
  if (!draft.market.spec.isolated || draft.held === undefined) {
    draft.collateralDelta -= fee
    draft.openedValue = 0
    return 0
  }
  const add = draft.openedValue === 0 ? 0 : initMargin(usd6(draft.openedValue), initMarginRatio) + fee
  draft.openedValue = 0
  draft.collateralDelta -= add
  draft.isolatedMargin += add - fee
  return add
}

/** Only shrinks what was held before, without turning it. */
export function isPurelyReducing(draft: Draft): boolean {
  const { before, held } = draft
  if (before === undefined) return false
  return held === undefined || (held.isLong === before.isLong && held.size < before.size)
}

/**
 * May the account end like this (otherwise 3002)? Reducing: E' >= 0 or no worse than before. Otherwise
 * E' >= IM' + OM'; in an isolated market the collateral must have paid the margin without touching what other
 * positions and orders need, and the position must start above its maintenance margin.
 */
export function isAffordable(exchange: Exchange, draft: Draft, isReducing: boolean): boolean {
  const { account, market, held } = draft
  if (market.spec.isolated) return isIsolatedAffordable(exchange, draft, isReducing)
  const after = crossStanding(exchange, account, { marketId: market.id, held })
  if (isReducing) {
    const equity = after.equity + draft.collateralDelta
    return equity >= 0 || equity >= crossStanding(exchange, account).equity
  }
  return (
    after.countedEquity + draft.collateralDelta >=
    after.initMargin + account.openOrderMargin + draft.orderMarginDelta
  )
}

function isIsolatedAffordable(exchange: Exchange, draft: Draft, isReducing: boolean): boolean {
  const { account, market, before, held } = draft
  const own = held === undefined ? undefined : isolatedStanding(market, held, draft.isolatedMargin, 0)
  if (isReducing) {
    const equity = own === undefined ? draft.collateralDelta : own.equity
    if (equity >= 0) return true
    return (
      before !== undefined &&
      equity >= isolatedStanding(market, before, before.isolatedMargin, draft.fundingPaid).equity
    )
  }
  const cross = crossStanding(exchange, account)
  const free =
    cross.countedEquity +
    draft.collateralDelta -
    (cross.initMargin + account.openOrderMargin + draft.orderMarginDelta)
  return free >= 0 && (own === undefined || own.equity >= own.maintMargin)
}
