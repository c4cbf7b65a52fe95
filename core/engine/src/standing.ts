/**
 * How an account stands at the present marks: equity against margins. A position that does not exist yet can be put
 * in the place of the present one, which is how an order is judged before anything happens. The answer is the
 * exchange's one standing (`work.standing`): it holds until the next question.
 */
import { countedProfit, initMargin, maintMargin, maintMarginRatio, valueOf } from '@vest/formulas'
import { assert, type Lots, type Ratio4, type Usd6 } from '@vest/protocol'
import { ACCOUNT_ROW, COLLATERAL, FIRST_POSITION } from './accountRows.ts'
import { DRAFT_COST, DRAFT_ISOLATED, DRAFT_LONG, DRAFT_RATIO, DRAFT_SIZE, owedBy } from './draft.ts'
import { NONE } from './order.ts'
import {
  COST,
  IS_LONG,
  ISOLATED_MARGIN,
  NEXT,
  POSITION_MARKET,
  POSITION_RATIO,
  POSITION_SIZE,
} from './positionRows.ts'
import type { Exchange, Market } from './state.ts'

/** collateral + Σ unrealised profit of the positions that share it. */
export const EQUITY = 0
/** The same with off-hours profits counted in part: what new orders are measured against. */
export const COUNTED_EQUITY = 1
export const INIT_MARGIN = 2
export const MAINT_MARGIN = 3

/** A stock's profit counts in part outside the regular session. */
export const profitPercent = (market: Market): number =>
  market.session !== 'REGULAR' ? market.offHoursProfitPercent : 100

/** The cross account; with a draft, that stands in the place of what the account holds in the draft's market. */
export function crossStanding(exchange: Exchange, accountId: number, drafted?: Market, draft = NONE): void {
  const { standing } = exchange.work
  const row = accountId * ACCOUNT_ROW
  begin(standing, exchange.accountRows.numbers[row + COLLATERAL]!)
  const { halves } = exchange.positionRows
  const draftedId = drafted === undefined ? NONE : drafted.id
  let at = exchange.accountRows.halves[2 * row + FIRST_POSITION]!
  for (; at !== NONE; at = halves[2 * at + NEXT]!) {
    const marketId = halves[2 * at + POSITION_MARKET]!
    if (marketId === draftedId) continue
    const market = exchange.markets[marketId]!
    if (market.spec.isolated) continue
    addPosition(exchange, market, at)
  }
  if (drafted !== undefined) addDraft(exchange, drafted, draft)
}

/** A position in an isolated market, drafted or held: its own margin is all that secures it. */
export function isolatedStanding(exchange: Exchange, market: Market, draft: number, position: number): void {
  const { standing, drafts } = exchange.work
  if (position === NONE) {
    begin(standing, drafts.numbers[draft + DRAFT_ISOLATED]!)
    addDraft(exchange, market, draft)
  } else {
    begin(standing, exchange.positionRows.numbers[position + ISOLATED_MARGIN]!)
    addPosition(exchange, market, position)
  }
}

function begin(standing: Float64Array, money: number): void {
  standing[EQUITY] = money
  standing[COUNTED_EQUITY] = money
  standing[INIT_MARGIN] = 0
  standing[MAINT_MARGIN] = 0
}

/** The standing that decides about one position: of the whole cross account, or its own. */
export function standingFor(exchange: Exchange, accountId: number, market: Market, position: number): void {
  if (market.spec.isolated) isolatedStanding(exchange, market, NONE, position)
  else crossStanding(exchange, accountId)
}

function addPosition(exchange: Exchange, market: Market, at: number): void {
  const { numbers, halves } = exchange.positionRows
  const isLong = halves[2 * at + IS_LONG] === 1
  add(
    exchange.work.standing,
    market,
    isLong,
    numbers[at + POSITION_SIZE]!,
    numbers[at + COST]!,
    numbers[at + POSITION_RATIO]!,
    owedBy(exchange, at, market),
  )
}

/** The funding of a draft is settled. */
function addDraft(exchange: Exchange, market: Market, draft: number): void {
  const { numbers } = exchange.work.drafts
  const size = numbers[draft + DRAFT_SIZE]!
  if (size === 0) return
  add(
    exchange.work.standing,
    market,
    numbers[draft + DRAFT_LONG] === 1,
    size,
    numbers[draft + DRAFT_COST]!,
    numbers[draft + DRAFT_RATIO]!,
    0,
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
): void {
  const { mark } = market
  if (mark === undefined) assert(false, 'a market with a position has a mark')
  const value = valueOf(mark, size as Lots, market.scale)
  const pnl = (isLong ? value - cost : cost - value) - owed
  const percent = profitPercent(market)
  standing[EQUITY] = standing[EQUITY]! + pnl
  standing[COUNTED_EQUITY] =
    standing[COUNTED_EQUITY]! + (percent === 100 ? pnl : countedProfit(pnl as Usd6, percent))
  standing[INIT_MARGIN] = standing[INIT_MARGIN]! + initMargin(value, ratio as Ratio4)
  standing[MAINT_MARGIN] =
    standing[MAINT_MARGIN]! + maintMargin(value, positionMaintRatio(ratio as Ratio4, market))
}

export const positionMaintRatio = (initRatio: Ratio4, market: Market): Ratio4 =>
  maintMarginRatio(initRatio, market.spec.maintMarginRatio)
