import { ticks } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { lookAt } from './liquidationDistance.ts'
import type { KeptDistance } from './noticeDocument.ts'
import { firstDocument, PRESENT_FORM, readDocument } from './noticeDocument.ts'
import { alertStep, splitPrice } from './priceAlerts.ts'
import { isQuiet, isZone } from './quietHours.ts'

const at = (text: string): number => Date.parse(text)

describe('quiet hours', () => {
  const night = { from: '22:00', to: '07:00', zone: 'Europe/Berlin' }
  it.each([
    ['2026-01-10T20:59:00Z', false],
    ['2026-01-10T21:00:00Z', true],
    ['2026-01-11T05:59:00Z', true],
    ['2026-01-11T06:00:00Z', false],
    // An hour earlier by the clock of the world, once the zone is in summer time.
    ['2026-07-10T20:00:00Z', true],
    ['2026-07-11T05:00:00Z', false],
  ])('at %s in Berlin: %s', (time, quiet) => expect(isQuiet(night, at(time))).toBe(quiet))
  it('within a day, and a zone that is none', () => {
    const noon = { from: '12:00', to: '13:00', zone: 'Asia/Tokyo' }
    expect([isQuiet(noon, at('2026-01-01T03:30:00Z')), isQuiet(noon, at('2026-01-01T04:00:00Z'))]).toEqual([
      true,
      false,
    ])
    expect([isQuiet(null, 0), isZone('Europe/Berlin'), isZone('Europe/Atlantis')]).toEqual([
      false,
      true,
      false,
    ])
  })
})

describe('an alert', () => {
  const alert = {
    alertId: 'a',
    symbol: 'BTC-PERP',
    price: ticks(10_000),
    isAbove: true,
    repeat: 'EVERY_TIME',
    isArmed: true,
  } as const
  it('calls when the price is there, and again only once it has been away', () => {
    expect([alertStep(alert, ticks(9_999)), alertStep(alert, ticks(10_000))]).toEqual([undefined, 'calls'])
    const rung = { ...alert, isArmed: false }
    expect([9_999, 9_991, 10_050, 9_990].map((mark) => alertStep(rung, ticks(mark)))).toEqual([
      undefined,
      undefined,
      undefined,
      'arms',
    ])
    const below = { ...alert, isAbove: false }
    expect(alertStep(below, ticks(10_000))).toBe('calls')
    expect(alertStep({ ...below, isArmed: false }, ticks(10_010))).toBe('arms')
  })
  it('keeps its value through a split', () => expect(splitPrice(ticks(10_001), 4, 1)).toBe(2_500))
})

describe('the distance to a liquidation', () => {
  function told(distances: readonly number[]): readonly number[] {
    let known: KeptDistance | undefined
    return distances.filter((bps) => {
      const { kept, isTold } = lookAt(known, { symbol: 'BTC-PERP', isLong: true, bps })
      known = kept
      return isTold
    })
  }
  it('is told at a tenth and a twentieth, once each', () =>
    expect(told([2_500, 1_001, 1_000, 990, 700, 500, 499])).toEqual([1_000, 500]))
  it('is told again once it had been gained back', () =>
    expect(told([2_500, 1_000, 1_150, 1_000, 1_201, 999])).toEqual([1_000, 999]))
  it('of a position that began near, at half of that', () =>
    expect(told([400, 399, 201, 200])).toEqual([200]))
})

describe('a document', () => {
  it('is read as it was written, brought to the present form, or not at all', () => {
    const document = firstDocument('0x1111111111111111111111111111111111111111')
    expect(readDocument(JSON.stringify(document))).toEqual(document)
    expect(readDocument(JSON.stringify({ ...document, form: 0 }))).toEqual(document)
    expect(readDocument(JSON.stringify({ ...document, form: 1, capitalTold: '0x22 active false' }))).toEqual(
      document,
    )
    for (const text of ['', '{}', JSON.stringify({ ...document, form: PRESENT_FORM + 1 })])
      expect(readDocument(text)).toBeUndefined()
  })
})
