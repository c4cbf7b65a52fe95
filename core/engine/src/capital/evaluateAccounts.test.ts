/** Evaluation and funded accounts against their limits, in small scenarios; the ladder is that of the worked example W3. */
import { describe, expect, it } from 'vitest'
import { REFUSAL, ratio4, timeMs, type Usd6, usd6 } from '@vest/protocol'
import { type Applied, apply } from '../apply.ts'
import { type CapitalTerms } from '../api/capital.ts'
import { query } from '../queries/query.ts'
import { decodeState, encodeState } from '../snapshot/snapshot.ts'
import {
  AT_INDEX,
  capitalOf,
  type CapitalWorld,
  createCapitalWorld,
  EVAL,
  FUNDED,
  midnight,
  midnightDraws,
  openCapital,
  openingOf,
  setEquity,
} from '../testing/capitalWorld.ts'
import { house, INDEX, setStatus, USDC } from '../testing/simWorld.ts'
import { AAPL, BTC, eventsOf, lastOrders, outcome, traderAddress } from '../testing/world.ts'

const dollars = (text: string): Usd6 => {
  const [whole, fraction = ''] = text.split('.')
  return usd6(Number(whole) * USDC + Number(fraction.padEnd(6, '0')))
}
/** A tick of the index in AAPL is worth this much to ten shares. */
const TEN_SHARES = 100_000
const TICK_OF_TEN = 100_000

const buyTen = ({ world, trader }: CapitalWorld) => world.order(trader, AAPL, 'buy', { size: TEN_SHARES })
const tick = ({ world }: CapitalWorld, afterMs = 0) => world.run({ kind: 'TickTimer' }, afterMs)
const told = ({ events }: Applied) => eventsOf(events, 'CapitalChanged').map(({ capital }) => capital)

/** Ten shares are held, and the next price, so many ticks away, leaves exactly this equity. */
function comesTo(scene: CapitalWorld, equity: Usd6, ticksAway: number): Applied {
  setEquity(scene, usd6(equity - ticksAway * TICK_OF_TEN))
  return scene.world.prices({ AAPL: scene.world.exchange.markets[0]!.index! + ticksAway }, 1_000)
}
/** 1,600 shares, by two orders: one may not take so many. */
const buyMany = ({ world, trader }: CapitalWorld) => {
  for (const _ of [1, 2]) expect(world.order(trader, AAPL, 'buy', { size: 8_000_000 }).status).toBe('FILLED')
}

describe('W15 a plan of 100 000', () => {
  it('shows its goal and its limits, and renews that of the day at 00:00 UTC from the balance', () => {
    const scene = createCapitalWorld(EVAL)
    expect(capitalOf(scene)).toEqual({
      status: 'active',
      isFrozen: false,
      sizeUsd6: dollars('100000'),
      targetEquity: dollars('108000'),
      maxDrawdownLimit: dollars('92000'),
      maxDailyLossLimit: dollars('96000'),
      priorDayBalance: dollars('100000'),
      tradingDays: 0,
      nextResetTimeMs: 1_800_057_600_000,
    })
    setEquity(scene, dollars('103250.123456'))
    const renewed = {
      priorDayBalance: dollars('103250.123456'),
      maxDailyLossLimit: dollars('99250.123456'),
      maxDrawdownLimit: dollars('92000'),
      nextResetTimeMs: 1_800_144_000_000,
    }
    expect(told(midnight(scene))).toMatchObject([renewed])
    expect(capitalOf(scene)).toMatchObject(renewed)
    expect(told(tick(scene, 1_000))).toEqual([])
  })

  it('a day begins before its first price, fill or funding', () => {
    const scene = createCapitalWorld(EVAL)
    const { world } = scene
    // Of what the day allows nearly all is lost, and realised.
    setEquity(scene, dollars('96100'))
    midnight(scene, AT_INDEX)
    setEquity(scene, dollars('92200'))
    buyTen(scene)
    midnightDraws(scene, AT_INDEX)
    const { events } = world.prices({ AAPL: INDEX - 1_000 }, 700)
    expect(world.account(scene.trader).equity).toBeLessThan(dollars('92100'))
    expect(capitalOf(scene).status).toBe('active')
    expect(eventsOf(events, 'CapitalChanged')).toHaveLength(1)
    expect(told(tick(scene, 300))).toEqual([])
  })

  it.each([
    ['99250.123457', 'active'],
    ['99250.123456', 'goal_failed_max_daily_loss'],
    ['92000.000001', 'goal_failed_max_daily_loss'],
    ['92000', 'goal_failed_max_drawdown'],
    ['91999', 'goal_failed_max_drawdown'],
  ] as const)('an equity of %s, by a gap, is %s', (equity, status) => {
    const scene = createCapitalWorld(EVAL)
    setEquity(scene, dollars('103250.123456'))
    midnight(scene, AT_INDEX)
    buyTen(scene)
    comesTo(scene, dollars(equity), -10)
    expect(capitalOf(scene).status).toBe(status)
  })

  it('a funded one has the same limits and no goal', () => {
    const scene = createCapitalWorld(FUNDED)
    expect(capitalOf(scene).targetEquity).toBeUndefined()
    buyTen(scene)
    comesTo(scene, dollars('1000000'), 10)
    tick(scene, 2_000)
    expect(capitalOf(scene).status).toBe('funded_active')
    comesTo(scene, dollars('96000'), -10)
    expect(capitalOf(scene).status).toBe('funded_failed_max_daily_loss')
    const other = { ...scene, trader: openCapital(scene.world, scene.owner, FUNDED) }
    buyTen(other)
    comesTo(other, dollars('92000'), -20)
    expect(capitalOf(other).status).toBe('funded_failed_max_drawdown')
  })
})

