/**
 * What one fill does to a position: open, add, reduce, close or flip. Pure and exact; the browser applies the
 * same function to the order events it hears. Funding is settled before, fees are charged beside it.
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

/**
 *   same side:       cost += N ; ratio = ⌈(size · ratio + q · order.ratio) / (size + q)⌉ ; size += q
 *   opposite q<size: released = long ? ⌈cost · q / size⌉ : ⌊cost · q / size⌋ ; pnl = s · (N − released)
 *   q = size:        released = cost, position gone
 *   q > size:        close, then open q − size at the same price with order.ratio
 *
 * The ratio is averaged by size and rounded up (safer). Rounding of the released cost moves at most one
 * micro-dollar between realised and unrealised profit of the same account; nothing is lost.
 */
export function applyFill(held: PositionSize | undefined, fill: Fill, scale: number): FillResult {
  assert(fill.size > 0, 'a fill has a size')
  if (held === undefined)
    return { ...open(fill, fill.size, scale), effect: 'opened', pnl: usd6(0), closedSize: lots(0) }
  if (held.isLong === fill.isBuy) return add(held, fill, scale)
  if (fill.size < held.size) return reduce(held, fill, scale)

  const closing = valueOf(fill.price, held.size, scale)
  const pnl = usd6(held.isLong ? closing - held.cost : held.cost - closing)
  if (fill.size === held.size)
    return { effect: 'closed', position: undefined, pnl, closedSize: held.size, openedSize: lots(0) }
  return { ...open(fill, lots(fill.size - held.size), scale), effect: 'flipped', pnl, closedSize: held.size }
}

function open(fill: Fill, size: Lots, scale: number): { position: PositionSize; openedSize: Lots } {
  const cost = valueOf(fill.price, size, scale)
  return {
    position: { isLong: fill.isBuy, size, cost, initMarginRatio: fill.initMarginRatio },
    openedSize: size,
  }
}

function add(held: PositionSize, fill: Fill, scale: number): FillResult {
  const size = lots(held.size + fill.size)
  return {
    effect: 'added',
    position: {
      isLong: held.isLong,
      size,
      cost: usd6(held.cost + valueOf(fill.price, fill.size, scale)),
      initMarginRatio: averageRatio(held, fill, size),
    },
    pnl: usd6(0),
    closedSize: lots(0),
    openedSize: fill.size,
  }
}

function averageRatio(held: PositionSize, fill: Fill, size: Lots): Ratio4 {
  if (held.initMarginRatio === fill.initMarginRatio) return held.initMarginRatio
  return ratio4(divCeil(held.size * held.initMarginRatio + fill.size * fill.initMarginRatio, size))
}

function reduce(held: PositionSize, fill: Fill, scale: number): FillResult {
  const released = releasedCost(held, fill.size)
  const value = valueOf(fill.price, fill.size, scale)
  return {
    effect: 'reduced',
    position: { ...held, size: lots(held.size - fill.size), cost: usd6(held.cost - released) },
    pnl: usd6(held.isLong ? value - released : released - value),
    closedSize: fill.size,
    openedSize: lots(0),
  }
}

/** The part of the cost that leaves with `size` lots: against the account, so realised profit is never ahead. */
export const releasedCost = (held: { isLong: boolean; size: Lots; cost: Usd6 }, size: Lots): Usd6 =>
  usd6(held.isLong ? mulDivCeil(held.cost, size, held.size) : mulDivFloor(held.cost, size, held.size))
