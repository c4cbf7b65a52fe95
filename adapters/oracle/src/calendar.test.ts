import { describe, expect, it } from 'vitest'
import type { HoursMarket } from '@vest/runtime'
import { alwaysOpen, createCalendar } from './calendar.ts'

const calendar = createCalendar()
const stock: HoursMarket = { symbol: 'COIN-USD-PERP', asset: 'stock', category: 'stock' }
const fund: HoursMarket = { symbol: 'SPY-USD-PERP', asset: 'stock', category: 'etf' }
const index: HoursMarket = { symbol: 'SPX-USD-PERP', asset: 'stock', category: 'index' }
const forex: HoursMarket = { symbol: 'EUR-USD-PERP', asset: 'forex', category: 'forex' }
const crypto: HoursMarket = { symbol: 'BTC-PERP', asset: 'crypto', category: 'crypto' }
const nikkei: HoursMarket = { symbol: 'NKY-USD-PERP', asset: 'stock', category: 'index' }
const hangSeng: HoursMarket = { symbol: 'HSI-USD-PERP', asset: 'stock', category: 'index' }
const dax: HoursMarket = { symbol: 'DAX-USD-PERP', asset: 'stock', category: 'index' }
const ftse: HoursMarket = { symbol: 'FTSE-USD-PERP', asset: 'stock', category: 'index' }

const sessionAt = (market: HoursMarket, iso: string) => calendar.sessionAt(market, Date.parse(iso))

/** Changes of session from `from` on, as "iso session" lines. */
function changes(market: HoursMarket, from: string, count: number): readonly string[] {
  const lines: string[] = []
  let nowMs = Date.parse(from)
  while (lines.length < count) {
    const next = calendar.nextChange(market, nowMs)!
    lines.push(`${new Date(next.timeMs).toISOString().slice(0, 16)} ${next.session}`)
    nowMs = next.timeMs
  }
  return lines
}

describe('stocks and funds', () => {
  it('pass through four sessions on a day in summer (New York = UTC-4)', () => {
    expect(changes(stock, '2026-07-14T23:00Z', 5)).toEqual([
      '2026-07-15T00:00 OVERNIGHT',
      '2026-07-15T08:00 EXTENDED',
      '2026-07-15T13:30 REGULAR',
      '2026-07-15T20:00 EXTENDED',
      '2026-07-16T00:00 OVERNIGHT',
    ])
    expect(changes(fund, '2026-07-14T23:00Z', 5)).toEqual(changes(stock, '2026-07-14T23:00Z', 5))
  })

  it('close from Friday 20:00 to Sunday 20:00, an hour later in UTC after the clocks went back', () => {
    // 1 November 2026, 02:00: New York goes from UTC-4 to UTC-5.
    expect(changes(stock, '2026-10-30T20:30Z', 4)).toEqual([
      '2026-10-31T00:00 CLOSED',
      '2026-11-02T01:00 OVERNIGHT',
      '2026-11-02T09:00 EXTENDED',
      '2026-11-02T14:30 REGULAR',
    ])
  })

  it('open an hour earlier in UTC after the clocks went forward', () => {
    // 14 March 2027, 02:00.
    expect(changes(stock, '2027-03-12T22:00Z', 4)).toEqual([
      '2027-03-13T01:00 CLOSED',
      '2027-03-15T00:00 OVERNIGHT',
      '2027-03-15T08:00 EXTENDED',
      '2027-03-15T13:30 REGULAR',
    ])
  })

  it('close on a holiday from 20:00 the evening before to 20:00, and early on the day after Thanksgiving', () => {
    expect(changes(stock, '2026-11-25T22:00Z', 7)).toEqual([
      '2026-11-26T01:00 CLOSED',
      '2026-11-27T01:00 OVERNIGHT',
      '2026-11-27T09:00 EXTENDED',
      '2026-11-27T14:30 REGULAR',
      '2026-11-27T18:00 EXTENDED',
      '2026-11-27T22:00 CLOSED',
      '2026-11-30T01:00 OVERNIGHT',
    ])
  })

  it('stay closed from an early Christmas Eve over the holiday and the weekend', () => {
    expect(changes(stock, '2026-12-24T15:00Z', 3)).toEqual([
      '2026-12-24T18:00 EXTENDED',
      '2026-12-24T22:00 CLOSED',
      '2026-12-28T01:00 OVERNIGHT',
    ])
  })

  it('stay closed over a Monday holiday, and over New Year', () => {
    expect(changes(stock, '2027-01-15T22:00Z', 2)).toEqual([
      '2027-01-16T01:00 CLOSED',
      '2027-01-19T01:00 OVERNIGHT',
    ])
    expect(sessionAt(stock, '2027-01-01T15:00Z')).toBe('CLOSED')
    expect(changes(stock, '2026-12-31T21:30Z', 2)).toEqual([
      '2027-01-01T01:00 CLOSED',
      '2027-01-04T01:00 OVERNIGHT',
    ])
  })

  it.each([
    ['2026', ['01-01', '01-19', '02-16', '04-03', '05-25', '06-19', '07-03', '09-07', '11-26', '12-25']],
    ['2027', ['01-01', '01-18', '02-15', '03-26', '05-31', '06-18', '07-05', '09-06', '11-25', '12-24']],
    ['2028', ['01-17', '02-21', '04-14', '05-29', '06-19', '07-04', '09-04', '11-23', '12-25']],
  ])('are closed in the late morning on exactly the holidays of %s', (year, holidays) => {
    const closed: string[] = []
    const lastMs = Date.parse(`${year}-12-31T16:00Z`)
    for (let noonMs = Date.parse(`${year}-01-01T16:00Z`); noonMs <= lastMs; noonMs += 86_400_000) {
      const weekday = new Date(noonMs).getUTCDay()
      if (weekday === 0 || weekday === 6) continue
      const session = calendar.sessionAt(stock, noonMs)
      if (session === 'CLOSED') closed.push(new Date(noonMs).toISOString().slice(5, 10))
      else expect(session).toBe('REGULAR')
    }
    expect(closed).toEqual(holidays)
  })

  it('spend the right share of an ordinary week in each session', () => {
    const hours: Record<string, number> = {}
    for (let ms = Date.parse('2026-08-02T00:00Z'); ms < Date.parse('2026-08-09T00:00Z'); ms += 1_800_000)
      hours[calendar.sessionAt(stock, ms)] = (hours[calendar.sessionAt(stock, ms)] ?? 0) + 0.5
    expect(hours).toEqual({ OVERNIGHT: 40, EXTENDED: 47.5, REGULAR: 32.5, CLOSED: 48 })
  })
})

