/** What a program's own key gives away in a day is bounded, whichever program holds it and whatever it sends. */
import { REFUSAL, type Address, type Hex, timeMs, usd6 } from '@vest/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CreateApiKey, MarketSpec } from '../api/index.ts'
import { query } from '../queries/query.ts'
import { decodeState, encodeState } from '../snapshot/snapshot.ts'
import { leverage } from '../testing/liquidations.ts'
import {
  createWorld,
  eventsOf,
  FIG,
  type OrderInput,
  outcome,
  placeOrder,
  type Trader,
  type World,
} from '../testing/world.ts'

const USDC = 1_000_000
const DAY_MS = 86_400_000
const MARK = 50_000
const OWN = `0x5e${'0'.repeat(37)}1` as Address
/** No other account quotes: everything is between the thief and the victim. */
const ALONE: MarketSpec = {
  ...FIG,
  isolated: false,
  initMarginRatio: 500 as MarketSpec['initMarginRatio'],
  maintMarginRatio: 250 as MarketSpec['maintMarginRatio'],
  risk: { ...FIG.risk, inventoryLimitUsd6: usd6(0) },
}

const keyOf = (victim: Trader, change: Partial<CreateApiKey> = {}): CreateApiKey => ({
  kind: 'CreateApiKey',
  account: victim.address,
  signer: OWN,
  label: 'maker',
  apiKeyHash: `0x${'c'.repeat(64)}` as Hex,
  scopes: ['read', 'trade'],
  ipAllowList: [],
  hasOwnSigner: true,
  maxDailyLossUsd6: usd6(100 * USDC),
  ...change,
})
function stolen(bound = 100 * USDC, audit = true) {
  const world = createWorld({ markets: [ALONE], poolDollars: 1_000_000, audit })
  const [victim, thief] = [world.trader(100_000), world.trader(1_000_000)]
  world.prices({ FIG: MARK })
  for (const one of [victim, thief]) leverage(world, one, ALONE, 20)
  expect(world.run(keyOf(victim, { maxDailyLossUsd6: usd6(bound) })).answer.ok).toBe(true)
  return { world, victim, thief }
}
const lost = ({ exchange }: World): number => query(exchange, 'lostToday', { signers: [OWN] })[0]!
/** The thief asks so far above the mark, and buys with the victim's key. */
function print(
  { world, victim, thief }: ReturnType<typeof stolen>,
  price: number,
  size: number,
  by: Partial<OrderInput> = {},
) {
  world.order(thief, ALONE, 'sell', { size, limitPrice: price })
  const order = { size, limitPrice: price, timeInForce: 'IOC', signer: OWN, ...by } as const
  return outcome(world.order(victim, ALONE, 'buy', order))
}

