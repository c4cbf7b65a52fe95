/**
 * The future of one account in one market while a sweep is only planned, and the plan of the sweep. Funding is
 * settled first, then fills change the draft; nothing of the exchange changes until the draft is committed, so what
 * was judged is what is written. There is one plan, used by one sweep after the other, and it keeps its drafts and
 * fills, so that planning allocates nothing.
 */
import { closedByFill, fillHolding, fundingOwed, type Holding, initMargin, valueOf } from '@vest/formulas'
import {
  type ErrorCode,
  type Lots,
  lots,
  mulDivFloor,
  type Ratio4,
  ratio4,
  type Ticks,
  type Usd6,
  usd6,
} from '@vest/protocol'
import { positionIn } from './account.ts'
import { crossStanding, isolatedStanding } from './standing.ts'
import type { Order } from './order.ts'
import type { Account } from './accountRows.ts'
import type { Exchange, Market, Position } from './state.ts'

/** The holding is the drafted position; size 0 = flat. */
export interface Draft extends Holding {
  account: Account
  market: Market
  before: Position | undefined
  /** Funding owed at the start, > 0 = the account pays. */
  fundingPaid: Usd6
  collateralDelta: number
  isolatedMargin: number
  orderMarginDelta: number
  /** Value opened by fills whose margin an isolated position has not received yet. */
  openedValue: number
  /** The position that existed before has been closed. */
  isClosed: boolean
  isDecreased: boolean
  hasFill: boolean
  /** The first order of the account that fills carries the settled funding. */
  isFundingReported: boolean
}

/** One fill against a resting order, or against a cell of the pool when `maker` is absent. */
export interface PlannedFill {
  maker: Order | undefined
  makerDraft: Draft | undefined
  price: Ticks
  size: Lots
  value: Usd6
  /** The pool takes what a liquidation could not sell: no trade, no tape. */
  isTakeover: boolean
  /** Of the maker. */
  pnl: Usd6
  fee: Usd6
}

/** A resting order that falls out: it met its own owner, or could not stand by its word. */
export interface PlannedCancel {
  readonly order: Order
  readonly code: ErrorCode | undefined
}

/** Why a sweep ended before the whole size: the next price is beyond the limit, or nothing is left. */
export type SweepStop = 'PRICE' | 'CAPACITY'

export interface Plan {
  /** Counts the sweeps of this process: a draft on an account belongs to the sweep whose number it bears. */
  sweep: number
  account: Account
  market: Market
  isBuy: boolean
  size: Lots
  limitPrice: Ticks
  initMarginRatio: Ratio4
  taker: Draft
  /** The first `fillCount` are of this sweep, the rest wait to be used; so with the drafts, the taker's the first. */
  readonly fills: PlannedFill[]
  fillCount: number
  readonly drafts: Draft[]
  draftCount: number
  readonly cancels: PlannedCancel[]
  /** A draft as it was before the maker that is being judged. */
  readonly saved: Draft
  filled: number
  value: number
  pnl: number
  stop: SweepStop | undefined
  /** Pool inventory and open interest at the end. */
  inventory: number
  longOi: number
  shortOi: number
}

const NOBODY = undefined as unknown as Account
const NOWHERE = undefined as unknown as Market

/** A draft of nobody; {@link openDraft} gives it to an account. */
export const createDraft = (): Draft => ({
  account: NOBODY,
  market: NOWHERE,
  before: undefined,
  isLong: true,
  size: lots(0),
  cost: usd6(0),
  initMarginRatio: ratio4(0),
  fundingPaid: usd6(0),
  collateralDelta: 0,
  isolatedMargin: 0,
  orderMarginDelta: 0,
  openedValue: 0,
  isClosed: false,
  isDecreased: false,
  hasFill: false,
  isFundingReported: true,
})

export const createPlan = (): Plan => {
  const taker = createDraft()
  return {
    sweep: 0,
    account: NOBODY,
    market: NOWHERE,
    isBuy: true,
    size: lots(0),
    limitPrice: 0 as Ticks,
    initMarginRatio: ratio4(0),
    taker,
    fills: [],
    fillCount: 0,
    drafts: [taker],
    draftCount: 0,
    cancels: [],
    saved: createDraft(),
    filled: 0,
    value: 0,
    pnl: 0,
    stop: undefined,
    inventory: 0,
    longOi: 0,
    shortOi: 0,
  }
}

/** Begins the future of an account in a market where it stands: funding settled, nothing filled. */
export function openDraft(draft: Draft, account: Account, market: Market): void {
  const before = positionIn(account, market.id)
  const isIsolated = market.spec.isolated
  draft.account = account
  draft.market = market
  draft.before = before
  draft.openedValue = 0
  draft.orderMarginDelta = 0
  draft.isClosed = false
  draft.isDecreased = false
  draft.hasFill = false
  if (before === undefined) {
    draft.size = 0 as Lots
    draft.cost = 0 as Usd6
    draft.fundingPaid = 0 as Usd6
    draft.collateralDelta = 0
    draft.isolatedMargin = 0
    draft.isFundingReported = true
    return
  }
  const paid = fundingOwed(before, market.cumFunding, market.spec.sizeDecimals)
  draft.isLong = before.isLong
  draft.size = before.size
  draft.cost = before.cost
  draft.initMarginRatio = before.initMarginRatio
  draft.fundingPaid = paid
  draft.collateralDelta = isIsolated ? 0 : -paid
  draft.isolatedMargin = isIsolated ? before.isolatedMargin - paid : 0
  draft.isFundingReported = false
}

