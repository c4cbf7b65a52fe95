/**
 * Engine and twin through nothing but liquidations: few traders at high leverage, thin pools, users against users and
 * against the pool, prices in steps and gaps, sometimes held or stale, and the minutes in which the backstop sells.
 */
import { describe, expect, it } from 'vitest'
import {
  apply,
  createExchange,
  launchMarkets,
  type Command,
  type EngineEvent,
  type MarketSpec,
  type PlaceOrder,
} from '@vest/engine'
import { lots, ticks, timeMs, usd6, type Address, type Hex, type Id } from '@vest/protocol'
import { createPrng, type Prng } from '../prng.ts'
import { createCompanion, differenceText } from './companion.ts'

const SYMBOLS = ['BTC-PERP', 'COIN-USD-PERP', 'EUR-USD-PERP', 'CRCL-USD-PERP']
const START_PRICES = [9_200_000, 255_000, 115_000, 71_000]
const TRADERS = 7
const STEPS = 500
const USDC = 1_000_000

const hex = (digits: number, value: number): Hex => `0x${value.toString(16).padStart(digits, '0')}`

interface Seen {
  inPart: number
  inFull: number
  deleveraged: number
  takenOver: number
  sold: number
  insolvent: number
}

/** One life; the first difference between the two ends it. */
function live(seed: number): { readonly difference: string | undefined; readonly seen: Seen } {
  const prng = createPrng(seed)
  const specs = SYMBOLS.map((symbol) => launchMarkets().find((spec) => spec.symbol === symbol)!)
  const prices = specs.map((_, at) => START_PRICES[at]!)
  const state = createExchange()
  const companion = createCompanion(state, { digestsFrom: 1 })
  const seen: Seen = { inPart: 0, inFull: 0, deleveraged: 0, takenOver: 0, sold: 0, insolvent: 0 }
  let nowMs = 1_700_000_000_000
  let difference: string | undefined
  const run = (command: Command): void => {
    const sequenced = { seq: state.seq + 1, timeMs: timeMs(nowMs), command }
    const before = state.markets.map(({ backstop }) => ({
      size: backstop?.size ?? 0,
      offered: backstop?.offered ?? 0,
    }))
    const applied = apply(state, sequenced)
    const found = companion.follow(sequenced, applied)
    note(seen, command, applied.events)
    state.markets.forEach(({ backstop }, at) => {
      const was = before[at] ?? { size: 0, offered: 0 }
      const size = backstop?.size ?? 0
      if (size > was.size) seen.takenOver += 1
      if (size < was.size && was.size - size === was.offered - (backstop?.offered ?? 0)) seen.sold += 1
    })
    if (state.solvency === 'INSOLVENT') seen.insolvent += 1
    difference ??= found && differenceText(found)
  }
  genesis(prng, specs, run)
  for (let step = 0; step < STEPS && difference === undefined; step += 1) {
    nowMs += prng.chance(0.03) ? 30_000 : prng.pick([0, 200, 1_000, 3_000])
    const roll = prng.next()
    if (roll < 0.5) run(order(prng, { specs, prices, nowMs, number: step }))
    else if (roll < 0.75) run(move(prng, prices, nowMs))
    else if (roll < 0.88) run({ kind: 'TickTimer' })
    else if (roll < 0.92) run(credit(prng.int(0, TRADERS - 1), 0xe000 + step, prng.pick([1_000, 5_000])))
    else if (roll < 0.93) run({ kind: 'TickFunding', hourMs: timeMs(step * 3_600_000) })
    else if (roll < 0.94)
      run({ kind: 'SetMarketMode', marketId: prng.int(0, 3), mode: prng.pick(['OPEN', 'HALT'] as const) })
    else
      for (let marketId = 0; marketId < 4; marketId += 1)
        run({ kind: 'SetMarketMode', marketId, mode: 'OPEN' })
  }
  return { difference, seen }
}

function note(seen: Seen, command: Command, events: readonly EngineEvent[]): void {
  if (command.kind === 'PlaceOrder') return
  for (const event of events) {
    if (event.kind !== 'OrderUpdated' || event.order.orderType !== 'LIQUIDATION') continue
    const { account, symbol, code } = event.order
    const after = events.findLast(
      (other) => other.kind === 'PositionChanged' && other.account === account && other.symbol === symbol,
    )
    const isPart = after?.kind === 'PositionChanged' && after.size > 0
    if (code !== undefined) seen.deleveraged += 1
    else if (isPart) seen.inPart += 1
    else seen.inFull += 1
  }
}