describe('the bound on what a key gives away', () => {
  it('counts what fills are worse than the mark, and their fees', () => {
    const scene = stolen()
    // A share at 51 where it is worth 50: a dollar, and 30 parts of 100,000.
    expect(print(scene, 51_000, 1_000)).toBe('FILLED')
    expect(lost(scene.world)).toBe(USDC + 15_300)
    // Nothing for what is better than the mark but the fee.
    expect(print(scene, 49_000, 1_000)).toBe('FILLED')
    expect(lost(scene.world)).toBe(USDC + 15_300 + 14_700)
  })

  it('refuses the order that would exceed it, also one that reduces, with 3033; others of the account trade on', () => {
    const scene = stolen()
    expect(print(scene, 51_000, 90_000)).toBe('FILLED')
    expect(print(scene, 51_000, 10_000)).toBe('REJECTED DAILY_LOSS_LIMIT')
    const { world, victim, thief } = scene
    world.order(thief, ALONE, 'buy', { size: 20_000, limitPrice: 49_000 })
    const sell = { size: 20_000, limitPrice: 49_000, reduceOnly: true, timeInForce: 'IOC' } as const
    expect(outcome(world.order(victim, ALONE, 'sell', { ...sell, signer: OWN }))).toBe(
      'REJECTED DAILY_LOSS_LIMIT',
    )
    expect(outcome(world.order(victim, ALONE, 'sell', sell))).toBe('FILLED')
  })

  it('keeps room for what its resting orders would cost', () => {
    const { world, victim } = stolen()
    const bid = (size: number, limitPrice = 51_000) =>
      outcome(world.order(victim, ALONE, 'buy', { size, limitPrice, signer: OWN }))
    expect(bid(60_000)).toBe('NEW')
    expect(bid(60_000)).toBe('REJECTED DAILY_LOSS_LIMIT')
    expect(bid(40_000)).toBe('NEW')
    expect(bid(1)).toBe('REJECTED DAILY_LOSS_LIMIT')
    // What is no worse than the mark costs nothing.
    expect(bid(1_000, MARK)).toBe('NEW')
  })

  it('begins anew at 00:00 UTC, and stands in the snapshot', () => {
    const scene = stolen()
    const { world } = scene
    expect(print(scene, 51_000, 90_000)).toBe('FILLED')
    expect(encodeState(decodeState(encodeState(world.exchange)))).toBe(encodeState(world.exchange))
    expect(query(decodeState(encodeState(world.exchange)), 'lostToday', { signers: [OWN] })).toEqual([
      lost(world),
    ])
    world.run({ kind: 'TickTimer' }, DAY_MS - (world.now() % DAY_MS))
    // After so long without a price it takes three of them.
    for (let at = 0; at < 4; at += 1) world.prices({ FIG: MARK }, 1_000)
    expect(lost(world)).toBe(0)
    expect(print(scene, 51_000, 90_000)).toBe('FILLED')
  })

  it('is the key’s own: of a signer that is known, of a session, or below zero there is none', () => {
    const { world, victim, thief } = stolen()
    const again = (change: Partial<CreateApiKey>) =>
      world.run(keyOf(victim, { apiKeyHash: `0x${'d'.repeat(64)}` as Hex, ...change })).answer
    const refused = { ok: false, code: REFUSAL.INVALID_PARAMETER }
    expect(again({})).toEqual(refused)
    expect(again({ account: thief.address, maxDailyLossUsd6: usd6(9_000 * USDC) })).toEqual(refused)
    expect(again({ signer: victim.address })).toEqual(refused)
    expect(again({ signer: `0x${'6'.repeat(40)}`, maxDailyLossUsd6: usd6(-1) })).toEqual(refused)
    const { hasOwnSigner: _, ...ofSession } = keyOf(victim, { apiKeyHash: `0x${'e'.repeat(64)}` as Hex })
    expect(world.run({ ...ofSession, signer: victim.address }).answer).toEqual(refused)
  })

  it('holds for amendments: of its own orders by the bound, of others’ not at all', () => {
    const { world, victim } = stolen()
    const orders = [victim.address, OWN].map((signer) =>
      world.order(victim, ALONE, 'buy', { size: 200_000, limitPrice: 49_000, signer }),
    )
    const amended = orders.map(
      ({ id, size }, at) =>
        world.run({
          kind: 'AmendOrder',
          id,
          account: victim.address,
          signer: OWN,
          nonce: 7_000_000 + at,
          size,
          limitPrice: 51_000 as never,
          orderTimeMs: timeMs(world.now()),
          recvWindowMs: 5_000,
        }).answer,
    )
    expect(amended).toEqual([
      { ok: false, code: REFUSAL.ACTION_NOT_AVAILABLE },
      { ok: false, code: REFUSAL.DAILY_LOSS_LIMIT },
    ])
  })
})

describe('[E2] a thief with a program’s key', () => {
  const step = fc.record({
    isBuy: fc.boolean(),
    away: fc.integer({ min: -140, max: 140 }),
    size: fc.integer({ min: 1, max: 60_000 }),
    timeInForce: fc.constantFrom('IOC', 'GTC', 'FOK', 'POST_ONLY'),
    isMarket: fc.nat(4).map((roll) => roll === 0),
    isBait: fc.nat(4).map((roll) => roll > 0),
    reduceOnly: fc.nat(4).map((roll) => roll === 0),
  })

  it('takes no more than the bound while the mark stands, by whatever orders', () => {
    let [filled, refused] = [0, 0]
    fc.assert(
      fc.property(fc.array(step, { minLength: 20, maxLength: 60, size: 'max' }), (steps) => {
        const { world, victim, thief } = stolen(100 * USDC, false)
        const before = world.account(victim).equity
        let makerFees = 0
        let sent = 0
        const send = (trader: Trader, side: 'buy' | 'sell', order: OrderInput): void => {
          const { events } = world.run(
            placeOrder(world, 5_000 + ++sent, { trader, spec: ALONE, side, order }),
          )
          for (const { account, isMaker, fee } of eventsOf(events, 'FillBooked'))
            if (account === victim.address && isMaker) makerFees += fee
          for (const { order: told } of eventsOf(events, 'OrderUpdated')) {
            if (told.signer !== OWN) continue
            if (told.filledSize > 0) filled += 1
            if (told.code === REFUSAL.DAILY_LOSS_LIMIT) refused += 1
          }
        }
        for (const { isBuy, away, size, timeInForce, isMarket, isBait, reduceOnly } of steps) {
          const limitPrice = MARK + Math.round((MARK * away) / 1_000)
          if (isBait) send(thief, isBuy ? 'sell' : 'buy', { size, limitPrice })
          send(victim, isBuy ? 'buy' : 'sell', {
            size,
            limitPrice,
            timeInForce,
            signer: OWN,
            reduceOnly,
            orderType: isMarket ? 'MARKET' : 'LIMIT',
          })
          // What rests is kept room for at its limit; the fee of its fill comes on top.
          expect(before - world.account(victim).equity - makerFees).toBeLessThanOrEqual(100 * USDC)
        }
      }),
      { numRuns: 25 },
    )
    expect(Math.min(filled, refused)).toBeGreaterThan(50)
  })
})
