/**
 * Prefaults the memory reserved for future orders. The host provides a page of memory at its first write,
 * which takes a virtual machine up to twelve microseconds, as long as thirty orders. An idle server therefore
 * writes every page of the reserved capacity once, a few at a time, with its own content. No readable value
 * changes.
 */
import type { Exchange } from '../exchange.ts'

const PAGE_BYTES = 4_096
const PAGE_WORDS = PAGE_BYTES / Int32Array.BYTES_PER_ELEMENT

/** Touches the next `pages` pages; false = none are left. Capacity that is added later is not touched. */
export function prefault(exchange: Exchange, pages: number): boolean {
  const { work } = exchange
  let left = pages
  let before = 0
  for (const buffer of roomOf(exchange)) {
    const words = new Int32Array(buffer)
    const end = before + Math.ceil(words.length / PAGE_WORDS)
    for (; work.touchedPages < end && left > 0; left -= 1) {
      // Changes no bit, and still is a write.
      Atomics.or(words, (work.touchedPages - before) * PAGE_WORDS, 0)
      work.touchedPages += 1
    }
    if (left === 0) return true
    before = end
  }
  return false
}

/** Rows of orders, their index, and the sets of recent ids. */
const roomOf = ({ orderRows, orders, youngIds, oldIds }: Exchange): ArrayBufferLike[] =>
  [
    ...[orderRows.numbers, orders.slots, orders.nextRoom],
    ...[youngIds, oldIds].flatMap(({ tags, page, sparePages }) => [tags, page, ...sparePages]),
  ].map(({ buffer }) => buffer)
