/**
 * Fills that earn no points: between accounts of one owner or one source of money, and a fill that closes a position
 * against the counterparty of its opening within 30 seconds, which also takes back the points weight of the opening.
 * The pool and its backstop are no counterparty in this sense: a trade with them pays the spread. The part of a
 * liquidation that is taken over is no trade. Each position stores the user against which it last grew, the time, and
 * the recent weight from it. Only sweeps with fills between users run this code.
 */
import { mulDivCeil, mulDivFloor } from '@vest/protocol'
import { type Exchange, setCounterparty, NONE, pointsMultiplier, TAKER } from '../state/index.ts'
import { isSameOwner } from './fees.ts'

export const WASH_MS = 30_000

// Bits of `plan.unweighed`, by fill.
const OF_TAKER = 1
const OF_MAKER = 2

/** Before the plan is written: subtracts in advance the weight that its excluded fills will be given. */
export function withholdPoints(exchange: Exchange, fee: number): void {
  const { plan, projections } = exchange.scratch
  const { market, accountId: taker, unweighed } = plan
  const multiplier = pointsMultiplier(market)
  let excluded = 0
  let traded = 0
  // Checked first: V8 writes the length of a list through a call.
  if (unweighed.length > 0) unweighed.length = 0
  for (let fill = 0; fill < plan.fillCount; fill += 1) {
    if (plan.isTrade(fill)) traded += plan.fillValue(fill)
    if (plan.maker(fill) === NONE) continue
    const projection = plan.makerProjection(fill)
    const maker = projections.accountId(projection)
    const isOwn = isSameOwner(exchange, taker, maker)
    let bits = 0
    if (isOwn || isAgainstLastCounterparty(exchange, projections.held(TAKER), plan.isBuy, maker)) {
      bits |= OF_TAKER
      excluded += plan.fillValue(fill)
      if (!isOwn) takeBack(exchange, taker, projections.held(TAKER))
    }
    if (isOwn || isAgainstLastCounterparty(exchange, projections.held(projection), !plan.isBuy, taker)) {
      bits |= OF_MAKER
      if (!isOwn) takeBack(exchange, maker, projections.held(projection))
      exchange.accountRows.addFillWeight(maker, -plan.makerFee(fill) * multiplier)
    }
    if (bits !== 0) unweighed[fill] = bits
  }
  plan.traded = traded
  if (excluded > 0) exchange.accountRows.addFillWeight(taker, -mulDivCeil(fee, excluded, traded) * multiplier)
}

/** Returns whether a fill of this side closes a position against its last counterparty within 30 seconds. */
function isAgainstLastCounterparty(
  exchange: Exchange,
  position: number,
  isBuy: boolean,
  other: number,
): boolean {
  if (position === NONE) return false
  const positions = exchange.positionRows
  if (positions.lastCounterparty(position) !== other || positions.isLong(position) === isBuy) return false
  return exchange.timeMs - positions.lastGrowthMs(position) <= WASH_MS
}

/**
 * Takes back the weight of the opening, never more than the account's weight. For a position that keeps growing, only
 * the weight of the current clock half-minute and of the one before: all of the last 30 seconds, and nothing older
 * than a minute.
 */
function takeBack(exchange: Exchange, accountId: number, position: number): void {
  const { accountRows: accounts, positionRows: positions } = exchange
  const isRunning = halfMinuteOf(positions.lastGrowthMs(position)) === halfMinuteOf(exchange.timeMs)
  const earned = positions.weightOfGrowth(position) + (isRunning ? positions.weightBefore(position) : 0)
  accounts.addFillWeight(accountId, -Math.min(earned, Math.max(0, accounts.fillWeight(accountId))))
  positions.forgetWeights(position)
}

const halfMinuteOf = (timeMs: number): number => Math.floor(timeMs / WASH_MS)

/** After the plan is written: stores the counterparty in every position that has grown. */
export function recordCounterparties(exchange: Exchange, fee: number): void {
  const { plan, projections } = exchange.scratch
  const { market, accountId: taker, unweighed } = plan
  const multiplier = pointsMultiplier(market)
  const value = plan.traded
  const ofTaker = projections.written(TAKER)
  const takerHasGrown = hasGrown(exchange, ofTaker, plan.isBuy)
  for (let fill = 0; fill < plan.fillCount; fill += 1) {
    if (plan.maker(fill) === NONE) continue
    const projection = plan.makerProjection(fill)
    const maker = projections.accountId(projection)
    const bits = unweighed.length === 0 ? 0 : (unweighed[fill] ?? 0)
    if (takerHasGrown) {
      const part = (bits & OF_TAKER) === 0 ? mulDivFloor(fee, plan.fillValue(fill), value) : 0
      recordCounterparty(exchange, ofTaker, maker, part * multiplier)
    }
    const ofMaker = projections.written(projection)
    if (!hasGrown(exchange, ofMaker, !plan.isBuy)) continue
    const part = (bits & OF_MAKER) === 0 ? plan.makerFee(fill) : 0
    recordCounterparty(exchange, ofMaker, taker, part * multiplier)
  }
}

/** Returns whether there still is a position, on the side of the fill. */
const hasGrown = ({ positionRows: positions }: Exchange, position: number, isBuy: boolean): boolean =>
  position !== NONE && positions.isLong(position) === isBuy

function recordCounterparty(exchange: Exchange, position: number, other: number, weight: number): void {
  const { positionRows: positions, timeMs } = exchange
  const isSame =
    positions.lastCounterparty(position) === other && timeMs - positions.lastGrowthMs(position) <= WASH_MS
  if (!isSame) return setCounterparty(positions, position, other, timeMs, weight)
  if (halfMinuteOf(positions.lastGrowthMs(position)) < halfMinuteOf(timeMs))
    positions.turnHalfMinute(position)
  // Counted from the last growth: otherwise one lot well in advance would exempt everything opened after it.
  // Half-minutes belong to growths as well.
  positions.addGrowth(position, timeMs, weight)
}
