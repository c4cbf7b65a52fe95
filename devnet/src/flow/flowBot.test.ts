import { REFUSAL, lots, ticks, usd6 } from '@vest/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import type { BotKeys } from './botKeys.ts'
import { createFlowBot, type FlowBot } from './flowBot.ts'
import type { FlowAccountState, FlowAnswer, FlowExchange, FlowOrder } from './flowExchange.ts'

const keys: BotKeys = {
  name: 'taker-1',
  address: `0x${'1'.repeat(40)}`,
  primaryKey: '0x01',
  sessionKey: '0x02',
}
const buy: FlowOrder = { symbol: 'BTC-PERP', isBuy: true, size: lots(10), reduceOnly: false }
const state = (equity: number, bound: number, position = 0): FlowAccountState => ({
  equityUsd6: usd6(equity * 1_000_000),
  boundUsd6: usd6(bound * 1_000_000),
  positions: new Map([['BTC-PERP', position]]),
})

let nowMs: number
let next: {
  state: FlowAccountState | undefined
  answer: FlowAnswer
  rejections: { symbol: string; code: number }[]
}
let funded: number
let isDry: boolean
let bot: FlowBot
const exchange: FlowExchange = {
  markets: async () => [],
  watchPrices: () => () => {},
  open: async () => ({
    address: keys.address,
    state: async () => next.state,
    restingOrders: async () => [],
    rejectionsSince: async () => next.rejections,
    place: async () => next.answer,
    cancel: async () => next.answer,
  }),
  close: () => {},
}
beforeEach(() => {
  nowMs = 1_800_000_000_000
  next = { state: state(10_000, 0), answer: { kind: 'accepted', id: 'x' }, rejections: [] }
  funded = 0
  isDry = false
  bot = createFlowBot({
    keys,
    exchange,
    nowMs: () => nowMs,
    fund: async () => {
      if (isDry) throw new Error('dry')
      funded += 1
    },
  })
})

describe('flow bot', () => {
  it('reckons market orders in until the account says what became of them', async () => {
    await bot.look()
    await bot.place(buy)
    await bot.place(buy)
    expect(bot.position('BTC-PERP')).toBe(20)
    next.state = state(10_000, 50, 10)
    await bot.look()
    expect(bot.position('BTC-PERP')).toBe(10)
  })

  it('does not reckon in what was refused, nor what rests; what was lost may have happened', async () => {
    await bot.look()
    next.answer = { kind: 'refused', code: REFUSAL.MARKET_CLOSED }
    await bot.place(buy)
    next.answer = { kind: 'busy' }
    await bot.place(buy)
    next.answer = { kind: 'accepted', id: 'x' }
    await bot.place({ ...buy, limitPrice: ticks(9_000_000) })
    expect(bot.position('BTC-PERP')).toBe(0)
    next.answer = { kind: 'unreachable' }
    await bot.place(buy)
    expect(bot.position('BTC-PERP')).toBe(10)
  })

  it('leaves a market alone for half a minute after a refusal, at once or late', async () => {
    await bot.look()
    next.answer = { kind: 'refused', code: REFUSAL.MARKET_CLOSED }
    await bot.place(buy)
    expect(bot.isMuted('BTC-PERP')).toBe(true)
    expect(bot.isMuted('ETH-PERP')).toBe(false)
    nowMs += 30_000
    expect(bot.isMuted('BTC-PERP')).toBe(false)
    next.rejections = [{ symbol: 'ETH-PERP', code: REFUSAL.PRICE_CHECK_FAILED }]
    await bot.look()
    expect(bot.isMuted('ETH-PERP')).toBe(true)
  })

  it('only reduces while more than 60 % of its equity is bound', async () => {
    next.state = state(10_000, 6_000)
    await bot.look()
    expect(bot.isReducing()).toBe(false)
    next.state = state(10_000, 6_001)
    await bot.look()
    expect(bot.isReducing()).toBe(true)
  })

  it('asks for money when poor, once an hour, and again after two minutes when it got none', async () => {
    next.state = undefined
    isDry = true
    await expect(bot.look()).rejects.toThrow('dry')
    expect(bot.isReady()).toBe(false)
    isDry = false
    nowMs += 119_000
    await bot.look()
    expect(funded).toBe(0)
    nowMs += 1_000
    await bot.look()
    expect(funded).toBe(1)
    next.state = state(2_999, 0)
    nowMs += 3_600_000
    await bot.look()
    expect(funded).toBe(1)
    nowMs += 60_000
    await bot.look()
    expect(funded).toBe(2)
    next.state = state(3_000, 0)
    nowMs += 7_200_000
    await bot.look()
    expect(funded).toBe(2)
  })

  it('trades from 200 dollars of equity on', async () => {
    next.state = state(199, 0)
    await bot.look()
    expect(bot.isReady()).toBe(false)
    next.state = state(200, 0)
    await bot.look()
    expect(bot.isReady()).toBe(true)
  })
})
