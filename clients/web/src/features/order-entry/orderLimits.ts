/**
 * The ticket of a capital account: where both floors stand and what is left to each, now and once the stop of the order
 * has filled, the price that ends the account, and the largest size that survives its own stop. All by the formulas by
 * which the exchange judges.
 */
import {
  capitalVerdict,
  equityAtMark,
  equityAtStop,
  floorPrice,
  sizeOfValue,
  type AccountFacts,
  type HeldAmongFacts,
} from '@vest/formulas'
import { lots, type Lots, type Ticks, type Usd6, usd6, ORDER_VALUE_MAX_USD6 } from '@vest/protocol'
import type { CapitalFacts } from '../../live/index.ts'
import { referencePrice, type OrderContext, type OrderDraft } from './orderDraft.ts'
import { exitPrices } from './orderExits.ts'
import { outcomeOf, type OrderOutcome } from './orderOutcome.ts'

export type Floor = 'daily' | 'drawdown'

export interface FloorRoom {
  readonly floor: Usd6
  /** Below zero where equity is under the floor. */
  readonly roomNow: Usd6
  /** Undefined without a stop that would close something. */
  readonly roomAtStop: Usd6 | undefined
}

export interface OrderLimits {
  readonly equity: Usd6
  readonly floors: Readonly<Record<Floor, FloorRoom>>
  readonly equityAtStop: Usd6 | undefined
  /** Undefined where the position cannot be liquidated. */
  readonly equityAtLiquidation: Usd6 | undefined
  /** The mark at which the nearer floor is reached, if only this market moves. */
  readonly endsAt: Ticks | undefined
  /** Undefined without a stop. */
  readonly largestSize: Lots | undefined
  /** The floor that the order's own stop would reach. */
  readonly breach: Floor | undefined
}

type Floors = Pick<CapitalFacts, 'dailyFloor' | 'drawdownFloor'>

/** Undefined while the account or its price is not known. */
export function orderLimits(
  draft: OrderDraft,
  context: OrderContext,
  size: Lots,
  floors: Floors,
): OrderLimits | undefined {
  const { summary, facts, mark, position } = context
  if (summary === undefined || facts === undefined || mark === undefined) return undefined
  const outcome = size > 0 ? outcomeOf(draft, context, size) : undefined
  const atStop = outcome === undefined ? undefined : stopEquity(draft, context, size, outcome)
  const after =
    outcome === undefined ? { facts, position } : { facts: outcome.facts, position: outcome.position }
  const equityAfter = outcome?.account.equity ?? summary.equity
  const { equity } = summary
  const nearer = usd6(Math.max(floors.dailyFloor, floors.drawdownFloor))
  const roomTo = (floor: Usd6): FloorRoom => ({
    floor,
    roomNow: usd6(equity - floor),
    roomAtStop: atStop === undefined ? undefined : usd6(atStop - floor),
  })
  const { liquidation } = outcome ?? {}
  return {
    equity,
    floors: { daily: roomTo(floors.dailyFloor), drawdown: roomTo(floors.drawdownFloor) },
    equityAtStop: atStop,
    equityAtLiquidation:
      after.position === undefined || liquidation === undefined
        ? undefined
        : equityAtMark({ facts: after.facts, position: after.position }, liquidation),
    endsAt:
      after.position === undefined
        ? undefined
        : floorPrice({
            isLong: after.position.isLong,
            size: after.position.size,
            mark,
            scale: context.market.scale,
            equity: equityAfter,
            floor: nearer,
          }),
    largestSize:
      exitPrices(draft, context.market).stopLoss === undefined ? undefined : largest(draft, context, floors),
    breach: atStop === undefined ? undefined : breachOf(atStop, floors),
  }
}

function breachOf(equity: Usd6, { dailyFloor, drawdownFloor }: Floors): Floor | undefined {
  const verdict = capitalVerdict(equity, { maxDailyLossLimit: dailyFloor, maxDrawdownLimit: drawdownFloor })
  if (verdict === undefined) return undefined
  return verdict === 'MAX_DRAWDOWN' ? 'drawdown' : 'daily'
}

/** Undefined without a stop, or where the order leaves nothing on its side for the stop to close. */
function stopEquity(
  draft: OrderDraft,
  { market }: OrderContext,
  size: Lots,
  { facts, position }: { readonly facts: AccountFacts; readonly position: OrderOutcome['position'] },
): Usd6 | undefined {
  const { stopLoss } = exitPrices(draft, market)
  if (stopLoss === undefined || position === undefined || position.isLong !== draft.isBuy) return undefined
  const held: HeldAmongFacts = { facts, position, market }
  return equityAtStop(held, { price: stopLoss, size: lots(Math.min(size, position.size)) })
}

/** Searched for: a larger size leaves less at its stop. */
function largest(draft: OrderDraft, context: OrderContext, floors: Floors): Lots {
  const price = referencePrice(draft, context)
  if (price === undefined) return lots(0)
  const survives = (size: Lots): boolean => {
    const outcome = outcomeOf(draft, context, size)
    if (outcome === undefined || !outcome.isCovered) return false
    const atStop = stopEquity(draft, context, size, outcome)
    return atStop === undefined || breachOf(atStop, floors) === undefined
  }
  let low = 0
  let high: number = sizeOfValue(usd6(ORDER_VALUE_MAX_USD6), price, context.market.scale)
  while (low < high) {
    const middle = low + Math.ceil((high - low) / 2)
    if (survives(lots(middle))) low = middle
    else high = middle - 1
  }
  return lots(low)
}
