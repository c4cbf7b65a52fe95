import { isPriceReached } from '@vest/formulas'
import fc from 'fast-check'
import { ticks } from '@vest/protocol'
import { describe, expect, it, vi } from 'vitest'
import { at, BTC, COIN } from '../../testing/fixtures.ts'
import { memoryStorage } from '../../testing/memoryStorage.ts'
import { alertDistancePercent2, readAlert, type PriceAlert } from './priceAlert.ts'
import { ALERTS_MAX, createPriceAlerts } from './priceAlerts.ts'

const alert = (id: string, change: Partial<PriceAlert> = {}): PriceAlert => ({
  id,
  symbol: COIN.symbol,
  price: at(COIN, 312.5),
  isAbove: true,
  ...change,
})
const open = (storage = memoryStorage(), onChange = vi.fn()) =>
  createPriceAlerts({ storage, requestFrame: (paint) => paint(), onChange })

describe('an alert', () => {
  it('is reached at its price and beyond it, from the side on which the mark was', () => {
    const reached = (isAbove: boolean): readonly boolean[] =>
      [312.49, 312.5, 312.51].map((mark) => isPriceReached(alert('a', { isAbove }), at(COIN, mark)))
    expect(reached(true)).toEqual([false, true, true])
    expect(reached(false)).toEqual([true, true, false])
  })

  it('says how far the mark is from it, toward zero', () => {
    const away = (price: number): number => alertDistancePercent2({ price: at(COIN, price) }, at(COIN, 300))
    expect([310, 290, 300, 300.01, 299.99].map(away)).toEqual([333, -333, 0, 0, 0].map((n) => n + 0))
  })

  it('moved to the other side of the mark it is reached from there', () => {
    const alerts = open()
    alerts.add(alert('a'))
    alerts.move('a', at(COIN, 300), at(COIN, 312))
    expect(alerts.latest()).toEqual([alert('a', { price: at(COIN, 300), isAbove: false })])
    alerts.move('a', at(COIN, 320), undefined)
    expect(alerts.latest()).toEqual([alert('a', { price: at(COIN, 320), isAbove: false })])
  })

  it('comes back from storage as it was put, and is none where it is not whole', () => {
    const anyAlert = fc.record({
      id: fc.uuid(),
      symbol: fc.constantFrom(COIN.symbol, BTC.symbol, 'kPEPE-PERP'),
      price: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }).map(ticks),
      isAbove: fc.boolean(),
    })
    fc.assert(
      fc.property(anyAlert, (one) => {
        expect(readAlert(JSON.parse(JSON.stringify(one)) as Record<string, unknown>)).toEqual(one)
      }),
    )
    for (const spoilt of [{ symbol: '//x.example' }, { price: 0 }, { price: 1.5 }, { isAbove: 'yes' }])
      expect(readAlert({ ...alert('b'), ...spoilt })).toBeUndefined()
  })
})

describe('the alerts of a browser', () => {
  it('only one of two tabs removes an alert', () => {
    const storage = memoryStorage()
    const [one, other] = [open(storage), open(storage)]
    one.add(alert('a'))
    other.add(alert('b'))
    one.adopt()
    expect(one.latest().map(({ id }) => id)).toEqual(['a', 'b'])
    expect(one.remove(['a'])).toEqual([alert('a')])
    expect(other.remove(['a'])).toEqual([])
    expect(other.latest().map(({ id }) => id)).toEqual(['b'])
  })

  it('are bounded, and every change is told', () => {
    const onChange = vi.fn()
    const alerts = open(memoryStorage(), onChange)
    for (let n = 0; n < ALERTS_MAX; n += 1) expect(alerts.add(alert(`n${n}`))).toBe(true)
    expect(alerts.add(alert('x'))).toBe(false)
    expect(alerts.latest()).toHaveLength(ALERTS_MAX)
    expect(onChange).toHaveBeenCalledTimes(ALERTS_MAX + 1)
  })
})
