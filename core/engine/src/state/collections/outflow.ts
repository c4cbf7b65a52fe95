/**
 * Withdrawals booked to leave the vault, by UTC hour, and releases of the recent past. Past hours are kept
 * while they count in the 24-hour window; the size is bounded by the number of owners who asked within six
 * days.
 */
import { type Usd6, usd6 } from '@vest/protocol'

/** Length of the window over which bookings are summed, in hours. */
export const WINDOW_HOURS = 24

/** Number of hours after the current one that may be booked: five days. */
export const HOURS_AHEAD = 120

/** The part of one withdrawal that is booked in one hour since the epoch. */
export interface Booking {
  readonly hour: number
  readonly size: Usd6
}

interface BookedHour {
  sum: number
  /** Sum booked by each owner, by account id. */
  readonly owners: Map<number, number>
}

export class Outflow {
  /** The current hour since the epoch, and the vault balance at its first command. */
  hour = 0
  vaultAtStart: Usd6 = usd6(0)
  readonly hours = new Map<number, BookedHour>()
  /** The small lane on the day of the current hour: the sum it let through, and its owners. */
  laneSum = 0
  readonly laneOwners = new Set<number>()
  /** Sums released in each of the last ten minutes, the current one last. */
  minute = 0
  lately: readonly number[] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  /** Sums released in the current day and in up to thirty days before it. */
  day = 0
  today = 0
  days: readonly number[] = []
}

export const bookedIn = ({ hours }: Outflow, hour: number): number => hours.get(hour)?.sum ?? 0

export const bookedBy = ({ hours }: Outflow, hour: number, owner: number): number =>
  hours.get(hour)?.owners.get(owner) ?? 0

/** `size` < 0 returns the part. */
export function addBooking({ hours }: Outflow, hour: number, owner: number, size: number): void {
  let held = hours.get(hour)
  if (held === undefined) hours.set(hour, (held = { sum: 0, owners: new Map() }))
  held.sum += size
  const own = (held.owners.get(owner) ?? 0) + size
  if (own === 0) held.owners.delete(owner)
  else held.owners.set(owner, own)
  if (held.sum === 0) hours.delete(hour)
}
