/**
 * Margin status at the present marks: equity against margins. A projected position can take the place of the present
 * one, which is how an order is checked before anything changes. The result is in `STANDING`, of which there is one:
 * it is valid until the next call.
 */
import { owedBy } from '../funding/index.ts'
import {
  accountRow,
  asPlace,
  BEFORE,
  begin,
  COLLATERAL,
  COST,
  COUNTED_EQUITY,
  DRAFT_COST,
  DRAFT_ISOLATED,
  DRAFT_LONG,
  DRAFT_RATIO,
  DRAFT_SIZE,
  DRAFTS,
  EQUITY,
  type Exchange,
  FIRST_POSITION,
  INIT_MARGIN,
  IS_LONG,
  ISOLATED_MARGIN,
  KEPT_NUMBERS,
  KEPT_STANDING,
  MAINT_MARGIN,
  type Market,
  NEXT,
  NONE,
  POSITION_MARKET,
  POSITION_RATIO,
  POSITION_SIZE,
  STANDING,
  STANDING_EPOCH,
} from '../state/index.ts'
import { positionMaintRatio, profitPercent } from './marketRatios.ts'
import { countedProfit, initMargin, maintMargin, valueOf } from '@vest/formulas'
import { type Lots, type Ratio4, type Usd6, assert } from '@vest/protocol'

/** With fewer positions, summing is as fast as the cache. */
const KEPT_FROM = 6

/**
 * Margin status of the cross account for the check of an order, without MAINT_MARGIN; a projection replaces the
 * position held in its market.
 */
export function crossStanding(exchange: Exchange, accountId: number, drafted?: Market, draft = NONE): void {
  const { work } = exchange
  const row = accountRow(accountId)
  // Compared explicitly: for a plain truth test V8 does not know that the field is a boolean.
  if (
    work.isStandingKept === true &&
    exchange.accountRows.numbers[row + STANDING_EPOCH] === work.standingEpoch
  )
    recall(exchange, row, drafted, draft)
  else addUp(exchange, row, drafted, draft, false)
  if (drafted !== undefined) addDraft(exchange, drafted, draft, false)
}

/**
 * Collateral less the funding owed by cross positions: the maximum that belongs to the account independent of the
 * marks.
 */
export function settledCollateral(exchange: Exchange, accountId: number): number {
  const row = accountRow(accountId)
  const { halves } = exchange.positionRows
  let settled = exchange.accountRows.numbers[row + COLLATERAL]!
  let at = exchange.accountRows.halves[2 * row + FIRST_POSITION]!
  for (; at !== NONE; at = halves[2 * at + NEXT]!) {
    const market = exchange.markets[halves[2 * at + POSITION_MARKET]!]!
    if (!market.spec.isolated) settled -= owedBy(exchange, at, market)
  }
  return settled
}

/** Margin status of the cross account with its maintenance margin, and with a projection if given. */
export function crossStandingWithMaint(
  exchange: Exchange,
  accountId: number,
  drafted?: Market,
  draft = NONE,
): void {
  addUp(exchange, accountRow(accountId), drafted, draft, true)
  if (drafted !== undefined) addDraft(exchange, drafted, draft, true)
}

/** Sums all positions except that in the projected market. */
function addUp(
  exchange: Exchange,
  row: number,
  drafted: Market | undefined,
  draft: number,
  hasMaint: boolean,
): void {
  const { isStandingKept } = exchange.work
  begin(STANDING, exchange.accountRows.numbers[row + COLLATERAL]!, hasMaint)
  const { halves } = exchange.positionRows
  const draftedId = drafted === undefined ? NONE : drafted.id
  let count = 0
  let at = exchange.accountRows.halves[2 * row + FIRST_POSITION]!
  for (; at !== NONE; at = halves[2 * asPlace(at) + NEXT]!) {
    const marketId = halves[2 * asPlace(at) + POSITION_MARKET]!
    if (marketId === draftedId) continue
    const market = exchange.markets[marketId]!
    if (market.spec.isolated) continue
    addPosition(exchange, market, at, 1, hasMaint)
    count += 1
  }
  if (isStandingKept && !hasMaint && count >= KEPT_FROM) keep(exchange, row, drafted, draft)
}

/** Caches the sums and the position that the projection replaces: valid while no mark changes and no fill occurs. */
function keep(exchange: Exchange, row: number, drafted: Market | undefined, draft: number): void {
  const { standingEpoch } = exchange.work
  const { numbers } = exchange.accountRows
  addDraftedPosition(exchange, drafted, draft, 1)
  numbers[row + STANDING_EPOCH] = standingEpoch
  for (let i = 0; i < KEPT_NUMBERS; i += 1) numbers[row + KEPT_STANDING + i] = STANDING[i]!
  addDraftedPosition(exchange, drafted, draft, -1)
}

