import { REFUSAL } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { orderNotice } from './orderNotice.ts'

describe('what is told of orders', () => {
  it('a fill, unless it is the one that a market order was sent for', () => {
    const filled = { status: 'FILLED', code: null } as const
    expect(orderNotice(filled, 'LIMIT', true)).toBe('filled')
    expect(orderNotice(filled, 'STOP_LOSS', true)).toBe('filled')
    expect(orderNotice(filled, 'LIQUIDATION', false)).toBe('filled')
    expect(orderNotice(filled, 'MARKET', false)).toBe('filled')
    expect(orderNotice(filled, 'MARKET', true)).toBeUndefined()
  })

  it('a cancellation by the exchange, which has a code, and not one by the trader', () => {
    expect(orderNotice({ status: 'CANCELLED', code: REFUSAL.DELETED_BY_LIQ }, 'LIMIT', false)).toBe(
      'cancelled',
    )
    expect(orderNotice({ status: 'CANCELLED', code: null }, 'LIMIT', false)).toBeUndefined()
    expect(
      orderNotice({ status: 'CANCELLED', code: REFUSAL.PRICE_CHECK_FAILED }, 'LIMIT', true),
    ).toBeUndefined()
  })

  it('a leg that could not be set when its parent filled; what the trader waits for is told there', () => {
    const rejected = { status: 'REJECTED', code: REFUSAL.REDUCE_ONLY_EXCEEDS_SIZE } as const
    expect(orderNotice(rejected, 'TAKE_PROFIT', false)).toBe('exitFailed')
    expect(orderNotice(rejected, 'STOP_LOSS', true)).toBeUndefined()
    expect(orderNotice(rejected, 'LIMIT', false)).toBeUndefined()
    expect(orderNotice({ status: 'NEW', code: null }, 'STOP_LOSS', false)).toBeUndefined()
  })
})
