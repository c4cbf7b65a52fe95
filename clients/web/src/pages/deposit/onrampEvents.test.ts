import { describe, expect, it } from 'vitest'
import { readOnrampEvent } from './onrampEvents.ts'

describe('what an on-ramp says', () => {
  it('[4.15] is one of six words', () => {
    for (const event of ['ready', 'pending', 'paid', 'completed', 'failed', 'canceled'])
      expect(readOnrampEvent({ type: 'onramp', event, usdc: '247.10' })).toEqual({ event, usdc: '247.10' })
  })

  it('is nothing where it is anything else', () => {
    for (const data of [
      undefined,
      null,
      'paid',
      7,
      [],
      {},
      { type: 'onramp' },
      { type: 'other', event: 'paid' },
      { type: 'onramp', event: 'refunded' },
    ])
      expect(readOnrampEvent(data)).toBeUndefined()
    expect(readOnrampEvent({ type: 'onramp', event: 'paid', usdc: '<b>1</b>' })).toEqual({
      event: 'paid',
      usdc: undefined,
    })
  })
})
