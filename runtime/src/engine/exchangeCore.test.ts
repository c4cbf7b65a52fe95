import { describe, expect, it } from 'vitest'
import { createExchangeCore } from './exchangeCore.ts'

const ORDER_BYTES = 256

describe('the exchange as the runtime drives it', () => {
  it('has the room for orders that it was given, also when it comes from a snapshot', () => {
    const core = createExchangeCore(5)
    const created = core.create()
    expect(created.orderRows.numbers.byteLength).toBe(5 * ORDER_BYTES)
    const restored = core.decode(core.encode(created))
    expect(restored.orderRows.numbers.byteLength).toBe(5 * ORDER_BYTES)
  })
})