describe('who has reached a limit', () => {
  it('loses orders (3008) and positions, is frozen for good and told so, and it is one command', () => {
    const scene = createCapitalWorld(EVAL)
    const { world, trader } = scene
    buyTen(scene)
    world.order(trader, BTC, 'sell', { size: 1_000 })
    const resting = world.order(trader, AAPL, 'buy', { size: 1_000, limitPrice: 20_000 })
    const traded = () => query(world.exchange, 'tradingCapital', {}).map(({ account }) => account)
    expect(traded()).toEqual([trader.address])
    setEquity(scene, dollars('96000.1'))
    const { events } = world.prices({ AAPL: INDEX - 1 }, 1_000)
    const cancelled = eventsOf(events, 'OrderUpdated').find(({ order }) => order.id === resting.id)!
    expect(outcome(cancelled.order)).toBe('CANCELLED DELETED_BY_LIQ')
    const closings = eventsOf(events, 'OrderUpdated').filter(({ order }) => order.orderType === 'LIQUIDATION')
    expect(closings.map(({ order }) => [order.symbol, order.isBuy, outcome(order)])).toEqual([
      ['AAPL-USD-PERP', false, 'FILLED'],
      ['BTC-PERP', true, 'FILLED'],
    ])
    // The taker's fee and nothing else.
    expect(closings[0]!.order.fees).toBe(Math.ceil((closings[0]!.order.filledValue * 10) / 100_000))
    const kinds = events.map(({ kind }) => kind)
    expect(kinds.indexOf('SimAccountStatusChanged')).toBeGreaterThan(kinds.lastIndexOf('OrderUpdated'))
    expect(kinds.indexOf('CapitalChanged')).toBeGreaterThan(kinds.indexOf('SimAccountStatusChanged'))
    expect(world.account(trader)).toMatchObject({ positions: [], sim: { isFrozen: true } })
    expect(query(world.exchange, 'openOrders', { account: trader.address })).toEqual([])
    expect(traded()).toEqual([])
    expect(outcome(world.order(trader, AAPL, 'buy', { size: 1_000 }))).toBe('REJECTED ACTION_NOT_AVAILABLE')
    const leverage = {
      kind: 'SetLeverage',
      account: trader.address,
      symbol: AAPL.symbol,
      leverage: 2,
    } as const
    expect(world.run(leverage).answer).toEqual({ ok: false, code: REFUSAL.ACTION_NOT_AVAILABLE })
    expect(setStatus(world, trader, 'ACTIVE').answer).toEqual({
      ok: false,
      code: REFUSAL.ACTION_NOT_AVAILABLE,
    })
    expect(setStatus(world, trader, 'FROZEN').answer).toEqual({ ok: true })
    // Its day ends no more.
    expect(told(midnight(scene))).toEqual([])
  })

  it('by a gap beyond its maintenance margin has failed and is not liquidated: no penalty, no debt', () => {
    const scene = createCapitalWorld(EVAL)
    const { world, trader, owner } = scene
    buyMany(scene)
    const plain = world.exchange.money.INSURANCE
    const { events } = world.prices({ AAPL: 16_800 }, 1_000)
    expect(capitalOf(scene).status).toBe('goal_failed_max_drawdown')
    const closings = lastOrders(events).filter(({ orderType }) => orderType === 'LIQUIDATION')
    expect(closings).toHaveLength(1)
    expect(closings[0]!.fees).toBe(Math.ceil((closings[0]!.filledValue * 10) / 100_000))
    expect(world.account(trader).collateral).toBe(0)
    expect([world.exchange.money.INSURANCE, world.account(owner).collateral]).toEqual([
      plain,
      1_000_000 * USDC,
    ])
  })

  it('by its own fill is ended by that fill', () => {
    const scene = createCapitalWorld(EVAL)
    const { world, trader } = scene
    setEquity(scene, dollars('96000.1'))
    // What a buyer pays above the mark is lost at once.
    const order = buyTen(scene)
    expect(outcome(order)).toBe('FILLED')
    expect(capitalOf(scene)).toMatchObject({ status: 'goal_failed_max_daily_loss', tradingDays: 1 })
    expect(world.account(trader).positions).toEqual([])
  })

  it('by a resting order that the ladder reaches within the command is ended too', () => {
    const scene = createCapitalWorld(EVAL)
    const { world, trader } = scene
    buyTen(scene)
    world.order(trader, AAPL, 'buy', { size: 1_000_000, limitPrice: INDEX - 60 })
    // Its own loss of a hundred ticks leaves it above the limit, the bought hundred shares do not.
    setEquity(scene, dollars('96011'))
    world.prices({ AAPL: INDEX - 100 }, 1_000)
    expect(capitalOf(scene).status).toBe('goal_failed_max_daily_loss')
    expect(world.account(trader).positions).toEqual([])
  })

  it('by funding is ended when it is counted, without a price', () => {
    const scene = createCapitalWorld(EVAL)
    const { world, trader } = scene
    world.order(trader, BTC, 'buy', { size: 10_000 })
    // A premium all through the hour.
    Object.assign(world.exchange.markets[1]!, { premiumSum: 40_000 * 720, samples: 720 })
    setEquity(scene, usd6(96_000 * USDC + 1))
    const { events } = world.run({ kind: 'TickFunding', hourMs: timeMs(0) })
    expect(eventsOf(events, 'FundingSettled')).toMatchObject([
      { account: trader.address, reason: 'LIQUIDATION' },
    ])
    // Longs pay: one micro-dollar above the limit is below it now.
    expect(capitalOf(scene).status).toBe('goal_failed_max_daily_loss')
  })
})

