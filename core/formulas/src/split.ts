/**
 * The effect of a share split on positions: sizes become whole lots of the new share, the remaining fraction is
 * settled with the pool at the last index price. Exact: no lot and no micro-dollar is created or lost.
 */
import { type Lots, lots, type Ticks, ticks, type Usd6, usd6 } from '@vest/protocol'

/** A split a-for-b: a new shares for b old ones. 4-for-1 is { newShares: 4, oldShares: 1 }. */
export interface Split {
  readonly newShares: number
  readonly oldShares: number
}

export interface SplitHolding {
  readonly isLong: boolean
  readonly size: Lots
  readonly cost: Usd6
}

export interface SplitResult {
  /** 0 = the position was a fraction of a lot of the new share and is closed. */
  readonly size: Lots
  readonly cost: Usd6
  /** s · (cash − released): the holder's profit on the fraction. */
  readonly pnl: Usd6
  /** s · cash: the pool's payment for the fractions of this position, < 0 = the pool receives. */
  readonly paidByPool: Usd6
}

const ceilDiv = (a: bigint, b: bigint): bigint => (a + b - 1n) / b

/**
 *   newSize  = ⌊size · a / b⌋ ;  rem = size · a − newSize · b
 *   cash     = lotValue · rem / a           ⌊⌋ for longs, ⌈⌉ for shorts; lotValue at the last index before the split
 *   released = cost · rem / (size · a)      ⌈⌉ for longs, ⌊⌋ for shorts
 *
 * Both rounded in favour of the pool, which is the counterparty of all.
 */
export function splitPosition(held: SplitHolding, split: Split, lotValue: number): SplitResult {
  const a = BigInt(split.newShares)
  const b = BigInt(split.oldShares)
  const old = BigInt(held.size) * a
  const size = old / b
  const rem = old - size * b
  const paid = BigInt(lotValue) * rem
  const share = BigInt(held.cost) * rem
  const cash = held.isLong ? paid / a : ceilDiv(paid, a)
  const released = held.isLong ? ceilDiv(share, old) : share / old
  const sign = held.isLong ? 1n : -1n
  return {
    size: lots(Number(size)),
    cost: usd6(Number(BigInt(held.cost) - released)),
    pnl: usd6(Number(sign * (cash - released))),
    paidByPool: usd6(Number(sign * cash)),
  }
}

/**
 * The cost of the pool's new position. The pool holds the opposite of all users, so what it has bought and sold of
 * their fractions is what its inventory differs from its own old one, rescaled: d = P' · b − P · a, in a-th parts of
 * an old lot, a fill at the last index like any other.
 *
 *   same side, more:  cost + ⌊|d| · lotValue / a⌋        same side, less: cost − cost · |d| / (|P| · a), ⌈⌉ long, ⌊⌋ short
 *   other side:       ⌊|P'| · b · lotValue / a⌋
 */
export function splitPoolCost(
  pool: SplitHolding | undefined,
  inventory: number,
  split: Split,
  lotValue: number,
): Usd6 {
  const [a, b] = [BigInt(split.newShares), BigInt(split.oldShares)]
  const [after, value] = [BigInt(inventory), BigInt(lotValue)]
  if (after === 0n) return usd6(0)
  if (pool === undefined || pool.isLong !== after > 0n)
    return usd6(Number(((after < 0n ? -after : after) * b * value) / a))
  const size = BigInt(pool.size)
  const cost = BigInt(pool.cost)
  const more = (after < 0n ? -after : after) * b - size * a
  if (more >= 0n) return usd6(Number(cost + (more * value) / a))
  const share = cost * -more
  return usd6(Number(cost - (pool.isLong ? ceilDiv(share, size * a) : share / (size * a))))
}

/** price · b / a, half up; a positive price never falls below one tick. */
export function splitPrice(price: Ticks, split: Split): Ticks {
  return ticks(Math.max(1, scaledBack(price, split)))
}

const MOST = BigInt(Number.MAX_SAFE_INTEGER)

/**
 * value · b / a for any figure per share, half up. Stored figures from prices (disagreement of sources, earlier
 * indexes) may have been extreme: beyond the safe range they are limited to its end, and stop nothing.
 */
export function scaledBack(value: number, { newShares, oldShares }: Split): number {
  const a = BigInt(newShares)
  const doubled = 2n * BigInt(value) * BigInt(oldShares) + a
  const quotient = doubled / (2n * a)
  const floor = doubled < 0n && quotient * 2n * a !== doubled ? quotient - 1n : quotient
  return Number(floor > MOST ? MOST : floor < -MOST ? -MOST : floor)
}
