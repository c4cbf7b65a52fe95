/**
 * The future of one account in one market while a sweep is only planned: one row of numbers. Funding is settled
 * first, then fills change the draft; nothing of the exchange changes until the draft is committed, so what was judged
 * is what is written. Drafts serve again: planning allocates nothing.
 */
import {
  closedByFill,
  FILL_PNL,
  fillHolding,
  fundingOwed,
  HELD_COST,
  HELD_SIZE,
  HELD_LONG,
  HELD_RATIO,
  initMargin,
} from '@vest/formulas'
import { type Lots, mulDivFloor, type Ratio4, usd6 } from '@vest/protocol'
import { accountRow, DRAFT, DRAFT_OF_SWEEP, OPEN_ORDER_MARGIN } from './accountRows.ts'
import { NONE } from './order.ts'
import {
  COST,
  EPOCH,
  findPosition,
  IS_LONG,
  ISOLATED_MARGIN,
  POSITION_RATIO,
  rowOfPosition,
  POSITION_SIZE,
} from './positionRows.ts'
import { asPlace, type HalvedRows, widenRows } from './rowMemory.ts'
import {
  COUNTED_EQUITY,
  crossStanding,
  crossStandingWithMaint,
  EQUITY,
  INIT_MARGIN,
  isolatedStanding,
  MAINT_MARGIN,
  settledCollateral,
  STANDING,
} from './standing.ts'
import type { Exchange, Market } from './state.ts'

// Numbers of a row. The first five are the drafted holding.
export const DRAFT_LONG = HELD_LONG
export const DRAFT_SIZE = HELD_SIZE
export const DRAFT_COST = HELD_COST
export const DRAFT_RATIO = HELD_RATIO
export const DRAFT_PNL = FILL_PNL
/** Funding owed at the start, > 0 = the account pays. */
export const FUNDING_PAID = 5
export const COLLATERAL_DELTA = 6
export const DRAFT_ISOLATED = 7
export const ORDER_MARGIN_DELTA = 8
/** Value opened by fills whose margin an isolated position has not received yet. */
const OPENED_VALUE = 9
export const DRAFT_NUMBERS = 10
export const DRAFT_ROW = 16
// Half-numbers of a row, counted from twice its place.
export const DRAFT_ACCOUNT = 20
/** Place of the position that the account holds; -1 = none. */
export const BEFORE = 21
export const DRAFT_FLAGS = 22
/** Place of the position once the draft is written; -1 = none. */
export const AFTER = 23

/** The position that existed before has been closed. */
export const IS_CLOSED = 1
export const IS_DECREASED = 2
export const HAS_FILL = 4
/** The first order of the account that fills carries the settled funding. */
const IS_FUNDING_REPORTED = 8

/** The draft beside the plan, the one that saves another, and the first of the plan: the taker's. */
export const LONE = 0
export const SAVED = DRAFT_ROW
export const TAKER = 2 * DRAFT_ROW

/** More than a sweep meets: where nothing is ever widened, no code is made for what comes after it. */
const DRAFTS_AT_FIRST = 1_024

/** The drafts of the sweep under way: one thing of the process, as its plan is (`plan.ts`). */
export const DRAFTS = new (class implements HalvedRows {
  numbers: Float64Array = new Float64Array(DRAFTS_AT_FIRST * DRAFT_ROW)
  halves: Int32Array = new Int32Array(this.numbers.buffer)
  /** Where the next draft of the plan will stand. */
  end = TAKER
})()

/** Begins the future of an account in a market where it stands: funding settled, nothing filled. */
export function openDraft(exchange: Exchange, draft: number, accountId: number, market: Market): void {
  const { numbers } = DRAFTS
  const { positionRows } = exchange
  draft = asPlace(draft)
  const before = findPosition(exchange.accountRows, positionRows, accountId, market.id)
  DRAFTS.halves[2 * draft + DRAFT_ACCOUNT] = accountId
  DRAFTS.halves[2 * draft + BEFORE] = before
  numbers[draft + OPENED_VALUE] = 0
  numbers[draft + ORDER_MARGIN_DELTA] = 0
  if (before === NONE) {
    numbers[draft + DRAFT_SIZE] = 0
    numbers[draft + DRAFT_COST] = 0
    numbers[draft + FUNDING_PAID] = 0
    numbers[draft + COLLATERAL_DELTA] = 0
    numbers[draft + DRAFT_ISOLATED] = 0
    DRAFTS.halves[2 * draft + DRAFT_FLAGS] = IS_FUNDING_REPORTED
    return
  }
  const at = asPlace(before)
  const held = positionRows.numbers
  numbers[draft + DRAFT_LONG] = positionRows.halves[2 * at + IS_LONG]!
  numbers[draft + DRAFT_SIZE] = held[at + POSITION_SIZE]!
  numbers[draft + DRAFT_COST] = held[at + COST]!
  numbers[draft + DRAFT_RATIO] = held[at + POSITION_RATIO]!
  DRAFTS.halves[2 * draft + DRAFT_FLAGS] = 0
  const paid = held[at + EPOCH] === market.fundingEpoch ? 0 : owedBy(exchange, at, market)
  numbers[draft + FUNDING_PAID] = paid
  const { isolated } = market.spec
  // Not -0.
  numbers[draft + COLLATERAL_DELTA] = isolated ? 0 : 0 - paid
  numbers[draft + DRAFT_ISOLATED] = isolated ? held[at + ISOLATED_MARGIN]! - paid : 0
}

