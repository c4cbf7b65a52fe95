import { ticks } from '@vest/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BotKeys } from './botKeys.ts'
import { MARKET_PROFILES } from '../prices/marketProfile.ts'
import { createExchangeInMemory } from './testing/exchangeInMemory.ts'
import { FlowUnavailable, type FlowClock } from './flowExchange.ts'
import {
  createTradingFlow,
  FLOW_BOT_NAMES,
  flowStakeUsd6,
  type TradingFlow,
  type TradingFlowOptions,
} from './tradingFlow.ts'

/** Time that passes when the test says so; after each timer all promises that can settle have settled. */
function createManualClock() {
  let nowMs = 1_800_000_000_000
  let nextHandle = 1
  const timers = new Map<number, { readonly atMs: number; readonly callback: () => void }>()
  const clock: FlowClock = {
    now: () => nowMs,
    setTimeout(callback, delayMs) {
      // Node takes it for 1 ms.
      if (!Number.isFinite(delayMs)) throw new RangeError(`a timer of ${delayMs} ms`)
      const handle = nextHandle
      nextHandle += 1
      timers.set(handle, { atMs: nowMs + delayMs, callback })
      return handle
    },
    clearTimeout: (handle) => void timers.delete(handle as number),
  }
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  async function pass(ms: number): Promise<void> {
    const untilMs = nowMs + ms
    await settle()
    for (;;) {
      let due: number | undefined
      for (const [handle, { atMs }] of timers)
        if (atMs <= untilMs && (due === undefined || atMs < timers.get(due)!.atMs)) due = handle
      if (due === undefined) break
      const timer = timers.get(due)!
      timers.delete(due)
      nowMs = Math.max(nowMs, timer.atMs)
      timer.callback()
      await settle()
    }
    nowMs = untilMs
  }
  return { clock, pass, pending: () => timers.size }
}

const keys: readonly BotKeys[] = FLOW_BOT_NAMES.map((name, i) => ({
  name,
  address: `0x${String(i + 1).padStart(40, '0')}`,
  primaryKey: '0x01',
  sessionKey: '0x02',
}))
const FAUCET_USD6 = 10_000_000_000
const moneyOf = (name: string): number => FAUCET_USD6 + flowStakeUsd6(name)

let time: ReturnType<typeof createManualClock>
let market: ReturnType<typeof createExchangeInMemory>
let flow: TradingFlow
let troubles: unknown[]
let failures: unknown[]
let funded: string[]

function begin(options: Partial<TradingFlowOptions> = {}): void {
  flow = createTradingFlow({
    exchange: market.exchange,
    keys,
    clock: time.clock,
    seed: 'test',
    fund: async ({ name, address }) => {
      funded.push(address)
      market.credit(address, moneyOf(name))
    },
    onTrouble: (error) => troubles.push(error),
    onFailure: (error) => failures.push(error),
    ...options,
  })
  flow.start()
}
beforeEach(() => {
  time = createManualClock()
  market = createExchangeInMemory('market')
  troubles = []
  failures = []
  funded = []
})
afterEach(async () => {
  await flow.stop()
  expect(failures).toEqual([])
})

/** Seconds of market life: prices move, then the flow acts. */
async function live(seconds: number, each?: () => void): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    market.tick()
    await time.pass(1_000)
    each?.()
  }
}
const tradesOf = (symbol: string): number => market.trades.get(symbol) ?? 0

