/**
 * Fills that earn no points: between accounts of one owner or one source of money, and a fill that closes a position
 * against the counterparty of its opening within 30 seconds, which also takes back the points weight of the opening.
 * The pool and its backstop are no counterparty in this sense: a trade with them pays the spread. The part of a
 * liquidation that is taken over is no trade. Each position stores the user against which it last grew, the time, and
 * the recent weight from it. Only sweeps with fills between users run this code.
 */
import {
  accountRow,
  AFTER,
  asPlace,
  BEFORE,
  DRAFT_ACCOUNT,
  DRAFTS,
  type Exchange,
  FILL_ROW,
  FILL_VALUE,
  FILL_WEIGHT,
  IS_LONG,
  KIND,
  MAKER,
  MAKER_DRAFT,
  MAKER_FEE,
  meet,
  meetingAt,
  MET,
  MET_SINCE,
  MET_WEIGHT,
  MET_WEIGHT_BEFORE,
  NONE,
  OFFER,
  PLAN,
  pointsMultiplier,
  TAKER,
  TRADED,
} from '../state/index.ts'
import { isSameOwner } from './fees.ts'
import { mulDivCeil, mulDivFloor } from '@vest/protocol'

export const WASH_MS = 30_000

// Bits of `PLAN.unweighed`, by fill.
const OF_TAKER = 1

const OF_MAKER = 2

/** Before the plan is written: subtracts in advance the weight that its excluded fills will be given. */
export function withholdPoints(exchange: Exchange, fee: number): void {
  const { fills, market, accountId: taker, unweighed } = PLAN
  const multiplier = pointsMultiplier(market)
  let excluded = 0
  let traded = 0
  // Checked first: V8 writes the length of a list through a call.
  if (unweighed.length > 0) unweighed.length = 0
  for (let at = 0, fill = 0; fill < PLAN.fillCount; at += FILL_ROW, fill++) {
    if (PLAN.fillHalves[2 * at + KIND]! <= OFFER) traded += fills[at + FILL_VALUE]!
    if (PLAN.fillHalves[2 * at + MAKER] === NONE) continue
    const draft = asPlace(PLAN.fillHalves[2 * at + MAKER_DRAFT]!)
    const maker = DRAFTS.halves[2 * draft + DRAFT_ACCOUNT]!
    const isOwn = isSameOwner(exchange, taker, maker)
    let bits = 0
    if (isOwn || isMeetingAgain(exchange, DRAFTS.halves[2 * TAKER + BEFORE]!, PLAN.isBuy, maker)) {
      bits |= OF_TAKER
      excluded += fills[at + FILL_VALUE]!
      if (!isOwn) takeBack(exchange, taker, DRAFTS.halves[2 * TAKER + BEFORE]!)
    }
    if (isOwn || isMeetingAgain(exchange, DRAFTS.halves[2 * draft + BEFORE]!, !PLAN.isBuy, taker)) {
      bits |= OF_MAKER
      if (!isOwn) takeBack(exchange, maker, DRAFTS.halves[2 * draft + BEFORE]!)
      addWeight(exchange, maker, -fills[at + MAKER_FEE]! * multiplier)
    }
    if (bits !== 0) unweighed[fill] = bits
  }
  PLAN.numbers[TRADED] = traded
  if (excluded > 0) addWeight(exchange, taker, -mulDivCeil(fee, excluded, traded) * multiplier)
}

/** Returns whether a fill of this side closes a position against its last counterparty within 30 seconds. */
function isMeetingAgain(exchange: Exchange, position: number, isBuy: boolean, other: number): boolean {
  if (position === NONE) return false
  const rows = exchange.positionRows
  const { halves } = rows
  position = asPlace(position)
  if (halves[2 * position + MET] !== other || (halves[2 * position + IS_LONG] === 1) === isBuy) return false
  return exchange.timeMs - rows.meetings[meetingAt(position) + MET_SINCE]! <= WASH_MS
}

/**
 * Takes back the weight of the opening, never more than the account's weight. For a position that keeps growing, only
 * the weight of the current clock half-minute and of the one before: all of the last 30 seconds, and nothing older
 * than a minute.
 */