/** Funding that the position at `at` owes since it was last settled, in usd6, > 0 = it pays. */
export function owedBy(exchange: Exchange, at: number, market: Market): number {
  const { numbers, halves, entryFundings } = exchange.positionRows
  if (numbers[at + EPOCH] === market.fundingEpoch) return 0
  return fundingOwed(
    {
      isLong: halves[2 * at + IS_LONG] === 1,
      size: numbers[at + POSITION_SIZE] as Lots,
      entryFunding: entryFundings[rowOfPosition(at)]!,
    },
    market.cumFunding,
    market.spec.sizeDecimals,
  )
}

/** Funding of a draft is reported once, by the first order of its account that fills. */
export function reportFunding(drafts: Float64Array, draft: number): number {
  const flags = DRAFTS.halves[2 * draft + DRAFT_FLAGS]!
  if ((flags & IS_FUNDING_REPORTED) !== 0) return 0
  DRAFTS.halves[2 * draft + DRAFT_FLAGS] = flags | IS_FUNDING_REPORTED
  return 0 - drafts[draft + FUNDING_PAID]!
}

export function restoreDraft(numbers: Float64Array, draft: number): void {
  for (let i = 0; i < DRAFT_NUMBERS; i++) numbers[draft + i] = numbers[SAVED + i]!
  DRAFTS.halves[2 * draft + DRAFT_FLAGS] = DRAFTS.halves[2 * SAVED + DRAFT_FLAGS]!
}

/** The place of the draft of an account in the sweep under way, begun on first sight. */
export function draftOf(exchange: Exchange, sweep: number, accountId: number, market: Market): number {
  const { accountRows } = exchange
  const row = accountRow(accountId)
  if (accountRows.numbers[row + DRAFT_OF_SWEEP] === sweep) return accountRows.halves[2 * row + DRAFT]!
  const draft = asPlace(DRAFTS.end)
  if (draft === DRAFTS.numbers.length) widenRows(DRAFTS)
  DRAFTS.end = draft + DRAFT_ROW
  accountRows.numbers[row + DRAFT_OF_SWEEP] = sweep
  accountRows.halves[2 * row + DRAFT] = draft
  openDraft(exchange, draft, accountId, market)
  return draft
}

/** Size and side of a draft as one number: lots, > 0 = long. */
export function signedSize(numbers: Float64Array, draft: number): number {
  const size = numbers[draft + DRAFT_SIZE]!
  return numbers[draft + DRAFT_LONG] === 1 ? size : -size
}

/** Lots by which a fill would grow a draft in its own direction. */
export function draftIncrease(numbers: Float64Array, draft: number, isBuy: boolean, size: number): number {
  const held = numbers[draft + DRAFT_SIZE]!
  if (held === 0 || (numbers[draft + DRAFT_LONG] === 1) === isBuy) return size
  return size > held ? size - held : 0
}

/** Lots by which a fill would grow what an account holds in a market. */
export function increaseOf(
  exchange: Exchange,
  accountId: number,
  marketId: number,
  isBuy: boolean,
  size: number,
): number {
  const { positionRows } = exchange
  const at = findPosition(exchange.accountRows, positionRows, accountId, marketId)
  if (at === NONE || (positionRows.halves[2 * at + IS_LONG] === 1) === isBuy) return size
  const held = positionRows.numbers[at + POSITION_SIZE]!
  return size > held ? size - held : 0
}

