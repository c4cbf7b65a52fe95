/**
 * The book by a step of price: bids down and asks up, so that a group never promises a better price than it holds. What
 * was read ends somewhere; the last group of a side that was not read to its end may lack a part and is left out.
 */
import type { DepthView } from '@vest/engine'
import { divCeil, divFloor, lots, ticks, type Lots, type Ticks } from '@vest/protocol'

/** `readLevels`: as many levels of a side as were asked for. */
export function groupDepth(depth: DepthView, step: number, readLevels: number): DepthView {
  const side = (
    rows: DepthView['bids'],
    grid: (price: number, step: number) => number,
  ): DepthView['bids'] => {
    const groups: [Ticks, Lots][] = []
    for (const [price, size] of rows) {
      const of = ticks(grid(price, step) * step)
      const last = groups.at(-1)
      if (last?.[0] === of) last[1] = lots(last[1] + size)
      else groups.push([of, size])
    }
    return rows.length < readLevels ? groups : groups.slice(0, -1)
  }
  return { symbol: depth.symbol, bids: side(depth.bids, divFloor), asks: side(depth.asks, divCeil) }
}
