/**
 * Memory that lies ready for orders to come, touched ahead. The host gives a page of memory when it is first written,
 * which takes a virtual machine up to twelve microseconds, as long as thirty orders; so a quiet server writes every page
 * of its room once, a few at a time, with what stands there already. Nothing that anybody can read changes.
 */
import type { Exchange } from '../exchange.ts'

const PAGE_BYTES = 4_096

const PAGE_WORDS = PAGE_BYTES / Int32Array.BYTES_PER_ELEMENT

/** Touches the next so many pages; false = there are none left. Room that is made later is not looked for. */
export function touchRoom(exchange: Exchange, pages: number): boolean {
  const { work } = exchange
  let left = pages
  let before = 0
  for (const buffer of roomOf(exchange)) {
    const words = new Int32Array(buffer)
    const end = before + Math.ceil(words.length / PAGE_WORDS)
    for (; work.touchedPages < end && left > 0; left -= 1) {
      // Adds nothing, and is a write nevertheless.
      Atomics.or(words, (work.touchedPages - before) * PAGE_WORDS, 0)
      work.touchedPages += 1
    }
    if (left === 0) return true
    before = end
  }
  return false
}

/** Rows of orders, their index, and what remembers ids. */
const roomOf = ({ orderRows, orders, youngIds, oldIds }: Exchange): ArrayBufferLike[] =>
  [
    ...[orderRows.numbers, orders.slots, orders.nextRoom],
    ...[youngIds, oldIds].flatMap(({ tags, page, sparePages }) => [tags, page, ...sparePages]),
  ].map(({ buffer }) => buffer)