/** Books one fill in the draft; the profit that it realises stands in DRAFT_PNL. */
export function draftFill(
  numbers: Float64Array,
  draft: number,
  market: Market,
  isBuy: boolean,
  size: number,
  price: number,
  ratio: number,
): void {
  draft = asPlace(draft)
  const held = numbers[draft + DRAFT_SIZE]!
  const closed = closedByFill(numbers, draft, isBuy, size)
  fillHolding(numbers, draft, isBuy, size, price, ratio, market.scale)
  let flags = DRAFTS.halves[2 * draft + DRAFT_FLAGS]! | HAS_FILL
  if (closed > 0) {
    flags |= closed === held ? IS_DECREASED | IS_CLOSED : IS_DECREASED
    if (market.spec.isolated) releaseIsolated(numbers, draft, closed, held)
    else numbers[draft + COLLATERAL_DELTA] = numbers[draft + COLLATERAL_DELTA]! + numbers[draft + DRAFT_PNL]!
  }
  DRAFTS.halves[2 * draft + DRAFT_FLAGS] = flags
  if (closed < size)
    numbers[draft + OPENED_VALUE] = numbers[draft + OPENED_VALUE]! + price * (size - closed) * market.scale
}

/** The closed share of the isolated margin goes home with its profit; a loss beyond it stays with the position. */
function releaseIsolated(numbers: Float64Array, draft: number, closed: number, size: number): void {
  const margin = numbers[draft + DRAFT_ISOLATED]!
  const share = closed === size ? margin : mulDivFloor(margin, closed, size)
  const home = share + numbers[draft + DRAFT_PNL]!
  const goesHome = home >= 0 || closed === size
  numbers[draft + DRAFT_ISOLATED] = margin - share + (goesHome ? 0 : home)
  if (goesHome) numbers[draft + COLLATERAL_DELTA] = numbers[draft + COLLATERAL_DELTA]! + home
}

/**
 * Charges the fee of an order's fills. An isolated position first receives the margin of what was opened, fee
 * included:  add = ⌈ opened value · ratio / 10⁴ ⌉ + fee.
 */
export function draftFee(
  numbers: Float64Array,
  draft: number,
  market: Market,
  fee: number,
  ratio: number,
): void {
  draft = asPlace(draft)
  const opened = numbers[draft + OPENED_VALUE]!
  numbers[draft + OPENED_VALUE] = 0
  if (!market.spec.isolated || numbers[draft + DRAFT_SIZE] === 0) {
    numbers[draft + COLLATERAL_DELTA] = numbers[draft + COLLATERAL_DELTA]! - fee
    return
  }
  const add = opened === 0 ? 0 : initMargin(usd6(opened), ratio as Ratio4) + fee
  numbers[draft + COLLATERAL_DELTA] = numbers[draft + COLLATERAL_DELTA]! - add
  numbers[draft + DRAFT_ISOLATED] = numbers[draft + DRAFT_ISOLATED]! + add - fee
}

/** Only shrinks what was held before, without turning it. */
export function isPurelyReducing(exchange: Exchange, draft: number): boolean {
  const { numbers } = DRAFTS
  draft = asPlace(draft)
  if (DRAFTS.halves[2 * draft + BEFORE] === NONE) return false
  const before = asPlace(DRAFTS.halves[2 * draft + BEFORE]!)
  const size = numbers[draft + DRAFT_SIZE]!
  const { positionRows } = exchange
  return (
    size === 0 ||
    (numbers[draft + DRAFT_LONG] === positionRows.halves[2 * before + IS_LONG] &&
      size < positionRows.numbers[before + POSITION_SIZE]!)
  )
}

/**
 * May the account end like this (otherwise 3002)? Reducing: by {@link isNoWorse}. Otherwise
 * E' >= IM' + OM'; in an isolated market the collateral must have paid the margin without touching what other
 * positions and orders need, and the position must start above its maintenance margin.
 */
export function isAffordable(
  exchange: Exchange,
  market: Market,
  draft: number,
  isReducing: boolean,
): boolean {
  if (market.spec.isolated) return isIsolatedAffordable(exchange, market, draft, isReducing)
  const { numbers } = DRAFTS
  draft = asPlace(draft)
  const accountId = DRAFTS.halves[2 * draft + DRAFT_ACCOUNT]!
  crossStanding(exchange, accountId, market, draft)
  if (isReducing) {
    const equity = STANDING[EQUITY]! + numbers[draft + COLLATERAL_DELTA]!
    // What covers initial margins covers maintenance margins as well.
    if (equity >= 0 && (equity >= STANDING[INIT_MARGIN]! || !exchange.features.fifthReading)) return true
    return isCrossNoWorse(exchange, accountId, market, draft, equity)
  }
  return (
    STANDING[COUNTED_EQUITY]! + numbers[draft + COLLATERAL_DELTA]! >=
    STANDING[INIT_MARGIN]! +
      exchange.accountRows.numbers[accountRow(accountId) + OPEN_ORDER_MARGIN]! +
      numbers[draft + ORDER_MARGIN_DELTA]!
  )
}

