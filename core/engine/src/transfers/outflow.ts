/**
 * When a withdrawal may leave (mechanics E3). Caps decide when, not whether: a sum is booked once into the first hours of
 * UTC that have room, and keeps them. What it costs to find them does not grow with how much others have asked for: it
 * looks at the 144 hours that count, never at withdrawals.
 */
import { mulDivFloor, type TimeMs, timeMs, usd6 } from '@vest/protocol'
import {
  type Account,
  addBooking,
  bookedBy,
  bookedIn,
  type Booking,
  type Exchange,
  HOURS_AHEAD,
  type Transfer,
  WINDOW_HOURS,
} from '../state/index.ts'
import { withdrawn24h } from './withdrawn24h.ts'

const HOUR_MS = 3_600_000
const DAY_HOURS = 24

/** When a sum leaves, and whose room it takes. */
export interface Placing {
  /** Absent = at once. */
  readonly eligibleTimeMs: TimeMs | undefined
  /** Absent = the lane of small sums. */
  readonly bookings: readonly Booking[] | undefined
}

interface Asked {
  readonly size: number
  readonly isTrustedRecipient: boolean
}

/** The first command of an hour begins it: its caps are of the vault as it is then. */
export function beginHour(exchange: Exchange): void {
  const { outflow } = exchange
  const hour = Math.floor(exchange.timeMs / HOUR_MS)
  if (hour === outflow.hour) return
  if (Math.floor(hour / DAY_HOURS) !== Math.floor(outflow.hour / DAY_HOURS)) {
    outflow.laneSum = 0
    outflow.laneOwners.clear()
  }
  outflow.hour = hour
  outflow.vaultAtStart = exchange.money.VAULT
  for (const old of outflow.hours.keys()) if (old <= hour - WINDOW_HOURS) outflow.hours.delete(old)
}

/** When the next hour begins. */
export const nextHourMs = ({ outflow }: Exchange): number => (outflow.hour + 1) * HOUR_MS

/** Where a sum would be booked now; absent = no hour within five days has room, or the chain can never pay it. */
export function placeOf(exchange: Exchange, account: Account, asked: Asked): Placing | undefined {
  const { size, isTrustedRecipient } = asked
  if (!isPayable(exchange, size)) return undefined
  const { quickWithdrawalUsd6, withdrawalDelayMs } = exchange.parameters
  const isQuick = isTrustedRecipient && withdrawn24h(exchange, account) + size < quickWithdrawalUsd6
  const fromMs = isQuick ? exchange.timeMs : timeMs(exchange.timeMs + withdrawalDelayMs)
  if (fitsLane(exchange, account, size)) return placing(exchange, fromMs, undefined)
  const bookings = firstHours(exchange, account.id, size, Math.floor(fromMs / HOUR_MS))
  const last = bookings?.at(-1)
  return last && placing(exchange, timeMs(Math.max(fromMs, last.hour * HOUR_MS)), bookings)
}

/** By the walls of the vault's contract (`VAULT_TERMS_DEFAULT`): one withdrawal is one transaction of one hour. */
function isPayable({ outflow, parameters }: Exchange, size: number): boolean {
  const { vaultTransactionUsd6, vaultHourUsd6, vaultHourPercent } = parameters
  const share = mulDivFloor(outflow.vaultAtStart, vaultHourPercent, 100)
  return size <= Math.min(vaultTransactionUsd6, Math.max(vaultHourUsd6, share))
}

const placing = (exchange: Exchange, fromMs: TimeMs, bookings: readonly Booking[] | undefined): Placing => ({
  eligibleTimeMs: fromMs > exchange.timeMs ? fromMs : undefined,
  bookings,
})

/** One small sum per owner and day, as long as the lane of the day has room. */
function fitsLane({ outflow, parameters }: Exchange, { id }: Account, size: number): boolean {
  if (size > parameters.smallWithdrawalUsd6 || outflow.laneOwners.has(id)) return false
  return outflow.laneSum + size <= mulDivFloor(outflow.vaultAtStart, parameters.smallLanePercent, 100)
}

