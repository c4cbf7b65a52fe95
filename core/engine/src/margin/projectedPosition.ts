/**
 * The projected position of one account in one market while a sweep is planned: one row of numbers. Funding is settled
 * first, then fills change the projection; nothing of the exchange changes until it is committed, so exactly what was
 * checked is written. Rows are reused: planning allocates nothing.
 */
import { owedBy } from '../funding/index.ts'
import {
  accountRow,
  asPlace,
  BEFORE,
  COLLATERAL_DELTA,
  COST,
  DRAFT,
  DRAFT_ACCOUNT,
  DRAFT_COST,
  DRAFT_FLAGS,
  DRAFT_ISOLATED,
  DRAFT_LONG,
  DRAFT_OF_SWEEP,
  DRAFT_PNL,
  DRAFT_RATIO,
  DRAFT_ROW,
  DRAFT_SIZE,
  DRAFTS,
  EPOCH,
  type Exchange,
  findPosition,
  FUNDING_PAID,
  HAS_FILL,
  IS_CLOSED,
  IS_DECREASED,
  IS_FUNDING_REPORTED,
  IS_LONG,
  ISOLATED_MARGIN,
  type Market,
  NONE,
  OPENED_VALUE,
  ORDER_MARGIN_DELTA,
  POSITION_RATIO,
  POSITION_SIZE,
  widenRows,
} from '../state/index.ts'
import { closedByFill, fillHolding, initMargin } from '@vest/formulas'
import { type Ratio4, mulDivFloor, usd6 } from '@vest/protocol'

/** Starts a projection from the present position of an account in a market: funding settled, nothing filled. */
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
  // Avoids -0.
  numbers[draft + COLLATERAL_DELTA] = isolated ? 0 : 0 - paid
  numbers[draft + DRAFT_ISOLATED] = isolated ? held[at + ISOLATED_MARGIN]! - paid : 0
}

/** The funding of a projection is reported once, by its account's first order that fills. */
export function reportFunding(drafts: Float64Array, draft: number): number {
  const flags = DRAFTS.halves[2 * draft + DRAFT_FLAGS]!
  if ((flags & IS_FUNDING_REPORTED) !== 0) return 0
  DRAFTS.halves[2 * draft + DRAFT_FLAGS] = flags | IS_FUNDING_REPORTED
  return 0 - drafts[draft + FUNDING_PAID]!
}

/** Reference of the account's projection in the running sweep, started at the first call. */
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

/** Lots by which a fill would increase an account's position in a market. */
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

/** Applies one fill to the projection; its realised profit is in DRAFT_PNL. */
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

/** Returns the closed share of the isolated margin with its profit; a loss beyond it stays with the position. */
function releaseIsolated(numbers: Float64Array, draft: number, closed: number, size: number): void {
  const margin = numbers[draft + DRAFT_ISOLATED]!
  const share = closed === size ? margin : mulDivFloor(margin, closed, size)
  const home = share + numbers[draft + DRAFT_PNL]!
  const goesHome = home >= 0 || closed === size
  numbers[draft + DRAFT_ISOLATED] = margin - share + (goesHome ? 0 : home)
  if (goesHome) numbers[draft + COLLATERAL_DELTA] = numbers[draft + COLLATERAL_DELTA]! + home
}

/**
 * Charges the fee of an order's fills. An isolated position first receives the margin for the opened part, fee
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
