import { describe, expect, it } from 'vitest'
import { lots, timeMs, usd6 } from '@vest/protocol'
import { byRank, isNoWorseThanEntry, isPriceCertain, priceProfit, scoreOf } from './deleverageCandidates.ts'
import { type Opposite } from '../state/deleverageRanks.ts'
import { type Market } from '../state/market.ts'
import { BTC, createWorld } from '../testing/world.ts'

function market(): { world: ReturnType<typeof createWorld>; btc: Market } {
  const world = createWorld()
  world.prices({ BTC: 1_000_000 })
  return { world, btc: world.exchange.markets.find(({ spec }) => spec === BTC)! }
}
/** 0.001 BTC at 100,000.0 is 100 dollars. */
const holding = (isLong: boolean, dollars: number) => ({
  isLong,
  size: lots(100),
  cost: usd6(dollars * 1_000_000),
})

describe('a deleveraging candidate', () => {
  it('has a profit by price: a long with the mark above its cost, a short with the mark below', () => {
    const { btc } = market()
    expect(priceProfit(btc, holding(true, 90))).toBe(10_000_000)
    expect(priceProfit(btc, holding(true, 110))).toBe(-10_000_000)
    expect(priceProfit(btc, holding(false, 90))).toBe(-10_000_000)
    expect(priceProfit(btc, holding(false, 110))).toBe(10_000_000)
  })

  it('does not close worse than at entry; exactly there is no worse', () => {
    const { btc } = market()
    const at = (isLong: boolean, price: number) => isNoWorseThanEntry(btc, holding(isLong, 90), price)
    expect([899_999, 900_000, 900_001].map((price) => at(true, price))).toEqual([false, true, true])
    expect([899_999, 900_000, 900_001].map((price) => at(false, price))).toEqual([true, true, false])
  })

  it('is ranked by the higher score, then the older account, then the market listed earlier', () => {
    const { world } = market()
    const markets = world.exchange.markets
    const one = (accountId: number, marketId: number, score: bigint): Opposite => ({
      accountId,
      market: markets[marketId]!,
      holding: holding(true, 90),
      score,
    })
    const ranked = [one(9, 1, 7n), one(1, 1, 5n), one(2, 0, 5n), one(2, 1, 5n), one(3, 0, 1n)]
    // In any order of input.
    for (let turn = 0; turn < ranked.length; turn += 1) {
      const turned = [...ranked.slice(turn), ...ranked.slice(0, turn)]
      expect(turned.toSorted(byRank)).toEqual(ranked)
      expect(turned.toReversed().toSorted(byRank)).toEqual(ranked)
    }
  })

  it('has the higher score with the higher profit and the lower equity', () => {
    const { btc } = market()
    const score = (dollars: number, equity: number) =>
      scoreOf(btc, { ...holding(false, dollars), equity: equity * 1_000_000 })
    expect(score(120, 50) > score(110, 50)).toBe(true)
    expect(score(110, 40) > score(110, 50)).toBe(true)
  })
})

describe('a price is certain', () => {
  it.each<[string, (market: Market, nowMs: number) => void]>([
    ['HALT', (btc) => (btc.mode = 'HALT')],
    ['a soft price', (btc) => (btc.freshness = 'SOFT')],
    ['a hard one', (btc) => (btc.freshness = 'HARD')],
    ['a held one', (btc) => (btc.isHeld = true)],
    ['the ten seconds after a reopening', (btc, nowMs) => (btc.reopenedAtMs = timeMs(nowMs - 9_999))],
    ['a word of the operator', (btc) => (btc.operatorMode = 'POST_ONLY')],
  ])('but not in %s', (_, spoil) => {
    const { world, btc } = market()
    expect(isPriceCertain(world.exchange, btc)).toBe(true)
    spoil(btc, world.exchange.timeMs)
    expect(isPriceCertain(world.exchange, btc)).toBe(false)
  })

  it('nor by its age at the command itself, before a timer has recorded it', () => {
    const { world, btc } = market()
    world.run({ kind: 'TickFunding', hourMs: timeMs(0) }, btc.softStaleMs)
    expect(isPriceCertain(world.exchange, btc)).toBe(true)
    world.run({ kind: 'TickFunding', hourMs: timeMs(0) }, 1)
    expect([btc.freshness, isPriceCertain(world.exchange, btc)]).toEqual(['FRESH', false])
  })

  it('ten seconds after a reopening', () => {
    const { world, btc } = market()
    btc.reopenedAtMs = timeMs(world.exchange.timeMs - 10_000)
    expect(isPriceCertain(world.exchange, btc)).toBe(true)
  })
})