/**
 * Fills the hours from `first` on until the sum is placed. The room of an hour is the least of what the hour has left,
 * what each twenty-four hours that hold it have left, what those of the owner have left, and, while others wait in this
 * hour or later, the owner's share of the hour.
 */
function firstHours(
  { outflow, parameters }: Exchange,
  owner: number,
  size: number,
  first: number,
): readonly Booking[] | undefined {
  const begin = outflow.hour - WINDOW_HOURS + 1
  const end = outflow.hour + HOURS_AHEAD
  const { outflowHourUsd6, outflowHourPercent, outflowDayUsd6, outflowDayPercent } = parameters
  const shareOf = (percent: number): number => mulDivFloor(outflow.vaultAtStart, percent, 100)
  const hourCap = Math.max(outflowHourUsd6, shareOf(outflowHourPercent))
  const ownCap = mulDivFloor(hourCap, parameters.ownerHourPercent, 100)
  const all: number[] = []
  const own: number[] = []
  for (let hour = begin; hour <= end; hour += 1) {
    all.push(bookedIn(outflow, hour))
    own.push(bookedBy(outflow, hour, owner))
  }
  const waiting = othersFrom(all, own)
  const allOfDay = windowsOf(all, Math.max(outflowDayUsd6, shareOf(outflowDayPercent)))
  const ownOfDay = windowsOf(own, parameters.ownerDayUsd6)
  const found: Booking[] = []
  let left = size
  for (let place = first - begin; place < all.length && left > 0; place += 1) {
    const share = waiting[place]! > 0 ? ownCap - own[place]! : Infinity
    const room = Math.min(
      left,
      hourCap - all[place]!,
      roomAround(allOfDay, place),
      roomAround(ownOfDay, place),
      share,
    )
    if (room <= 0) continue
    found.push({ hour: begin + place, size: usd6(room) })
    takeAround(allOfDay, place, room)
    takeAround(ownOfDay, place, room)
    left -= room
  }
  return left === 0 ? found : undefined
}

/** Σ of what others have, from each hour on. */
function othersFrom(all: readonly number[], own: readonly number[]): number[] {
  const sums = all.map((sum, place) => sum - own[place]!)
  for (let place = sums.length - 2; place >= 0; place -= 1) sums[place]! += sums[place + 1]!
  return sums
}

/** What a cap leaves of the twenty-four hours from each hour on. */
function windowsOf(booked: readonly number[], cap: number): number[] {
  const left: number[] = []
  let sum = 0
  for (let place = booked.length - 1; place >= 0; place -= 1) {
    const ending = place + WINDOW_HOURS
    sum += booked[place]! - (booked[ending] ?? 0)
    left[place] = cap - sum
  }
  return left
}

/** The least of all windows that hold an hour. */
function roomAround(left: readonly number[], place: number): number {
  let room = Infinity
  for (let from = Math.max(0, place - WINDOW_HOURS + 1); from <= place; from += 1)
    room = Math.min(room, left[from]!)
  return room
}

function takeAround(left: number[], place: number, size: number): void {
  for (let from = Math.max(0, place - WINDOW_HOURS + 1); from <= place; from += 1) left[from]! -= size
}

/** The request is taken: its room is, too. */
export function book(
  { outflow }: Exchange,
  owner: number,
  bookings: readonly Booking[] | undefined,
  size: number,
): void {
  if (bookings === undefined) {
    outflow.laneSum += size
    outflow.laneOwners.add(owner)
  } else for (const { hour, size: part } of bookings) addBooking(outflow, hour, owner, part)
}

/** It can never be paid: hours that have not begun are given back. One that has begun never is, nor the lane. */
export function giveBack({ outflow }: Exchange, owner: number, { bookings = [] }: Transfer): void {
  for (const { hour, size } of bookings) if (hour > outflow.hour) addBooking(outflow, hour, owner, -size)
}
