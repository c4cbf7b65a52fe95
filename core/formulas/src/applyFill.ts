/**
 * The effect of one fill on a position: open, add, reduce, close or flip. Exact, in two forms: `fillHolding` changes
 * numbers in place (the engine, where nothing may be allocated), `applyFill` returns the position after it (the
 * browser, for order events). Funding is settled before, fees are charged separately.
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

/**
 * A holding is five numbers of an array, from any offset, that fills change in place: whether it is long (1 or 0), its
 * size in lots (0 = flat), its cost in usd6, its margin ratio, and the profit realised by the last fill.
 */
export const HELD_LONG = 0
export const HELD_SIZE = 1
export const HELD_COST = 2
export const HELD_RATIO = 3
export const FILL_PNL = 4

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
  /** Absent = the account has no position any more. */
  readonly position: PositionSize | undefined
  /** Realised by the closed part, before funding and fees. */
  readonly pnl: Usd6
  readonly closedSize: Lots
  readonly openedSize: Lots
}

/** Lots of a fill that close the holding at `at`. */
export function closedByFill(held: Float64Array, at: number, isBuy: boolean, size: number): number {
  const before = held[at + HELD_SIZE]!
  if (before === 0 || (held[at + HELD_LONG] === 1) === isBuy) return 0
  return size < before ? size : before
}

/**
 *   same side:       cost += N ; ratio = ⌈(size · ratio + q · order.ratio) / (size + q)⌉ ; size += q
 *   opposite q<size: released = long ? ⌈cost · q / size⌉ : ⌊cost · q / size⌋ ; pnl = s · (N − released)
 *   q = size:        released = cost, position gone
 *   q > size:        close, then open q − size at the same price with order.ratio
 *
 * The ratio is averaged by size and rounded up (safer). Rounding of the released cost moves at most one
 * micro-dollar between realised and unrealised profit of the same account; nothing is lost. The profit is in
 * FILL_PNL; its range is asserted where it is credited.
 */
export function fillHolding(
  held: Float64Array,
  at: number,
  isBuy: boolean,
  size: number,
  price: number,
  orderRatio: number,
  scale: number,
): void {
  if (!(size > 0)) assert(false, 'a fill has a size')
  const before = held[at + HELD_SIZE]!
  const isLong = held[at + HELD_LONG] === 1
  held[at + FILL_PNL] = 0
  if (before !== 0 && isLong !== isBuy) {
    const closed = size < before ? size : before
    const value = valueOf(price as Ticks, closed as Lots, scale)
    const cost = held[at + HELD_COST]!
    const released =
      closed === before ? cost : isLong ? mulDivCeil(cost, closed, before) : mulDivFloor(cost, closed, before)
    held[at + FILL_PNL] = isLong ? value - released : released - value
    held[at + HELD_SIZE] = before - closed
    held[at + HELD_COST] = cost - released
    if (size === closed) return
    size -= closed
  } else if (before !== 0) {
    const after = lots(before + size)
    const ratio = held[at + HELD_RATIO]!
    if (ratio !== orderRatio)
      held[at + HELD_RATIO] = ratio4(divCeil(before * ratio + size * orderRatio, after))
    held[at + HELD_COST] = usd6(held[at + HELD_COST]! + valueOf(price as Ticks, size as Lots, scale))
    held[at + HELD_SIZE] = after
    return
  }
  held[at + HELD_LONG] = isBuy ? 1 : 0
  held[at + HELD_SIZE] = size
  held[at + HELD_COST] = valueOf(price as Ticks, size as Lots, scale)
  held[at + HELD_RATIO] = orderRatio
}

const FLAT: PositionSize = { isLong: true, size: lots(0), cost: usd6(0), initMarginRatio: ratio4(0) }

/** Like {@link fillHolding}, without changing anything. */
export function applyFill(held: PositionSize | undefined, fill: Fill, scale: number): FillResult {
  const { isLong, size, cost, initMarginRatio } = held ?? FLAT
  const after = Float64Array.of(isLong ? 1 : 0, size, cost, initMarginRatio, 0)
  const closed = closedByFill(after, 0, fill.isBuy, fill.size)
  fillHolding(after, 0, fill.isBuy, fill.size, fill.price, fill.initMarginRatio, scale)
  return {
    effect: effectOf(size, closed, fill.size),
    position:
      after[HELD_SIZE] === 0
        ? undefined
        : {
            isLong: after[HELD_LONG] === 1,
            size: lots(after[HELD_SIZE]!),
            cost: usd6(after[HELD_COST]!),
            initMarginRatio: ratio4(after[HELD_RATIO]!),
          },
    pnl: usd6(after[FILL_PNL]!),
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