/** What a maker's fill may change of a draft, from one to the other. */
export function copyDraft(from: Draft, to: Draft): void {
  to.isLong = from.isLong
  to.size = from.size
  to.cost = from.cost
  to.initMarginRatio = from.initMarginRatio
  to.collateralDelta = from.collateralDelta
  to.isolatedMargin = from.isolatedMargin
  to.orderMarginDelta = from.orderMarginDelta
  to.openedValue = from.openedValue
  to.isClosed = from.isClosed
  to.isDecreased = from.isDecreased
  to.hasFill = from.hasFill
}

/** The draft of an account in the sweep under way, begun on first sight. */
export function draftOf(plan: Plan, account: Account): Draft {
  if (account.draftOfSweep === plan.sweep) return account.draft!
  const { draftCount } = plan
  let draft = plan.drafts[draftCount]
  if (draft === undefined) {
    draft = createDraft()
    plan.drafts.push(draft)
  }
  plan.draftCount = draftCount + 1
  openDraft(draft, account, plan.market)
  account.draft = draft
  account.draftOfSweep = plan.sweep
  return draft
}

/** The next fill of the plan, to be filled in. */
export function nextFill(plan: Plan): PlannedFill {
  const { fillCount } = plan
  plan.fillCount = fillCount + 1
  const known = plan.fills[fillCount]
  if (known !== undefined) return known
  const fill: PlannedFill = {
    maker: undefined,
    makerDraft: undefined,
    price: 0 as Ticks,
    size: lots(0),
    value: usd6(0),
    isTakeover: false,
    pnl: usd6(0),
    fee: usd6(0),
  }
  plan.fills.push(fill)
  return fill
}

/** Size and side of a position as one number: lots, > 0 = long. */
export const signedSize = (held: { readonly isLong: boolean; readonly size: number }): number =>
  held.isLong ? held.size : -held.size

/** Lots by which a fill would grow the position in its own direction. */
export function increaseOf(
  held: { readonly isLong: boolean; readonly size: number } | undefined,
  isBuy: boolean,
  size: number,
): number {
  if (held === undefined || held.size === 0 || held.isLong === isBuy) return size
  return size > held.size ? size - held.size : 0
}

/** Books one fill in the draft and returns the profit it realises. */
export function draftFill(draft: Draft, isBuy: boolean, size: Lots, price: Ticks, ratio: Ratio4): Usd6 {
  const { market } = draft
  const held = draft.size
  const closed = closedByFill(draft, isBuy, size)
  const pnl = fillHolding(draft, isBuy, size, price, ratio, market.scale)
  draft.hasFill = true
  if (closed > 0) {
    draft.isDecreased = true
    if (market.spec.isolated) releaseIsolated(draft, closed, held, pnl)
    else draft.collateralDelta += pnl
    if (closed === held) draft.isClosed = true
  }
  if (closed < size) draft.openedValue += valueOf(price, (size - closed) as Lots, market.scale)
  return pnl
}

/** The closed share of the isolated margin goes home with its profit; a loss beyond it stays with the position. */
function releaseIsolated(draft: Draft, closed: number, size: number, pnl: Usd6): void {
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
export function draftFee(draft: Draft, fee: number, ratio: Ratio4): number {
  if (!draft.market.spec.isolated || draft.size === 0) {
    draft.collateralDelta -= fee
    draft.openedValue = 0
    return 0
  }
  const add = draft.openedValue === 0 ? 0 : initMargin(usd6(draft.openedValue), ratio) + fee
  draft.openedValue = 0
  draft.collateralDelta -= add
  draft.isolatedMargin += add - fee
  return add
}

/** Only shrinks what was held before, without turning it. */
export function isPurelyReducing(draft: Draft): boolean {
  const { before } = draft
  if (before === undefined) return false
  return draft.size === 0 || (draft.isLong === before.isLong && draft.size < before.size)
}

/**
 * May the account end like this (otherwise 3002)? Reducing: E' >= 0 or no worse than before. Otherwise
 * E' >= IM' + OM'; in an isolated market the collateral must have paid the margin without touching what other
 * positions and orders need, and the position must start above its maintenance margin.
 */
export function isAffordable(exchange: Exchange, draft: Draft, isReducing: boolean): boolean {
  const { account, market } = draft
  if (market.spec.isolated) return isIsolatedAffordable(exchange, draft, isReducing)
  const after = crossStanding(exchange, account, draft)
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
  const { account, market, before } = draft
  if (isReducing) {
    const equity =
      draft.size === 0
        ? draft.collateralDelta
        : isolatedStanding(exchange, market, draft, draft.isolatedMargin, 0).equity
    if (equity >= 0) return true
    return (
      before !== undefined &&
      equity >= isolatedStanding(exchange, market, before, before.isolatedMargin, draft.fundingPaid).equity
    )
  }
  const cross = crossStanding(exchange, account)
  const free =
    cross.countedEquity +
    draft.collateralDelta -
    (cross.initMargin + account.openOrderMargin + draft.orderMarginDelta)
  if (free < 0) return false
  if (draft.size === 0) return true
  const own = isolatedStanding(exchange, market, draft, draft.isolatedMargin, 0)
  return own.equity >= own.maintMargin
}