describe('a goal', () => {
  const reach = (scene: CapitalWorld, equity = dollars('108000')) => {
    buyTen(scene)
    return comesTo(scene, equity, 10)
  }

  it('counts when a second evaluation a second later finds it, and closes without a code', () => {
    const scene = createCapitalWorld(EVAL)
    const { world, trader } = scene
    const resting = world.order(trader, AAPL, 'buy', { size: 1_000, limitPrice: 20_000 })
    reach(scene)
    expect(capitalOf(scene).status).toBe('active')
    world.prices({ AAPL: INDEX + 10 }, 999)
    expect(capitalOf(scene).status).toBe('active')
    const { events } = world.prices({ AAPL: INDEX + 10 }, 1)
    expect(capitalOf(scene).status).toBe('goal_passed')
    const cancelled = eventsOf(events, 'OrderUpdated').find(({ order }) => order.id === resting.id)!
    expect(outcome(cancelled.order)).toBe('CANCELLED')
    // What closing cost lies below the goal, and does not matter.
    expect(world.account(trader).collateral).toBeLessThan(dollars('108000'))
    expect(world.account(trader)).toMatchObject({ positions: [], sim: { isFrozen: true } })
  })

  it('is not reached by one micro-dollar less, and a print below it begins anew', () => {
    const scene = createCapitalWorld(EVAL)
    const { world } = scene
    reach(scene, usd6(dollars('108000') - 1))
    world.prices({ AAPL: INDEX + 11 }, 5_000)
    world.prices({ AAPL: INDEX + 9 }, 500)
    world.prices({ AAPL: INDEX + 11 }, 500)
    world.prices({ AAPL: INDEX + 11 }, 500)
    expect(capitalOf(scene).status).toBe('active')
    world.prices({ AAPL: INDEX + 11 }, 500)
    expect(capitalOf(scene).status).toBe('goal_passed')
  })

  it('counts for an account that has closed everything: no price concerns it, so the timer looks', () => {
    const scene = createCapitalWorld(EVAL)
    const { world, trader } = scene
    buyTen(scene)
    setEquity(scene, dollars('109000'))
    world.order(trader, AAPL, 'sell', { size: TEN_SHARES })
    expect([capitalOf(scene).status, world.account(trader).positions]).toEqual(['active', []])
    tick(scene, 999)
    expect(capitalOf(scene).status).toBe('active')
    tick(scene, 1)
    expect(capitalOf(scene).status).toBe('goal_passed')
  })

  it('waits for as many trading days as were agreed: those with a fill, each once', () => {
    const scene = createCapitalWorld({ ...EVAL, minTradingDays: 2 })
    const { world, trader } = scene
    reach(scene)
    world.prices({ AAPL: INDEX + 10 }, 5_000)
    world.order(trader, AAPL, 'buy', { size: 1_000 })
    expect(capitalOf(scene)).toMatchObject({ status: 'active', tradingDays: 1 })
    midnight(scene, { AAPL: INDEX + 10 })
    tick(scene, 1_000)
    expect(capitalOf(scene)).toMatchObject({ status: 'active', tradingDays: 1 })
    world.prices({ AAPL: INDEX + 10 }, 100)
    setEquity(scene, dollars('109000'))
    world.order(trader, AAPL, 'sell', { size: 1_000 })
    tick(scene, 1_000)
    expect(capitalOf(scene)).toMatchObject({ status: 'goal_passed', tradingDays: 2 })
  })
})