describe('trading flow', () => {
  it('trades nothing where it knows no market, and goes on waiting for nothing', async () => {
    begin({ exchange: { ...market.exchange, markets: async () => [] } })
    await live(30)
    expect(flow.report()).toMatchObject({ takerOrders: 0 })
    expect(troubles).toEqual([])
  })

  it('funds each bot once and brings all of them to trade', async () => {
    begin()
    await live(30)
    expect([...funded].sort()).toEqual(keys.map((bot) => bot.address).sort())
    expect(flow.report().readyBots).toBe(keys.length)
    await live(300)
    expect(funded).toHaveLength(keys.length)
  })

  it('trades the busiest markets every few seconds and every market within the hour, at about seven requests a second', async () => {
    begin()
    await live(60)
    const before = { ...market.counts }
    const seconds = 3_600
    await live(seconds)
    for (const symbol of ['COIN-USD-PERP', 'BTC-PERP', 'ETH-PERP', 'SOL-PERP'])
      expect(tradesOf(symbol) / seconds).toBeGreaterThan(0.3)
    expect(market.trades.size).toBe(MARKET_PROFILES.length)
    const perSecond = (market.counts.signed - before.signed) / seconds
    expect(perSecond).toBeGreaterThan(3.5)
    expect(perSecond).toBeLessThan(8)
    expect((market.counts.requests - before.requests) / seconds).toBeLessThan(10)
  })

  it('keeps margin bounded and inventory around zero for half a day, and asks for money only when poor', async () => {
    begin()
    let worst = 0
    let signSum = 0
    let signs = 0
    await live(6 * 3_600, () => {
      for (const account of market.accounts.values()) {
        const { equity, bound } = market.valueOf(account)
        if (equity > 0) worst = Math.max(worst, bound / equity)
        for (const size of account.positions.values()) {
          signSum += Math.sign(size)
          signs += 1
        }
      }
    })
    expect(worst).toBeLessThan(0.45)
    expect(Math.abs(signSum / signs)).toBeLessThan(0.1)
    for (const account of market.accounts.values())
      expect(market.valueOf(account).equity).toBeGreaterThan(2_000_000_000)
    // Twelve rounds at most would be one each half hour: the faucet's own limit is one an hour.
    expect(funded.length).toBeLessThanOrEqual(keys.length * 6)
  }, 120_000)

  const restingOfMakers = () =>
    keys
      .filter(({ name }) => name.startsWith('maker'))
      .flatMap(({ address }) => [...(market.accounts.get(address)?.resting.values() ?? [])])

  it('keeps orders of many sizes resting on both sides of the liquid markets, which come and go', async () => {
    begin()
    await live(300)
    const before = restingOfMakers()
    const sides = new Set(before.map((order) => `${order.symbol} ${order.isBuy}`))
    expect(sides.size).toBeGreaterThan(35)
    expect(before.length).toBeGreaterThan(sides.size * 1.8)
    expect(before.length).toBeLessThanOrEqual(sides.size * 3)
    await live(300)
    const ids = new Set(restingOfMakers().map(({ id }) => id))
    const left = before.filter(({ id }) => ids.has(id)).length
    expect(left / before.length).toBeLessThan(0.5)
  })

  it('holds positions: open interest in proportion to volume, as long as short', async () => {
    begin()
    await live(1_200)
    const [long, short] = ['holder-long', 'holder-short'].map((name) =>
      market.accounts.get(keys.find((bot) => bot.name === name)!.address)!,
    )
    const ratios = MARKET_PROFILES.map((profile) => {
      const held = long!.positions.get(profile.symbol) ?? 0
      expect(short!.positions.get(profile.symbol) ?? 0, profile.symbol).toBe(-held)
      return (held * profile.startPrice) / profile.takersPerSecond
    }).sort((a, b) => a - b)
    expect(ratios.filter((ratio) => ratio === 0).length).toBeLessThan(ratios.length / 20)
    const [low, high] = [ratios[Math.floor(ratios.length * 0.1)]!, ratios[Math.floor(ratios.length * 0.9)]!]
    expect(high / low).toBeLessThan(2.5)
    // Some percent of a day's volume, and far from a liquidation.
    const dayUsd6 = 800e6 * Math.exp(0.9 ** 2 / 2) * 86_400
    expect(ratios[ratios.length >> 1]! / dayUsd6).toBeGreaterThan(0.01)
    const quiet = market.counts.signed
    await live(600)
    expect((market.counts.signed - quiet) / 600).toBeLessThan(8)
  })

  it('holds positions in the liveliest markets within a minute', async () => {
    begin()
    await live(60)
    const long = market.accounts.get(keys.find(({ name }) => name === 'holder-long')!.address)!
    const liveliest = MARKET_PROFILES.toSorted((a, b) => b.takersPerSecond - a.takersPerSecond).slice(0, 10)
    for (const { symbol } of liveliest) expect(long.positions.get(symbol) ?? 0, symbol).toBeGreaterThan(0)
  })

  it('takes over what rests from an earlier life, and cancels what is too much', async () => {
    begin()
    await live(200)
    await flow.stop()
    const maker = market.accounts.get(keys.find((bot) => bot.name === 'maker-1')!.address)!
    const before = maker.resting.size
    const copy = [...maker.resting.values()][0]!
    maker.resting.set('stranger', { ...copy, id: 'stranger' })
    begin()
    await live(30)
    expect(maker.resting.has('stranger') && maker.resting.has(copy.id)).toBe(false)
    expect(maker.resting.size).toBeLessThanOrEqual(before + 3)
  })

  it('cancels in time what rests without its knowing', async () => {
    begin()
    await live(60)
    const maker = market.accounts.get(keys.find((bot) => bot.name === 'maker-1')!.address)!
    const copy = [...maker.resting.values()][0]!
    maker.resting.set('lost', { ...copy, id: 'lost', limitPrice: ticks(1), isBuy: true })
    await live(400)
    expect(maker.resting.has('lost')).toBe(false)
  })

  it('leaves halted markets alone, and all of them when prices no longer come', async () => {
    market.halt('BTC-PERP')
    begin()
    await live(120)
    expect(tradesOf('BTC-PERP')).toBe(0)
    expect(tradesOf('ETH-PERP')).toBeGreaterThan(20)
    market.setSilent(true)
    // A price holds for fifteen seconds; what two holders have begun then ends four later.
    await live(20)
    const before = market.counts.signed
    await live(60)
    expect(market.counts.signed).toBe(before)
  })

  it('waits for an exchange that is not up yet', async () => {
    market.setCondition('down')
    begin()
    await live(30)
    expect(market.counts.requests).toBeLessThan(40)
    market.setCondition('up')
    await live(60)
    expect(flow.report().readyBots).toBe(keys.length)
  })

  it('goes quiet while the exchange is away and trades on when it is back', async () => {
    begin()
    await live(60)
    market.setCondition('down')
    const before = market.counts.requests
    await live(300)
    expect(market.counts.requests - before).toBeLessThan(80)
    expect(flow.report().pauses).toBeGreaterThan(3)
    expect(troubles.every((error) => error instanceof FlowUnavailable)).toBe(true)
    market.setCondition('up')
    const tradesBefore = tradesOf('BTC-PERP')
    await live(120)
    expect(tradesOf('BTC-PERP') - tradesBefore).toBeGreaterThan(15)
  })

  it('backs off when the exchange is overloaded', async () => {
    begin()
    await live(60)
    market.setCondition('busy')
    const before = market.counts.signed
    await live(100)
    expect(market.counts.signed - before).toBeLessThan(25)
    market.setCondition('up')
    await live(60)
    expect(market.counts.signed - before).toBeGreaterThan(60)
  })

  it('registers again when its key is no longer accepted', async () => {
    begin()
    await live(60)
    const opened = market.counts.opened
    market.setCondition('unauthorized')
    await live(60)
    expect(market.counts.opened).toBeGreaterThan(opened)
    expect(flow.report().readyBots).toBe(keys.length)
  })

  it('goes on when the faucet gives nothing, and tells of it', async () => {
    begin({
      fund: async ({ name, address }) => {
        if (name === 'taker-1') throw new Error('the faucet is dry')
        market.credit(address, moneyOf(name))
      },
    })
    await live(60)
    expect(troubles).toEqual([new Error('the faucet is dry')])
    expect(flow.report().readyBots).toBe(keys.length - 1)
  })

  it('stops at once: no timer is left, no request leaves, the feed is closed', async () => {
    begin()
    await live(60)
    await flow.stop()
    const before = { ...market.counts }
    expect(time.pending()).toBe(0)
    expect(market.listening()).toBe(0)
    expect(market.counts.closed).toBe(1)
    await live(60)
    expect(market.counts).toEqual(before)
  })

  it('stops itself and says so when it meets a defect', async () => {
    const broken = { ...market.exchange, markets: () => Promise.reject(new TypeError('defect')) }
    begin({ exchange: broken })
    await time.pass(10)
    expect(failures).toEqual([new TypeError('defect')])
    expect(time.pending()).toBe(0)
    failures = []
  })

  it('makes the same orders for the same seed', async () => {
    const run = async (): Promise<unknown> => {
      time = createManualClock()
      market = createExchangeInMemory('market')
      begin()
      await live(120)
      await flow.stop()
      return [[...market.trades], market.counts]
    }
    const first = await run()
    expect(await run()).toEqual(first)
  })
})
