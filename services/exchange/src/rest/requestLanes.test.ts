/** Lanes of the gateway are apart, bounded, and chosen by what a request may do to risk. */
import { describe, expect, it } from 'vitest'
import { ORDERS_UNDER_WAY_MAX } from '../limits.ts'
import { createRequestLanes, laneOf } from './requestLanes.ts'

const orders = { bucket: 'orders', name: 'placeOrder' } as const

describe('request lanes', () => {
  it('a full lane takes nothing until something leaves it, and fills no other', () => {
    const lanes = createRequestLanes()
    for (let at = 0; at < ORDERS_UNDER_WAY_MAX; at += 1) expect(lanes.enter('order')).toBe(true)
    expect([lanes.isFull('order'), lanes.enter('order')]).toEqual([true, false])
    expect([lanes.enter('urgent'), lanes.enter('query')]).toEqual([true, true])
    lanes.leave('order')
    expect([lanes.isFull('order'), lanes.enter('order'), lanes.enter('order')]).toEqual([false, true, false])
  })

  it('what takes risk away is in a hurry: cancels, closing, reduce-only orders alone or in the place of others', () => {
    expect(laneOf({ bucket: 'cancels', name: 'cancelOrder' }, undefined)).toBe('urgent')
    expect(laneOf({ bucket: 'orders', name: 'closeAllPositions' }, undefined)).toBe('urgent')
    expect(laneOf(orders, { order: { reduceOnly: true } })).toBe('urgent')
    expect(
      laneOf({ bucket: 'orders', name: 'replaceOrder' }, { place: { order: { reduceOnly: true } } }),
    ).toBe('urgent')
  })

  it('everything else of a body, whatever it is, is an order or a question', () => {
    for (const body of [
      undefined,
      null,
      'x',
      7,
      [],
      {},
      { order: null },
      { order: { reduceOnly: 'true' } },
      { reduceOnly: true },
    ])
      expect(laneOf(orders, body)).toBe('order')
    expect(laneOf({ bucket: 'requests', name: 'account' }, { order: { reduceOnly: true } })).toBe('query')
  })
})