function takeBack(exchange: Exchange, accountId: number, position: number): void {
  const { meetings } = exchange.positionRows
  const at = meetingAt(position)
  const isRunning = halfMinuteOf(meetings[at + MET_SINCE]!) === halfMinuteOf(exchange.timeMs)
  const earned = meetings[at + MET_WEIGHT]! + (isRunning ? meetings[at + MET_WEIGHT_BEFORE]! : 0)
  const { numbers } = exchange.accountRows
  const row = accountRow(accountId) + FILL_WEIGHT
  numbers[row] = numbers[row]! - Math.min(earned, Math.max(0, numbers[row]!))
  meetings[at + MET_WEIGHT] = 0
  meetings[at + MET_WEIGHT_BEFORE] = 0
}

const halfMinuteOf = (timeMs: number): number => Math.floor(timeMs / WASH_MS)

function addWeight(exchange: Exchange, accountId: number, weight: number): void {
  const row = accountRow(accountId) + FILL_WEIGHT
  exchange.accountRows.numbers[row] = exchange.accountRows.numbers[row]! + weight
}

/** After the plan is written: stores the counterparty in every position that has grown. */
export function noteMeetings(exchange: Exchange, fee: number): void {
  const { fills, market, accountId: taker, unweighed } = PLAN
  const multiplier = pointsMultiplier(market)
  const value = PLAN.numbers[TRADED]!
  const ofTaker = DRAFTS.halves[2 * TAKER + AFTER]!
  const takerHasGrown = hasGrown(exchange, ofTaker, PLAN.isBuy)
  for (let at = 0, fill = 0; fill < PLAN.fillCount; at += FILL_ROW, fill++) {
    if (PLAN.fillHalves[2 * at + MAKER] === NONE) continue
    const draft = asPlace(PLAN.fillHalves[2 * at + MAKER_DRAFT]!)
    const maker = DRAFTS.halves[2 * draft + DRAFT_ACCOUNT]!
    const bits = unweighed.length === 0 ? 0 : (unweighed[fill] ?? 0)
    if (takerHasGrown) {
      const part = (bits & OF_TAKER) === 0 ? mulDivFloor(fee, fills[at + FILL_VALUE]!, value) : 0
      noteMeeting(exchange, ofTaker, maker, part * multiplier)
    }
    const ofMaker = DRAFTS.halves[2 * draft + AFTER]!
    if (!hasGrown(exchange, ofMaker, !PLAN.isBuy)) continue
    const part = (bits & OF_MAKER) === 0 ? fills[at + MAKER_FEE]! : 0
    noteMeeting(exchange, ofMaker, taker, part * multiplier)
  }
}

/** Returns whether there still is a position, on the side of the fill. */
const hasGrown = ({ positionRows }: Exchange, position: number, isBuy: boolean): boolean =>
  position !== NONE && (positionRows.halves[2 * asPlace(position) + IS_LONG] === 1) === isBuy

function noteMeeting(exchange: Exchange, position: number, other: number, weight: number): void {
  const rows = exchange.positionRows
  position = asPlace(position)
  const at = meetingAt(position)
  const isSame =
    rows.halves[2 * position + MET] === other &&
    exchange.timeMs - (rows.meetings[at + MET_SINCE] ?? 0) <= WASH_MS
  if (!isSame) return meet(rows, position, other, exchange.timeMs, weight)
  if (halfMinuteOf(rows.meetings[at + MET_SINCE]!) < halfMinuteOf(exchange.timeMs)) {
    rows.meetings[at + MET_WEIGHT_BEFORE] = rows.meetings[at + MET_WEIGHT]!
    rows.meetings[at + MET_WEIGHT] = 0
  }
  rows.meetings[at + MET_WEIGHT] = rows.meetings[at + MET_WEIGHT]! + weight
  // Counted from the last growth: otherwise one lot well in advance would exempt everything opened after it.
  // Half-minutes belong to growths as well.
  rows.meetings[at + MET_SINCE] = exchange.timeMs
}
