import { funding12, rate8, ticks, usd6, lots } from '@vest/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatApy,
  formatClock,
  formatCompactMoney,
  formatDateTime,
  formatFunding12,
  formatFunding8h,
  formatLeverage,
  formatMoney,
  formatPercent,
  formatPrice,
  formatScaled,
  formatSignedMoney,
  formatSize,
  shortenAddress,
  spoken,
} from './format.ts'

describe('numbers', () => {
  it('[5.1] floors by default and groups by three', () => {
    expect(formatMoney(usd6(1_234_567_899_999))).toBe('$1,234,567.89')
    expect(formatMoney(usd6(9_999))).toBe('$0.00')
    expect(formatPrice(ticks(10_841_250), 2)).toBe('108,412.50')
    expect(formatSize(lots(420_000), 4)).toBe('42.0000')
    expect(formatScaled(7, { decimals: 0 })).toBe('7')
  })

  it('[5.1] floors losses away from zero, so that no loss looks smaller than it is', () => {
    expect(formatMoney(usd6(-1))).toBe('−$0.01')
    expect(formatMoney(usd6(-1_437_500_001))).toBe('−$1,437.51')
    expect(formatMoney(usd6(-1_437_500_000))).toBe('−$1,437.50')
  })

  it('rounds what must be paid up where the caller says so', () => {
    expect(formatMoney(usd6(512_345), { rounding: 'ceil' })).toBe('$0.52')
    expect(formatMoney(usd6(-512_345), { rounding: 'ceil' })).toBe('−$0.51')
  })

  it('signs profit and loss with U+2212, leaves zero bare, and shows what is missing as a dash', () => {
    expect([usd6(349_860_000), usd6(-3_120_000), usd6(0), undefined].map(formatSignedMoney)).toEqual([
      '+$349.86',
      '−$3.12',
      '$0.00',
      '–',
    ])
    expect(formatPercent(2_739, { signed: true })).toBe('+27.39%')
  })

  it('[5.1] supports compact, percent, leverage and currency styles', () => {
    expect(formatCompactMoney(usd6(48_270_999_000_000))).toBe('$48.27M')
    expect(formatCompactMoney(usd6(999_999_999_999))).toBe('$999,999.99')
    expect(formatCompactMoney(usd6(1_000_000_000_000))).toBe('$1.00M')
    expect(formatCompactMoney(usd6(2_500_000_000_000_000))).toBe('$2.50B')
    expect(formatPercent(50)).toBe('0.50%')
    expect([1_000, 550, undefined].map(formatLeverage)).toEqual(['10X', '5.50X', '–'])
  })

  it('[9.4] shows funding for eight hours with 4 decimals and a year with 2', () => {
    expect(formatFunding8h(rate8(4_200))).toBe('0.0042%')
    expect(formatFunding8h(rate8(-1_800))).toBe('−0.0018%')
    expect(formatApy(4_599_000)).toBe('4.59%')
    expect(formatFunding12(funding12(1_230_000_000_000n), 4)).toBe('1.2300')
  })

  it('never changes a digit: the text read back is the floored integer', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.nat(8), (value, decimals) => {
        const text = formatScaled(value, { decimals, places: 0 })
        const read = BigInt(text.replaceAll(',', '').replace('−', '-'))
        const divisor = 10n ** BigInt(decimals)
        expect(read * divisor <= BigInt(value) && (read + 1n) * divisor > BigInt(value)).toBe(true)
      }),
    )
  })
})

describe('words', () => {
  it('[5.1] shortens addresses 4..4 and accounts 6..4', () => {
    const address = '0x3f9ab2c417a1d4e5f60718293a4b5c6d70e99c21'
    expect([shortenAddress(address), shortenAddress(address, 6)]).toEqual(['0x3f9a…9c21', '0x3f9ab2…9c21'])
    expect(shortenAddress('7sKq1111111111111111111111111111114vNe')).toBe('7sKq…4vNe')
  })

  it('[5.1] writes dates as month/day/year with a 24-hour time', () => {
    const moment = new Date(2025, 10, 22, 14, 5, 9).getTime()
    expect(formatDateTime(moment)).toBe('11/22/2025 14:05')
    expect(formatDateTime(moment, { time: false })).toBe('11/22/2025')
    expect(formatClock(moment)).toBe('14:05:09')
    expect(formatDateTime(undefined)).toBe('–')
  })

  it('says the minus aloud', () => expect(spoken('−3.12%')).toBe('minus 3.12%'))
})
