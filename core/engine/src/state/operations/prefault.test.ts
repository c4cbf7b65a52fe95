import { describe, expect, it } from 'vitest'
import { encodeState } from '../../snapshot/snapshot.ts'
import { createNamedWorld } from '../../testing/namedWorld.ts'
import { createExchange, type Exchange, ORDERS_OF_SERVER } from '../exchange.ts'
import { prefault } from './prefault.ts'

const WORDS = 1_024

function touchedBySteps(exchange: Exchange, pages: number): number {
  let steps = 0
  while (prefault(exchange, pages)) steps += 1
  return steps
}

describe('capacity prefaulted', () => {
  it('needs no further page of the host when orders are written', () => {
    const exchange = createExchange(undefined, ORDERS_OF_SERVER)
    touchedBySteps(exchange, 500)
    const { int32s } = exchange.orderRows
    const pages = int32s.length / WORDS
    // Other threads of the process have page faults of their own, so the quieter half of sixteen parts counts.
    const faults: number[] = []
    for (let part = 0; part < 16; part += 1) {
      const before = process.resourceUsage().minorPageFault
      for (let page = (part * pages) / 16; page < ((part + 1) * pages) / 16; page += 1)
        int32s[page * WORDS] = 7
      faults.push(process.resourceUsage().minorPageFault - before)
    }
    expect(faults.sort((a, b) => a - b)[7]).toBeLessThan(pages / 16 / 4)
    expect(exchange.work.touchedPages).toBeGreaterThan(pages)
  })

  it('ends, whatever the steps, after the same pages', () => {
    const [one, many] = [createExchange(undefined, 5_000), createExchange(undefined, 5_000)]
    expect(prefault(one, Infinity)).toBe(false)
    expect(touchedBySteps(many, 7)).toBe(Math.floor(one.work.touchedPages / 7))
    expect(many.work.touchedPages).toBe(one.work.touchedPages)
    expect(prefault(many, 7)).toBe(false)
  })

  it('leaves every bit where it is', () => {
    const world = createNamedWorld({ poolUsdc: 1_000_000 })
    world.account('a', 1_000)
    world.price('AAPL-USD-PERP', 20_000)
    for (let n = 0; n < 40; n += 1) world.order('a', { isBuy: true, size: 1_000, price: 19_000 - n })
    const { exchange } = world
    const text = encodeState(exchange)
    const { orderRows, orders, youngIds } = exchange
    const bits = (): Int32Array[] =>
      [orderRows.int32s, orders.slots, youngIds.tags, youngIds.page].map(({ buffer }) =>
        new Int32Array(buffer).slice(),
      )
    // As halves of a NaN, which reading and writing as a number might change.
    orderRows.int32s[orderRows.int32s.length - WORDS + 1] = 0x7ff00001
    const before = bits()
    touchedBySteps(exchange, 3)
    expect(bits()).toEqual(before)
    expect(encodeState(exchange)).toBe(text)
  })
})
