import { describe, expect, it } from 'vitest'
import { lots } from '@vest/protocol'
import { valueOf } from '@vest/formulas'
import { at, COIN, sized } from '../../testing/fixtures.ts'
import {
  displayGain,
  EMPTY_EXIT,
  exitPrice,
  gainText,
  isEmptyExit,
  isExitOnSide,
  isPriceless,
  settleExit,
  withGain,
  type ExitBasis,
} from './exitDraft.ts'

/** 115 COIN around 310. */
const basisOf = (isLong = true, size = sized(COIN, 115)): ExitBasis => ({
  part: { isLong, size, cost: valueOf(at(COIN, 310), size, COIN.scale), scale: COIN.scale },
  priceDecimals: COIN.priceDecimals,
  reference: at(COIN, 310),
})
const basis = basisOf()

describe('a take profit or stop loss as typed', () => {
  it('[4.17] a price says its gain in money and in percent, on both sides', () => {
    expect(gainText({ priceText: '328' }, 'usd', basis)).toBe('2070')
    expect(gainText({ priceText: '297.5' }, 'usd', basis)).toBe('-1437.5')
    expect(gainText({ priceText: '328' }, 'percent', basis)).toBe('5.8')
    expect(gainText({ priceText: '328' }, 'usd', basisOf(false))).toBe('-2070')
    expect(gainText(EMPTY_EXIT, 'usd', basis)).toBe('')
  })

  it('[4.17] a gain says its price, and stands as typed until the field is left', () => {
    const typed = withGain('2000.01', 'usd', basis)
    expect(typed.priceText).toBe('327.39')
    expect(gainText(typed, 'usd', basis)).toBe('2000.01')
    // 327.39 brings 1,999.85: that is what the price says once the typing ends.
    expect(gainText(settleExit(typed), 'usd', basis)).toBe('1999.85')
    expect(withGain('-10', 'percent', basis).priceText).toBe('279.00')
    expect(withGain('10', 'percent', basisOf(false)).priceText).toBe('279.00')
  })

  it('the price stays and the gain follows when the size changes', () => {
    const exit = settleExit(withGain('2070', 'usd', basis))
    expect(exit.priceText).toBe('328.00')
    expect(gainText(exit, 'usd', basisOf(true, sized(COIN, 10)))).toBe('180')
  })

  it('[5.6] prices end at ten times the reference: a gain beyond has none, and stays to be seen', () => {
    const greedy = withGain('99999999', 'usd', basis)
    expect(greedy).toEqual({ priceText: '', gainText: '99999999' })
    expect([isPriceless(greedy), settleExit(greedy)]).toEqual([true, greedy])
    expect(withGain('320850', 'usd', basis).priceText).toBe('3100.00')
  })

  it('[5.3] a gain that means no price does not vanish when its field is left, a sign alone does', () => {
    const hopeless = withGain('-999999.', 'usd', basis)
    const left = settleExit(hopeless)
    expect(left).toEqual({ priceText: '', gainText: '-999999' })
    expect([isEmptyExit(left), gainText(left, 'usd', basis)]).toEqual([false, '-999999'])
    expect(isEmptyExit(settleExit(withGain('-', 'usd', basis)))).toBe(true)
  })

  it('[5.3] zero, and a loss larger than the position, are no price', () => {
    expect(exitPrice({ priceText: '0' }, 2)).toBeUndefined()
    expect(exitPrice({ priceText: '' }, 2)).toBeUndefined()
    const hopeless = withGain('-999999', 'usd', basis)
    expect([hopeless.priceText, hopeless.gainText]).toEqual(['', '-999999'])
    expect(withGain('-', 'usd', basis)).toEqual({ priceText: '', gainText: '-' })
    expect(gainText({ priceText: '3000' }, 'usd', basisOf(true, lots(2e11)))).toBe('')
  })

  it('shows a gain signed and grouped', () => {
    expect([displayGain('2070'), displayGain('-1437.5'), displayGain('')]).toEqual([
      '+2,070.00',
      '−1,437.50',
      '',
    ])
  })

  it('[5.4] a take profit stands above the entry of a long and below that of a short, a stop loss the reverse', () => {
    const side = (kind: 'takeProfit' | 'stopLoss', isLong: boolean, price: number) =>
      isExitOnSide(kind, { price: at(COIN, price), isLong, reference: at(COIN, 310) })
    expect([side('takeProfit', true, 310.01), side('takeProfit', true, 310)]).toEqual([true, false])
    expect([side('takeProfit', false, 309.99), side('takeProfit', false, 310)]).toEqual([true, false])
    expect([side('stopLoss', true, 309.99), side('stopLoss', true, 310)]).toEqual([true, false])
    expect([side('stopLoss', false, 310.01), side('stopLoss', false, 310)]).toEqual([true, false])
  })
})