/**
 * Somebody who only reduces ends well enough where
 *
 *   E' >= E   or   E' >= 0 and E' − MM' >= min( 0, E − MM )
 *
 * Before feature `fifthReading` E' >= 0 was enough: who gave a friend all that he had was liquidated with nothing left, for
 * no fee and at the mark, so that backstop and pool took without a discount what nobody else would have bought without.
 */
function isNoWorse(
  exchange: Exchange,
  equity: number,
  maintMargin: number,
  before: { readonly equity: number; readonly maintMargin: number },
): boolean {
  if (equity >= before.equity) return true
  if (equity < 0 || !exchange.features.fifthReading) return equity >= 0
  return equity - maintMargin >= Math.min(0, before.equity - before.maintMargin)
}

/** Apart, because it is rare: the maintenance margins of an account are added up twice. */
function isCrossNoWorse(
  exchange: Exchange,
  accountId: number,
  market: Market,
  draft: number,
  equity: number,
): boolean {
  crossStandingWithMaint(exchange, accountId, market, draft)
  const maintMargin = STANDING[MAINT_MARGIN]!
  crossStandingWithMaint(exchange, accountId)
  const before = { equity: STANDING[EQUITY]!, maintMargin: STANDING[MAINT_MARGIN]! }
  return isNoWorse(exchange, equity, maintMargin, before)
}

function isIsolatedAffordable(
  exchange: Exchange,
  market: Market,
  draft: number,
  isReducing: boolean,
): boolean {
  const { numbers } = DRAFTS
  const before = DRAFTS.halves[2 * draft + BEFORE]!
  const size = numbers[draft + DRAFT_SIZE]!
  if (isReducing) {
    if (size > 0) isolatedStanding(exchange, market, draft, NONE)
    const equity = size === 0 ? numbers[draft + COLLATERAL_DELTA]! : STANDING[EQUITY]!
    const maint = size === 0 ? 0 : STANDING[MAINT_MARGIN]!
    if (equity >= 0 && (equity >= maint || !exchange.features.fifthReading)) return true
    if (before === NONE) return false
    isolatedStanding(exchange, market, NONE, before)
    return isNoWorse(exchange, equity, maint, {
      equity: STANDING[EQUITY]!,
      maintMargin: STANDING[MAINT_MARGIN]!,
    })
  }
  const accountId = DRAFTS.halves[2 * draft + DRAFT_ACCOUNT]!
  crossStanding(exchange, accountId)
  const free =
    movableEquity(exchange, accountId) +
    numbers[draft + COLLATERAL_DELTA]! -
    (STANDING[INIT_MARGIN]! +
      exchange.accountRows.numbers[accountRow(accountId) + OPEN_ORDER_MARGIN]! +
      numbers[draft + ORDER_MARGIN_DELTA]!)
  if (free < 0) return false
  if (size === 0) return true
  isolatedStanding(exchange, market, draft, NONE)
  return STANDING[EQUITY]! >= STANDING[MAINT_MARGIN]!
}

/**
 * What an isolated margin may be taken from, after `crossStanding`: an unrealised profit secures cross positions and does
 * not leave them. Before feature `fourthReading` it did.
 */
function movableEquity(exchange: Exchange, accountId: number): number {
  const counted = STANDING[COUNTED_EQUITY]!
  return exchange.features.fourthReading ? Math.min(counted, settledCollateral(exchange, accountId)) : counted
}

/**
 * What the account of a draft would have left: its equity with the draft in its place; in an isolated market that of
 * the position, or what came home from it.
 */
export function draftedEquity(exchange: Exchange, market: Market, draft: number): number {
  const { numbers } = DRAFTS
  const delta = numbers[draft + COLLATERAL_DELTA]!
  if (market.spec.isolated) {
    if (numbers[draft + DRAFT_SIZE] === 0) return delta
    isolatedStanding(exchange, market, draft, NONE)
    return STANDING[EQUITY]!
  }
  crossStanding(exchange, DRAFTS.halves[2 * draft + DRAFT_ACCOUNT]!, market, draft)
  return STANDING[EQUITY]! + delta
}
