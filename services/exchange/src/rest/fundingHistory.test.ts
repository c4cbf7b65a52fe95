/** Funding rates as far back as there are any: published, applied, and from before the exchange began. */
import { fundingHistoryResponse, rate8, timeMs } from '@vest/protocol'
import type { PastRate } from '@vest/runtime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { START_MS, startTestWorld, type TestWorld } from '../testing/testWorld.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const PAST_DAYS = 60
const END_MS = Math.floor(START_MS / HOUR_MS) * HOUR_MS
const FIRST_MS = END_MS - PAST_DAYS * DAY_MS

describe('funding history', () => {
  let world: TestWorld
  /** The rate of each hour of the past is its number. */
  const past: readonly PastRate[] = Array.from({ length: PAST_DAYS * 24 }, (_, n) => ({
    hourMs: timeMs(FIRST_MS + n * HOUR_MS),
    rate: rate8(n),
  }))
  beforeAll(async () => {
    world = await startTestWorld({
      fundingPast: {
        endTimeMs: timeMs(END_MS),
        rates: (symbol, fromMs, toMs) =>
          symbol === 'SOL-PERP' ? past.filter(({ hourMs }) => hourMs >= fromMs && hourMs <= toMs) : [],
      },
    })
    await world.setPrice('SOL-PERP', 100)
    for (let hour = 0; hour < 3; hour += 1) {
      await world.submit({ kind: 'TickFunding', hourMs: timeMs(END_MS + hour * HOUR_MS) })
      world.clock.advance(HOUR_MS)
    }
    await world.setPrice('SOL-PERP', 100)
  })
  afterAll(() => world.stop())

  const rows = async (query: string, symbol = 'SOL-PERP') =>
    fundingHistoryResponse.parse((await world.call('GET', `/funding/history?symbol=${symbol}&${query}`)).body)
  const walk = async (interval: string, limit: number) => {
    const seen = []
    for (let endTime: number = world.clock.nowMs(); ;) {
      const page = await rows(`interval=${interval}&limit=${limit}&endTime=${endTime}`)
      expect(page.map(({ time }) => time)).toEqual(page.map(({ time }) => time).toSorted((a, b) => a - b))
      if (page.length === 0) return seen
      seen.unshift(...page)
      endTime = page[0]!.time - 1
    }
  }

  it('[3.4] goes on behind the hours that were applied with those of before, each once', async () => {
    const hours = await walk('1h', 700)
    expect(hours.map(({ time }) => time)).toEqual(
      Array.from({ length: PAST_DAYS * 24 + 3 }, (_, n) => FIRST_MS + n * HOUR_MS),
    )
    expect(hours.slice(0, -3).map(({ oneHrFundingRate }) => Number(oneHrFundingRate) * 1e8)).toEqual(
      past.map(({ rate }) => expect.closeTo(rate, 3)),
    )
  })

  it('[3.4] has of a longer interval the rate of its last hour', async () => {
    const days = await walk('1d', 1_000)
    expect(days[1]!.time).toBe(Math.ceil(FIRST_MS / DAY_MS) * DAY_MS)
    const lastHour = (days[1]!.time + DAY_MS - HOUR_MS - FIRST_MS) / HOUR_MS
    expect(days[1]!.oneHrFundingRate).toBe((lastHour / 1e8).toFixed(8))
  })

  it('[3.4] has of finer intervals what was published, and before that a row an hour, at its end', async () => {
    const minutes = await walk('1m', 700)
    expect(minutes[0]).toMatchObject({ time: FIRST_MS + HOUR_MS - MINUTE_MS, oneHrFundingRate: '0.00000000' })
    expect(minutes.length).toBeGreaterThan(PAST_DAYS * 24)
    expect(new Set(minutes.map(({ time }) => time)).size).toBe(minutes.length)
    // Both ends of the window hold, also within an hour.
    const at = FIRST_MS + 10 * HOUR_MS - MINUTE_MS
    const inside = await rows(`startTime=${at}&endTime=${at}`)
    expect(inside.map(({ time, oneHrFundingRate }) => [time, oneHrFundingRate])).toEqual([[at, '0.00000009']])
    expect(await rows(`startTime=${at + 1}&endTime=${at + HOUR_MS - 1}`)).toEqual([])
  })

  it('has no past where there is none', async () => {
    expect(await rows('interval=1h', 'BTC-PERP')).toEqual([])
  })
})
