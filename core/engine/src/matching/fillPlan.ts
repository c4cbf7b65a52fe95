/**
 * Writes the plan of a sweep: its beginning, each fill with its effect on taker, maker, pool and open interest, and
 * the reserved margin of the rest.
 */
import { costAgainstMark } from '../keys/index.ts'
import { countOpenInterest, draftFill, draftOf } from '../margin/index.ts'
import {
  asPlace,
  BY_TRADE,
  DRAFT_PNL,
  DRAFTS,
  draftSignedSize,
  type Exchange,
  FILL_PRICE,
  FILL_ROW,
  FILL_SIZE,
  FILL_VALUE,
  INVENTORY,
  inventoryOf,
  KIND,
  LONG_OI,
  MAKER,
  MAKER_DRAFT,
  MAKER_FEE,
  MAKER_PNL,
  type Market,
  nextFill,
  NONE,
  PLAN,
  PLAN_FILLED,
  placeOfRow,
  PNL,
  SHORT_OI,
  TAKER,
  TAKER_PNL,
  USER_FILLS,
  VALUE,
} from '../state/index.ts'
import { valueOf } from '@vest/formulas'
import type { Lots, Ticks } from '@vest/protocol'

/** Sum by which the fills of the plan are worse than the mark. */
export function planCost(): number {
  const { market, isBuy, fills } = PLAN
  const end = placeOfRow(PLAN.fillCount, FILL_ROW)
  let cost = 0
  for (let fill = 0; fill < end; fill += FILL_ROW)
    cost += costAgainstMark(market, isBuy, fills[fill + FILL_PRICE]!, fills[fill + FILL_SIZE]!)
  return cost
}

/** In SIM: adds to a plan the rest that the ladder did not take; SIM_HOUSE takes it at a given price. */
export const planRest = (exchange: Exchange, price: number): void =>
  planPool(exchange, price, PLAN.size - PLAN.filled, BY_TRADE)

/** Starts an empty plan for an order of this account. */
export function beginPlan(
  exchange: Exchange,
  accountId: number,
  market: Market,
  isBuy: boolean,
  size: number,
  initMarginRatio: number,
): void {
  const { numbers } = PLAN
  PLAN.sweep += 1
  PLAN.market = market
  PLAN.accountId = accountId
  PLAN.isBuy = isBuy
  PLAN.size = size
  PLAN.initMarginRatio = initMarginRatio
  PLAN.stop = undefined
  PLAN.fillCount = 0
  if (PLAN.cancelled.length > 0) {
    PLAN.cancelled.length = 0
    PLAN.cancelCodes.length = 0
  }
  numbers[PLAN_FILLED] = 0
  numbers[VALUE] = 0
  numbers[PNL] = 0
  numbers[USER_FILLS] = 0
  numbers[INVENTORY] = inventoryOf(market)
  numbers[LONG_OI] = market.longOi
  numbers[SHORT_OI] = market.shortOi
  DRAFTS.end = TAKER
  draftOf(exchange, PLAN.sweep, accountId, market)
}

/**
 * The taker fills against the pool or its backstop, at a quote or (a takeover) at a given price, or against a user
 * with this projection (`autoDeleverage.ts`), and not against a resting order.
 */
export function planPool(exchange: Exchange, price: number, size: number, kind: number, draft = NONE): void {
  const at = nextFill()
  const { fills, numbers } = PLAN
  PLAN.fillHalves[2 * at + MAKER] = NONE
  PLAN.fillHalves[2 * at + MAKER_DRAFT] = draft
  fills[at + FILL_PRICE] = price
  fills[at + FILL_SIZE] = size
  fills[at + FILL_VALUE] = valueOf(price as Ticks, size as Lots, PLAN.market.scale)
  PLAN.fillHalves[2 * at + KIND] = kind
  fills[at + MAKER_PNL] = 0
  fills[at + MAKER_FEE] = 0
  planTaker(exchange, at)
  if (kind === BY_TRADE) numbers[INVENTORY] = numbers[INVENTORY]! + (PLAN.isBuy ? -size : size)
}

/** Writes the taker's side of the fill at `at`. */
export function planTaker(exchange: Exchange, at: number): void {
  const drafts = DRAFTS.numbers
  const { numbers, fills } = PLAN
  at = asPlace(at)
  const size = fills[at + FILL_SIZE]!
  const before = draftSignedSize(drafts, TAKER)
  draftFill(drafts, TAKER, PLAN.market, PLAN.isBuy, size, fills[at + FILL_PRICE]!, PLAN.initMarginRatio)
  countOpenInterest(numbers, before, draftSignedSize(drafts, TAKER))
  const pnl = drafts[TAKER + DRAFT_PNL]!
  fills[at + TAKER_PNL] = pnl
  numbers[PNL] = numbers[PNL]! + pnl
  numbers[PLAN_FILLED] = numbers[PLAN_FILLED]! + size
  numbers[VALUE] = numbers[VALUE]! + fills[at + FILL_VALUE]!
}