describe('indices', () => {
  it('pause daily from 17:00 to 18:00', () => {
    expect(changes(index, '2026-07-14T20:30Z', 5)).toEqual([
      '2026-07-14T21:00 CLOSED',
      '2026-07-14T22:00 EXTENDED',
      '2026-07-15T13:30 REGULAR',
      '2026-07-15T20:00 EXTENDED',
      '2026-07-15T21:00 CLOSED',
    ])
  })

  it('close from Friday 17:00 to Sunday 18:00', () => {
    expect(changes(index, '2026-07-17T20:30Z', 2)).toEqual([
      '2026-07-17T21:00 CLOSED',
      '2026-07-19T22:00 EXTENDED',
    ])
  })

  it('follow the half-day schedule on a holiday: until 13:00, without a regular session', () => {
    expect(changes(index, '2026-11-25T22:30Z', 6)).toEqual([
      '2026-11-25T23:00 EXTENDED',
      '2026-11-26T18:00 CLOSED',
      '2026-11-26T23:00 EXTENDED',
      '2026-11-27T14:30 REGULAR',
      '2026-11-27T18:00 EXTENDED',
      '2026-11-27T22:00 CLOSED',
    ])
  })

  it('of other countries are REGULAR while their home exchange trades', () => {
    expect(sessionAt(nikkei, '2026-07-15T00:00Z')).toBe('REGULAR')
    expect(sessionAt(nikkei, '2026-07-15T03:00Z')).toBe('EXTENDED')
    expect(sessionAt(nikkei, '2026-07-15T06:29Z')).toBe('REGULAR')
    expect(sessionAt(nikkei, '2026-07-15T06:30Z')).toBe('EXTENDED')
    expect(sessionAt(nikkei, '2026-07-15T14:00Z')).toBe('EXTENDED')
    expect(sessionAt(hangSeng, '2026-07-15T01:30Z')).toBe('REGULAR')
    expect(sessionAt(hangSeng, '2026-07-15T08:00Z')).toBe('EXTENDED')
    expect(sessionAt(dax, '2026-07-15T07:00Z')).toBe('REGULAR')
    expect(sessionAt(dax, '2026-12-15T07:30Z')).toBe('EXTENDED')
    expect(sessionAt(ftse, '2026-07-15T07:00Z')).toBe('REGULAR')
    expect(sessionAt(ftse, '2026-07-15T15:30Z')).toBe('EXTENDED')
    for (const market of [nikkei, hangSeng, dax, ftse]) {
      expect(sessionAt(market, '2026-07-15T21:30Z')).toBe('CLOSED')
      expect(sessionAt(market, '2026-07-18T12:00Z')).toBe('CLOSED')
    }
  })
})