function genesis(prng: Prng, specs: readonly MarketSpec[], run: (command: Command) => void): void {
  for (const spec of specs) run({ kind: 'ListMarket', spec })
  const seeds = {
    POOL: prng.pick([20_000, 300_000, 2_000_000]),
    POOL_ISO: prng.pick([0, 50_000, 400_000]),
    INSURANCE: prng.pick([0, 200, 20_000]),
  }
  for (const account of ['POOL', 'POOL_ISO', 'INSURANCE'] as const)
    run({ kind: 'SeedSystemAccount', account, amountUsd6: usd6(seeds[account] * USDC) })
  for (let who = 0; who < TRADERS; who += 1) {
    const account = hex(40, 0xa0 + who) as Address
    run({
      kind: 'Register',
      account,
      networkType: 0,
      signer: account,
      expiryTimeMs: timeMs(9_000_000_000_000),
      apiKeyHash: hex(64, who + 1),
      proofSignature: '0x',
      verifyingContract: account,
      isMobile: false,
    })
    run(credit(who, 0xd000 + who, prng.pick([600, 3_000, 3_000, 9_000, 40_000])))
    for (const spec of specs)
      run({
        kind: 'SetLeverage',
        account,
        symbol: spec.symbol,
        leverage: spec.isolated ? 5 : prng.pick([10, 20]),
      })
  }
}

function credit(who: number, number: number, dollars: number): Command {
  const account = hex(40, 0xa0 + who) as Address
  const id = hex(64, number) as Id
  return {
    kind: 'CreditDeposit',
    id,
    chainId: 42_161,
    txHash: id,
    logIndex: 0,
    blockHash: id,
    account,
    from: account,
    amountUsd6: usd6(dollars * USDC),
    token: account,
    finality: 'FINAL',
  }
}

function order(
  prng: Prng,
  input: { specs: readonly MarketSpec[]; prices: readonly number[]; nowMs: number; number: number },
): PlaceOrder {
  const { specs, prices, nowMs, number } = input
  const market = prng.int(0, specs.length - 1)
  const account = hex(40, 0xa0 + prng.int(0, TRADERS - 1)) as Address
  const isBuy = prng.chance(0.5)
  const value = prng.pick([2_000, 12_000, 30_000, 60_000]) * USDC
  const away = prng.pick([0, 0.0005, 0.01, 0.01]) * (isBuy ? 1 : -1)
  return {
    kind: 'PlaceOrder',
    id: hex(64, 0x10_000 + number) as Id,
    account,
    signer: account,
    nonce: number,
    orderTimeMs: timeMs(nowMs),
    recvWindowMs: 5_000,
    symbol: specs[market]!.symbol,
    isBuy,
    size: lots(Math.max(1, Math.floor(value / prices[market]!))),
    orderType: 'LIMIT',
    limitPrice: ticks(Math.max(1, Math.round(prices[market]! * (1 + away)))),
    reduceOnly: false,
    timeInForce: prng.pick(['GTC', 'IOC'] as const),
  }
}

function move(prng: Prng, prices: number[], nowMs: number): Command {
  const most = prng.pick([0.001, 0.005, 0.02, 0.02, 0.12])
  const told = prices.flatMap((_, marketId) => (prng.chance(0.6) ? [marketId] : []))
  // Now and then so far that the pool cannot pay.
  const leaping = prng.chance(0.02) ? prng.int(0, prices.length - 1) : undefined
  if (leaping !== undefined)
    prices[leaping] = Math.round(prices[leaping]! * (prices[leaping]! > START_PRICES[leaping]! ? 0.25 : 4))
  for (const marketId of told)
    prices[marketId] = Math.max(1_000, Math.round(prices[marketId]! * (1 + (2 * prng.next() - 1) * most)))
  return {
    kind: 'UpdateIndexPrices',
    prices: told.map((marketId) => ({
      marketId,
      price: ticks(prices[marketId]!),
      sourceTimeMs: timeMs(nowMs - prng.pick([0, 0, 0, 7_000])),
      conf: ticks(0),
      held: prng.chance(0.05),
    })),
  }
}

describe('the engine and its twin through liquidations', () => {
  const seeds = Array.from({ length: 14 }, (_, at) => at + 1)
  const all: Seen[] = []
  it.each(seeds)('say the same after every command of seed %i', (seed) => {
    const { difference, seen } = live(seed)
    all.push(seen)
    expect(difference).toBeUndefined()
  })

  it('have met every way in which a liquidation ends', () => {
    const sum = (of: keyof Seen): number => all.reduce((total, seen) => total + seen[of], 0)
    for (const what of ['inPart', 'inFull', 'deleveraged', 'takenOver', 'sold', 'insolvent'] as const)
      expect(sum(what), what).toBeGreaterThan(5)
  })
})
