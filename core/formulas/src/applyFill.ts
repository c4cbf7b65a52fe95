/**
 * What one fill does to a position: open, add, reduce, close or flip. Exact, and told twice: `fillHolding` changes
 * a holding in place (the engine, where nothing may be allocated), `applyFill` gives the position after it (the
 * browser, for the order events it hears). Funding is settled before, fees are charged beside it.
 */
import {
  assert,
  divCeil,
  type Lots,
  lots,
  mulDivCeil,
  mulDivFloor,
  type Ratio4,
  ratio4,
  type Ticks,
  type Usd6,
  usd6,
} from '@vest/protocol'
import { valueOf } from './valueOf.ts'

export interface PositionSize {
  readonly isLong: boolean
  readonly size: Lots
  readonly cost: Usd6
  readonly initMarginRatio: Ratio4
}

/** A position that fills change in place; size 0 = flat. */
export interface Holding {
  isLong: boolean
  size: Lots
  cost: Usd6
  initMarginRatio: Ratio4
}

export interface Fill {
  readonly isBuy: boolean
  readonly size: Lots
  readonly price: Ticks
  /** Margin ratio of the filled order. */
  readonly initMarginRatio: Ratio4
}

export type FillEffect = 'opened' | 'added' | 'reduced' | 'closed' | 'flipped'

export interface FillResult {
  readonly effect: FillEffect
  /** Absent = the account holds no position any more. */
  readonly position: PositionSize | undefined
  /** Realised by the closed part, before funding and fees. */
  readonly pnl: Usd6
  readonly closedSize: Lots
  readonly openedSize: Lots
}

/** Lots of a fill that close what is held. */
export const closedByFill = (held: Holding, isBuy: boolean, size: number): number =>
  held.size === 0 || held.isLong === isBuy ? 0 : Math.min(size, held.size)

/**
 *   same side:       cost += N ; ratio = ⌈(size · ratio + q · order.ratio) / (size + q)⌉ ; size += q
 *   opposite q<size: released = long ? ⌈cost · q / size⌉ : ⌊cost · q / size⌋ ; pnl = s · (N − released)
 *   q = size:        released = cost, position gone
 *   q > size:        close, then open q − size at the same price with order.ratio
 *
 * The ratio is averaged by size and rounded up (safer). Rounding of the released cost moves at most one
 * micro-dollar between realised and unrealised profit of the same account; nothing is lost. Returns the pnl.
 */
export function fillHolding(
  held: Holding,
  isBuy: boolean,
  size: Lots,
  price: Ticks,
  orderRatio: Ratio4,
  scale: number,
): Usd6 {
  if (!(size > 0)) assert(false, 'a fill has a size')
  if (held.size === 0) {
    open(held, isBuy, size, price, orderRatio, scale)
    return 0 as Usd6
  }
  if (held.isLong === isBuy) {
    const after = lots(held.size + size)
    if (held.initMarginRatio !== orderRatio)
      held.initMarginRatio = ratio4(divCeil(held.size * held.initMarginRatio + size * orderRatio, after))
    held.cost = usd6(held.cost + valueOf(price, size, scale))
    held.size = after
    return 0 as Usd6
  }
  const closed = size < held.size ? size : held.size
  const value = valueOf(price, closed, scale)
  const released = closed === held.size ? held.cost : releasedCost(held, closed)
  const pnl = usd6(held.isLong ? value - released : released - value)
  held.size = lots(held.size - closed)
  held.cost = usd6(held.cost - released)
  if (size > closed) open(held, isBuy, lots(size - closed), price, orderRatio, scale)
  return pnl
}

function open(held: Holding, isBuy: boolean, size: Lots, price: Ticks, ratio: Ratio4, scale: number): void {
  held.isLong = isBuy
  held.size = size
  held.cost = valueOf(price, size, scale)
  held.initMarginRatio = ratio
}

/** The part of the cost that leaves with `size` lots: against the account, so realised profit is never ahead. */
export const releasedCost = (held: { isLong: boolean; size: Lots; cost: Usd6 }, size: Lots): Usd6 =>
  usd6(held.isLong ? mulDivCeil(held.cost, size, held.size) : mulDivFloor(held.cost, size, held.size))

const FLAT: PositionSize = { isLong: true, size: lots(0), cost: usd6(0), initMarginRatio: ratio4(0) }

/** {@link fillHolding} without changing anything. */
export function applyFill(held: PositionSize | undefined, fill: Fill, scale: number): FillResult {
  const { isLong, size, cost, initMarginRatio } = held ?? FLAT
  const after: Holding = { isLong, size, cost, initMarginRatio }
  const closed = closedByFill(after, fill.isBuy, fill.size)
  const pnl = fillHolding(after, fill.isBuy, fill.size, fill.price, fill.initMarginRatio, scale)
  return {
    effect: effectOf(size, closed, fill.size),
    position: after.size === 0 ? undefined : after,
    pnl,
    closedSize: lots(closed),
    openedSize: lots(fill.size - closed),
  }
}

function effectOf(held: number, closed: number, size: number): FillEffect {
  if (held === 0) return 'opened'
  if (closed === 0) return 'added'
  if (closed < size) return 'flipped'
  return closed === held ? 'closed' : 'reduced'
}