/** Returns whether the cache equals the sums. For the invariants, outside of commands. */
export function isKeptRight(exchange: Exchange, accountId: number): boolean {
  const { standingEpoch } = exchange.work
  const { numbers } = exchange.accountRows
  const row = accountRow(accountId)
  if (numbers[row + STANDING_EPOCH] !== standingEpoch) return true
  crossStanding(exchange, accountId)
  return STANDING.subarray(0, KEPT_NUMBERS).every((number, i) => number === numbers[row + KEPT_STANDING + i])
}

function recall(exchange: Exchange, row: number, drafted: Market | undefined, draft: number): void {
  const { numbers } = exchange.accountRows
  for (let i = 0; i < KEPT_NUMBERS; i += 1) STANDING[i] = numbers[row + KEPT_STANDING + i]!
  STANDING[MAINT_MARGIN] = NaN
  addDraftedPosition(exchange, drafted, draft, -1)
}

/** Adds or subtracts the position held in the projected market. */
function addDraftedPosition(
  exchange: Exchange,
  drafted: Market | undefined,
  draft: number,
  sign: 1 | -1,
): void {
  if (drafted === undefined || drafted.spec.isolated) return
  const before = DRAFTS.halves[2 * draft + BEFORE]!
  if (before !== NONE) addPosition(exchange, exchange.markets[drafted.id]!, before, sign, false)
}

/** Margin status of a position in an isolated market, projected or held: only its own margin secures it. */
export function isolatedStanding(exchange: Exchange, market: Market, draft: number, position: number): void {
  if (position === NONE) {
    assert(draft !== NONE, 'a STANDING of neither a position nor a draft')
    begin(STANDING, DRAFTS.numbers[draft + DRAFT_ISOLATED]!, true)
    addDraft(exchange, market, draft, true)
  } else {
    begin(STANDING, exchange.positionRows.numbers[position + ISOLATED_MARGIN]!, true)
    addPosition(exchange, market, position, 1, true)
  }
}

/** Margin status that decides about one position: that of the whole cross account, or its own. */
export function standingFor(exchange: Exchange, accountId: number, market: Market, position: number): void {
  if (market.spec.isolated) isolatedStanding(exchange, market, NONE, position)
  else crossStandingWithMaint(exchange, accountId)
}

function addPosition(exchange: Exchange, market: Market, at: number, sign: 1 | -1, hasMaint: boolean): void {
  const { numbers, halves } = exchange.positionRows
  at = asPlace(at)
  const isLong = halves[2 * at + IS_LONG] === 1
  add(
    STANDING,
    market,
    isLong,
    numbers[at + POSITION_SIZE]!,
    numbers[at + COST]!,
    numbers[at + POSITION_RATIO]!,
    owedBy(exchange, at, market),
    sign,
    hasMaint,
  )
}

/** Adds a projection, whose funding is settled. */
function addDraft(exchange: Exchange, market: Market, draft: number, hasMaint: boolean): void {
  const { numbers } = DRAFTS
  draft = asPlace(draft)
  const size = numbers[draft + DRAFT_SIZE]!
  if (size === 0) return
  add(
    STANDING,
    market,
    numbers[draft + DRAFT_LONG] === 1,
    size,
    numbers[draft + DRAFT_COST]!,
    numbers[draft + DRAFT_RATIO]!,
    0,
    1,
    hasMaint,
  )
}

function add(
  standing: Float64Array,
  market: Market,
  isLong: boolean,
  size: number,
  cost: number,
  ratio: number,
  owed: number,
  sign: 1 | -1,
  hasMaint: boolean,
): void {
  const { mark } = market
  if (mark === undefined) assert(false, 'a market with a position has a mark')
  const value = valueOf(mark, size as Lots, market.scale)
  const pnl = (isLong ? value - cost : cost - value) - owed
  const percent = profitPercent(market)
  const counted = percent === 100 ? pnl : countedProfit(pnl as Usd6, percent)
  standing[EQUITY] = standing[EQUITY]! + sign * pnl
  standing[COUNTED_EQUITY] = standing[COUNTED_EQUITY]! + sign * counted
  standing[INIT_MARGIN] = standing[INIT_MARGIN]! + sign * initMargin(value, ratio as Ratio4)
  if (hasMaint)
    standing[MAINT_MARGIN] =
      standing[MAINT_MARGIN]! + sign * maintMargin(value, positionMaintRatio(ratio as Ratio4, market))
}
