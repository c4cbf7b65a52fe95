/**
 * What has been promised to leave the vault, by hours of UTC, and what has left it lately. Hours that are over are kept
 * for as long as they count among twenty-four; all of it is bounded by the owners who asked within six days.
 */
import { type Usd6, usd6 } from '@vest/protocol'

/** Hours that count together. */
export const WINDOW_HOURS = 24

/** So many whole hours after the present one may be booked: five days. */
export const HOURS_AHEAD = 120

/** A part of one withdrawal, in one hour since the epoch. */
export interface Booking {
  readonly hour: number
  readonly size: Usd6
}

interface BookedHour {
  sum: number
  /** What each owner has of it, by account id. */
  readonly owners: Map<number, number>
}

export class Outflow {
  /** The present hour since the epoch, and the vault as its first command found it. */
  hour = 0
  vaultAtStart: Usd6 = usd6(0)
  readonly hours = new Map<number, BookedHour>()
  /** The lane of small sums, on the day of the present hour: what it has let through, and whose. */
  laneSum = 0
  readonly laneOwners = new Set<number>()
  /** What was released in each of the last ten minutes, the present one last. */
  minute = 0
  lately: readonly number[] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  /** The same of the present day, and of up to thirty before it. */
  day = 0
  today = 0
  days: readonly number[] = []
}

export const bookedIn = ({ hours }: Outflow, hour: number): number => hours.get(hour)?.sum ?? 0

export const bookedBy = ({ hours }: Outflow, hour: number, owner: number): number =>
  hours.get(hour)?.owners.get(owner) ?? 0

/** `size` < 0: the part is given back. */
export function addBooking({ hours }: Outflow, hour: number, owner: number, size: number): void {
  let held = hours.get(hour)
  if (held === undefined) hours.set(hour, (held = { sum: 0, owners: new Map() }))
  held.sum += size
  const own = (held.owners.get(owner) ?? 0) + size
  if (own === 0) held.owners.delete(owner)
  else held.owners.set(owner, own)
  if (held.sum === 0) hours.delete(hour)
}