describe('S14 a day that begins with a floating loss', () => {
  /** Won a thousand, and lost as much of what is open: above the old limit, below the new one. */
  function scene(): CapitalWorld {
    const made = createCapitalWorld({ ...EVAL, maxDailyLossRatio: ratio4(50) })
    setEquity(made, dollars('101000'))
    buyMany(made)
    const { world, trader } = made
    const { collateral } = world.account(trader)
    world.prices({ AAPL: INDEX - 50 }, 1_000)
    expect(capitalOf(made)).toMatchObject({ status: 'active', maxDailyLossLimit: dollars('99500') })
    expect(world.account(trader).equity).toBeLessThan(collateral - 500 * USDC)
    expect(world.account(trader).equity).toBeGreaterThan(dollars('99500'))
    return made
  }

  it('fails at the reset', () => {
    const made = scene()
    const events = told(midnight(made, { AAPL: INDEX - 50 }))
    expect(events.map(({ status }) => status)).toEqual(['active', 'goal_failed_max_daily_loss'])
    expect(events[1]!.maxDailyLossLimit).toBeGreaterThan(dollars('100000'))
  })

  it('with a price that has become too old, with the next one that is to be trusted', () => {
    const made = scene()
    const { world } = made
    midnight(made)
    expect(capitalOf(made).status).toBe('active')
    world.prices({ AAPL: INDEX - 50 }, 1_000)
    for (const afterMs of [1_000, 1_000, 9_000]) world.prices({ AAPL: INDEX - 50 }, afterMs)
    expect(capitalOf(made).status).toBe('active')
    world.prices({ AAPL: INDEX - 50 }, 5_000)
    expect(capitalOf(made).status).toBe('goal_failed_max_daily_loss')
  })

  it('in a halted market, with the next mark', () => {
    const made = scene()
    const { world } = made
    world.run({ kind: 'SetMarketMode', marketId: 0, mode: 'HALT' })
    midnight(made, { AAPL: INDEX - 50 })
    expect(capitalOf(made).status).toBe('active')
    world.run({ kind: 'SetMarketMode', marketId: 0, mode: 'OPEN' })
    for (const afterMs of [1_000, 1_000, 1_000, 11_000]) world.prices({ AAPL: INDEX - 50 }, afterMs)
    expect(capitalOf(made).status).toBe('goal_failed_max_daily_loss')
  })

  it('beside a market that trades the halted one counts at its last mark', () => {
    const made = scene()
    const { world, trader } = made
    world.order(trader, BTC, 'buy', { size: 1 })
    world.run({ kind: 'SetMarketMode', marketId: 0, mode: 'HALT' })
    midnight(made, { BTC: 1_000_000 })
    expect(capitalOf(made).status).toBe('goal_failed_max_daily_loss')
    // There is no ladder to close against: at the mark.
    expect(world.account(trader).positions).toEqual([])
  })
})

