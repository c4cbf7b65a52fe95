/** What a certificate says of its cause: scenes in which one thing alone ends the account. */
import { verdictCause } from '@vest/formulas'
import { ratio4, timeMs, usd6 } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import type { CapitalTerms } from '../../core/engine/src/api/capital.ts'
import {
  createCapitalWorld,
  EVAL,
  midnight,
  midnightDraws,
  setEquity,
  type CapitalWorld,
} from '../../core/engine/src/testing/capitalWorld.ts'
import { INDEX, USDC } from '../../core/engine/src/testing/simWorld.ts'
import { AAPL, BTC } from '../../core/engine/src/testing/world.ts'
import { verdictBodyOf } from '../../services/exchange/src/capital/verdictCertificate.ts'
import { keepVerdictRows } from './verdictRows.ts'

const TEN_SHARES = 100_000
/** Of the loss of a day. */
const FLOOR = usd6(96_000 * USDC)

function openScene(terms: CapitalTerms = EVAL) {
  const scene = createCapitalWorld(terms)
  const { rows, ended } = keepVerdictRows(scene.world)
  const { world, trader } = scene
  const buy = (spec: typeof AAPL, size: number) => world.order(trader, spec, 'buy', { size })
  /** The cause of the verdict; undefined while there is none. */
  const cause = () =>
    ended.has(trader.address) ? verdictCause(verdictBodyOf(rows.get(trader.address)!)!) : undefined
  return { scene, world, buy, cause, ended }
}

const standsAbove = (scene: CapitalWorld, micros: number): void => setEquity(scene, usd6(FLOOR + micros))

describe('the cause of a verdict', () => {
  it('[2.39] is the mark that moved, of two the one that cost more', () => {
    const { scene, world, buy, cause } = openScene()
    buy(AAPL, TEN_SHARES)
    buy(BTC, 1)
    standsAbove(scene, 100 * USDC)
    world.prices({ AAPL: INDEX - 1_200, BTC: 920_900 }, 1_000)
    expect(cause()).toEqual({
      kind: 'MARK',
      symbol: 'AAPL-USD-PERP',
      priceDecimals: 2,
      price: world.exchange.markets[0]!.mark,
    })
  })

  it('is funding, with its market, where no mark moved', () => {
    const { scene, world, buy, cause } = openScene()
    buy(AAPL, TEN_SHARES)
    buy(BTC, 10_000)
    Object.assign(world.exchange.markets[1]!, { premiumSum: 40_000 * 720, samples: 720 })
    standsAbove(scene, 1)
    world.run({ kind: 'TickFunding', hourMs: timeMs(0) })
    expect(cause()).toEqual({ kind: 'FUNDING', symbol: 'BTC-PERP' })
  })

  it('is a fill of its own', () => {
    const { scene, buy, cause } = openScene()
    standsAbove(scene, 100_000)
    buy(AAPL, TEN_SHARES)
    expect(cause()).toMatchObject({ kind: 'FILL', symbol: 'AAPL-USD-PERP', priceDecimals: 2 })
  })

  it('is the day that has begun, where its floor came up to the equity', () => {
    const { scene, world, buy, cause, ended } = openScene({ ...EVAL, maxDailyLossRatio: ratio4(50) })
    setEquity(scene, usd6(101_000 * USDC))
    for (const _ of [1, 2]) buy(AAPL, 8_000_000)
    // What is open has lost as much as was won: above the floor of this day, below that of the next.
    world.prices({ AAPL: INDEX - 50 }, 1_000)
    midnightDraws(scene, { AAPL: INDEX - 50 })
    expect(ended.size).toBe(0)
    midnight(scene)
    expect(cause()).toEqual({ kind: 'DAY' })
  })

  it('[2.39] is the reopening of a market, whose mark is believed ten seconds later', () => {
    const { scene, world, buy, cause, ended } = openScene()
    buy(AAPL, TEN_SHARES)
    standsAbove(scene, 10 * USDC)
    world.run({ kind: 'SetMarketMode', marketId: 0, mode: 'HALT' })
    world.run({ kind: 'SetMarketMode', marketId: 0, mode: 'OPEN' })
    for (const afterMs of [1_000, 1_000, 1_000]) world.prices({ AAPL: INDEX - 500 }, afterMs)
    expect(ended.size).toBe(0)
    world.prices({ AAPL: INDEX - 500 }, 11_000)
    expect(cause()).toEqual({
      kind: 'REOPENING',
      symbol: 'AAPL-USD-PERP',
      priceDecimals: 2,
      price: world.exchange.markets[0]!.mark,
    })
  })

  it('is not named of a goal', () => {
    const { scene, world, buy, cause, ended } = openScene()
    buy(AAPL, TEN_SHARES)
    setEquity(scene, usd6(109_000 * USDC))
    for (const _ of [1, 2, 3]) world.prices({ AAPL: INDEX }, 1_000)
    expect(ended.size).toBe(1)
    expect(cause()).toBeUndefined()
  })
})
