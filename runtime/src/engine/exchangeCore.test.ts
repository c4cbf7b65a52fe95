import { describe, expect, it } from 'vitest'
import { createExchangeCore } from './exchangeCore.ts'

const ORDER_BYTES = 256

describe('the exchange as used by the runtime', () => {
  it('has the given order capacity, also after a restore from a snapshot', () => {
    const core = createExchangeCore(5)
    const created = core.create()
    expect(created.orderRows.numbers.byteLength).toBe(5 * ORDER_BYTES)
    const restored = core.decode(core.encode(created))
    expect(restored.orderRows.numbers.byteLength).toBe(5 * ORDER_BYTES)
  })

  it('prefaults a megabyte of that capacity at each preparation, until it is done', () => {
    const core = createExchangeCore(50_000)
    const state = core.create()
    core.prepare(state)
    expect(state.work.touchedPages).toBe(256)
    for (let n = 0; n < 100; n += 1) core.prepare(state)
    const done = state.work.touchedPages
    expect(done * 4_096).toBeGreaterThan(50_000 * ORDER_BYTES)
    core.prepare(state)
    expect(state.work.touchedPages).toBe(done)
  })
})