describe('no account is judged', () => {
  it('by a price that is out of date, nor while its market warms up', () => {
    const scene = createCapitalWorld(EVAL)
    const { world, trader } = scene
    buyTen(scene)
    world.order(trader, BTC, 'buy', { size: 10 })
    world.run({ kind: 'SetMarketMode', marketId: 0, mode: 'HALT' })
    world.run({ kind: 'SetMarketMode', marketId: 0, mode: 'OPEN' })
    for (const afterMs of [1_000, 1_000, 1_000]) world.prices({ AAPL: INDEX }, afterMs)
    setEquity(scene, dollars('91000'))
    world.prices({ AAPL: INDEX, BTC: 1_000_000 }, 9_000)
    expect(capitalOf(scene).status).toBe('active')
    world.prices({ AAPL: INDEX, BTC: 1_000_000 }, 1_000)
    expect(capitalOf(scene).status).toBe('goal_failed_max_drawdown')
  })

  it('while the operator has frozen it, and after that with the next price', () => {
    const scene = createCapitalWorld(EVAL)
    const { world, trader } = scene
    buyTen(scene)
    setStatus(world, trader, 'FROZEN')
    comesTo(scene, dollars('91000'), -10)
    expect(capitalOf(scene).status).toBe('active')
    setStatus(world, trader, 'ACTIVE')
    expect(capitalOf(scene).status).toBe('active')
    world.prices({ AAPL: INDEX - 10 }, 1_000)
    expect(capitalOf(scene).status).toBe('goal_failed_max_drawdown')
  })
})

describe('an evaluation or funded account', () => {
  it.each<
    [string, Partial<Record<keyof CapitalTerms | 'goalRatio' | 'profitSplitRatio', number>>, CapitalTerms]
  >([
    ['no goal', { goalRatio: 0 }, EVAL],
    ['a goal of more than everything', { goalRatio: 10_001 }, EVAL],
    ['a loss of nothing', { maxDailyLossRatio: 0 }, EVAL],
    ['a loss of more than everything', { maxDrawdownRatio: 10_001 }, FUNDED],
    ['half a share', { maxDrawdownRatio: 0.5 }, FUNDED],
    ['days below none', { minTradingDays: -1 }, EVAL],
    ['no part of the profit', { profitSplitRatio: 0 }, FUNDED],
  ])('is not opened on terms with %s (1130)', (_, change, terms) => {
    const { world, owner } = createCapitalWorld(EVAL)
    const command = openingOf(traderAddress(999), owner, { ...terms, ...change } as CapitalTerms)
    expect(world.run(command).answer).toEqual({ ok: false, code: REFUSAL.INVALID_PARAMETER })
  })

  it('is not opened with more than can be counted (1130)', () => {
    const { world, owner } = createCapitalWorld(EVAL)
    const command = openingOf(traderAddress(999), owner, EVAL, 4_000_000_001)
    expect(world.run(command).answer).toEqual({ ok: false, code: REFUSAL.INVALID_PARAMETER })
  })

  it('begins with its size from SIM_HOUSE, and is told with its limits', () => {
    const { world, owner } = createCapitalWorld(EVAL)
    const before = house(world)
    const { events } = world.run(openingOf(traderAddress(998), owner, EVAL, 5_000))
    expect(events.map(({ kind }) => kind)).toEqual(['SimAccountOpened', 'CapitalChanged'])
    expect(told({ events } as Applied)).toMatchObject([{ targetEquity: dollars('5400') }])
    expect(house(world) - before).toBe(-5_000 * USDC)
  })

  it('may have been registered before those that were opened earlier: days begin by age of the account', () => {
    const scene = createCapitalWorld(EVAL)
    const { world, owner } = scene
    const early = world.trader(0)
    const between = { ...scene, trader: openCapital(world, owner, EVAL) }
    expect(world.run(openingOf(early.address, owner, EVAL)).answer).toEqual({ ok: true })
    const ids = [early, scene.trader, between.trader].map((one) => world.account(one).accountId)
    expect(ids.toSorted((a, b) => a - b)).not.toEqual(ids)
    const { events } = midnight(scene)
    const order = eventsOf(events, 'CapitalChanged').map(({ account }) => account)
    const byId = [scene.trader, early, between.trader].map(({ address }) => address)
    expect(order).toEqual(byId)
  })

  it('that stands at its goal with nothing open passes after a restart, by the timer', () => {
    const scene = createCapitalWorld(EVAL)
    const { world, trader } = scene
    buyTen(scene)
    setEquity(scene, dollars('109000'))
    world.order(trader, AAPL, 'sell', { size: TEN_SHARES })
    const restored = decodeState(encodeState(world.exchange))
    const ticked = { seq: restored.seq + 1, timeMs: timeMs(restored.timeMs + 1_000) }
    const { events } = apply(restored, { ...ticked, command: { kind: 'TickTimer' } })
    expect(eventsOf(events, 'CapitalChanged')).toMatchObject([{ capital: { status: 'goal_passed' } }])
  })

  it('begins its next day after a restart, and none twice', () => {
    const scene = createCapitalWorld(EVAL)
    midnight(scene)
    const restored = decodeState(encodeState(scene.world.exchange))
    const daysAt = (afterMs: number): number => {
      const ticked = { seq: restored.seq + 1, timeMs: timeMs(restored.timeMs + afterMs) }
      const { events } = apply(restored, { ...ticked, command: { kind: 'TickTimer' } })
      return eventsOf(events, 'CapitalChanged').length
    }
    expect([daysAt(1_000), daysAt(86_398_999), daysAt(1), daysAt(1_000)]).toEqual([0, 0, 1, 0])
  })

  it('goes on from a snapshot as if nothing had been: at its goal, after a day, on its way to a limit', () => {
    const scene = createCapitalWorld(EVAL)
    const { world } = scene
    const others = [FUNDED, EVAL, EVAL].map((terms) => ({
      ...scene,
      trader: openCapital(world, scene.owner, terms),
    }))
    for (const one of [scene, ...others]) buyTen(one)
    midnight(scene, AT_INDEX)
    setEquity(scene, dollars('109000'))
    setEquity(others[1]!, dollars('96001'))
    world.prices({ AAPL: INDEX + 1 }, 1_000)
    const restored = decodeState(encodeState(world.exchange))
    expect(encodeState(restored)).toBe(encodeState(world.exchange))
    const other: CapitalWorld['world'] = { ...world, exchange: restored, log: [] }
    for (const [price, afterMs] of [
      [INDEX + 1, 500],
      [INDEX - 20, 600],
      [INDEX - 8_000, 1_000],
    ] as const) {
      const both = [world, other].map((one) => {
        const sequenced = {
          seq: one.exchange.seq + 1,
          timeMs: (one.exchange.timeMs + afterMs) as never,
          command: {
            kind: 'UpdateIndexPrices',
            prices: [
              {
                marketId: 0,
                price: price as never,
                conf: 0 as never,
                held: false,
                sourceTimeMs: (one.exchange.timeMs + afterMs) as never,
              },
            ],
          },
        } as const
        return { sequenced, exchange: one.exchange }
      })
      const applied = both.map(({ sequenced, exchange }) => apply(exchange, sequenced))
      expect(applied[1]).toEqual(applied[0])
    }
    expect(encodeState(restored)).toBe(encodeState(world.exchange))
    expect(world.exchange.accounts.map(({ capital }) => capital?.status).filter(Boolean)).toContain(
      'goal_passed',
    )
  })
})