describe('forex', () => {
  it('trades from Sunday 17:00 to Friday 17:00', () => {
    expect(changes(forex, '2026-10-30T12:00Z', 2)).toEqual([
      '2026-10-30T21:00 CLOSED',
      '2026-11-01T22:00 REGULAR',
    ])
  })

  it('rests on Christmas and New Year', () => {
    // 25 December 2026 is a Friday: nothing until Sunday. 1 January 2027 as well.
    expect(changes(forex, '2026-12-23T12:00Z', 4)).toEqual([
      '2026-12-24T22:00 CLOSED',
      '2026-12-27T22:00 REGULAR',
      '2026-12-31T22:00 CLOSED',
      '2027-01-03T22:00 REGULAR',
    ])
    // 25 December 2028 is a Monday.
    expect(changes(forex, '2028-12-22T12:00Z', 2)).toEqual([
      '2028-12-22T22:00 CLOSED',
      '2028-12-25T22:00 REGULAR',
    ])
  })
})

describe('calendar', () => {
  it('never closes crypto', () => {
    expect(sessionAt(crypto, '2026-12-25T12:00Z')).toBe('REGULAR')
    expect(calendar.nextChange(crypto, Date.parse('2026-12-25T12:00Z'))).toBeUndefined()
  })

  it('gives the session that its next change announced, for every change of three years', () => {
    for (const market of [stock, index, nikkei, hangSeng, dax, ftse, forex]) {
      let nowMs = Date.parse('2026-01-01T00:00Z')
      let seen = 0
      while (nowMs < Date.parse('2028-12-31T00:00Z')) {
        const next = calendar.nextChange(market, nowMs)!
        expect(next.timeMs).toBeGreaterThan(nowMs)
        expect(calendar.sessionAt(market, next.timeMs - 1)).toBe(calendar.sessionAt(market, nowMs))
        expect(calendar.sessionAt(market, next.timeMs)).toBe(next.session)
        expect(next.session).not.toBe(calendar.sessionAt(market, nowMs))
        nowMs = next.timeMs
        seen += 1
      }
      expect(seen).toBeGreaterThan(300)
    }
  })

  it('tells the sessions between two moments, from the one that is under way, over the turn of a year too', () => {
    const between = (market: HoursMarket, from: string, until: string) =>
      calendar
        .sessionStarts(market, Date.parse(from), Date.parse(until))
        .map(({ timeMs, session }) => `${new Date(timeMs).toISOString().slice(0, 16)} ${session}`)
    expect(between(stock, '2026-12-31T22:00Z', '2027-01-04T09:00Z')).toEqual([
      '2026-12-31T21:00 EXTENDED',
      '2027-01-01T01:00 CLOSED',
      '2027-01-04T01:00 OVERNIGHT',
      '2027-01-04T09:00 EXTENDED',
    ])
    expect(between(stock, '2026-07-15T13:30Z', '2026-07-15T13:30Z')).toEqual(['2026-07-15T13:30 REGULAR'])
    expect(between(crypto, '2026-07-15T13:30Z', '2026-07-19T13:30Z')).toEqual([])
  })

  it('raises an alarm 60 days before its table ends, and keeps to the weekly rule afterwards', () => {
    expect(calendar.alarm(Date.parse('2028-10-31T12:00Z'))).toBeUndefined()
    expect(calendar.alarm(Date.parse('2028-11-01T12:00Z'))).toEqual({
      validUntil: '2028-12-31',
      daysLeft: 60,
    })
    expect(calendar.alarm(Date.parse('2029-02-01T12:00Z'))?.daysLeft).toBe(-32)
    expect(sessionAt(stock, '2029-03-13T15:00Z')).toBe('REGULAR')
  })

  it('always open means REGULAR at every hour and no change ever', () => {
    expect(alwaysOpen.sessionAt(stock, Date.parse('2026-12-25T12:00Z'))).toBe('REGULAR')
    expect(alwaysOpen.nextChange(stock, Date.parse('2026-12-25T12:00Z'))).toBeUndefined()
    expect(alwaysOpen.sessionStarts(stock, 0, 86_400_000)).toEqual([])
  })
})