describe('a delisting', () => {
  /** The pool is short for all it may, so quotes and mark stand above the index, at which everything will end. */
  function delisted(terms: CapitalTerms) {
    const scene = createCapitalWorld(terms)
    const { world, owner, trader } = scene
    expect(outcome(world.order(owner, AAPL, 'buy', { size: 35_000_000 }))).toBe('FILLED')
    for (const _ of [1, 2])
      expect(world.order(trader, AAPL, 'buy', { size: 8_000_000 }).status).toBe('FILLED')
    for (let second = 0; second < 300; second += 1) {
      if (second % 3 === 0) world.prices({ AAPL: INDEX })
      tick(scene, 1_000)
    }
    world.run({ kind: 'AnnounceDelisting', marketId: 0 })
    world.prices({ AAPL: INDEX }, 86_399_000)
    tick(scene)
    setEquity(scene, usd6(capitalOf(scene).maxDailyLossLimit + dollars('100')))
    world.prices({ AAPL: INDEX }, 1_000)
    expect(world.exchange.markets[0]!.mark).toBeGreaterThan(INDEX)
    expect(capitalOf(scene).status).toMatch(/active$/)
    world.run({ kind: 'DelistMarket', marketId: 0 })
    expect(world.account(trader).positions).toEqual([])
    expect(world.account(trader).equity).toBeLessThan(capitalOf(scene).maxDailyLossLimit)
    return capitalOf(scene).status
  }

  it.each([
    [EVAL, 'goal_failed_max_daily_loss'],
    [FUNDED, 'funded_failed_max_daily_loss'],
  ])('that takes an account below its limit ends it', (terms, status) => {
    expect(delisted(terms)).toBe(status)
  })
})
