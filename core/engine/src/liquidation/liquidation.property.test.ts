/** Properties of every liquidation, over random books and prices. */
import { REFUSAL, timeMs, usd6 } from '@vest/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { poolAskPrice, poolBidPrice } from '@vest/formulas'
import { backstopLimit } from '../pool/backstop.ts'
import { highestFillIn, lowestFillIn } from '../markets/fillBand.ts'
import { type MarketSpec } from '../api/marketSpec.ts'
import { type EngineEvent } from '../api/events.ts'
import { type OrderRecord } from '../api/records.ts'
import { AAPL, BTC, createWorld, FIG, lastOrders, type Trader, type World } from '../testing/world.ts'

const USDC = 1_000_000
const SPECS: readonly MarketSpec[] = [AAPL, BTC, FIG]
const START = [23_150, 1_000_000, 52_310]
const LEVERAGES = [20, 50, 5]

interface Bet {
  readonly market: number
  readonly isLong: boolean
  /** Of the largest size that the collateral allows, percent. */
  readonly percent: number
  readonly againstUser: boolean
}
interface Gap {
  readonly market: number
  /** Of the last price. */
  readonly bps: number
  readonly isHeld: boolean
}

const bets = fc.array(
  fc.record({
    market: fc.nat(2),
    isLong: fc.boolean(),
    percent: fc.integer({ min: 20, max: 95 }),
    againstUser: fc.boolean(),
  }),
  { minLength: 3, maxLength: 8 },
)
const gaps = (most: number) =>
  fc.array(
    fc.record({
      market: fc.nat(2),
      bps: fc.integer({ min: -most, max: most }),
      isHeld: fc.nat(9).map((roll) => roll === 0),
    }),
    { minLength: 5, maxLength: 25 },
  )

/** Traders with one bet each at the highest leverage, a rich counterparty for half of them, and a bystander. */
function table(input: { bets: readonly Bet[]; poolDollars: number; insuranceDollars: number }) {
  const world = createWorld({ markets: SPECS, poolDollars: input.poolDollars })
  const seed = (account: 'POOL_ISO' | 'INSURANCE', dollars: number) =>
    world.run({ kind: 'SeedSystemAccount', account, amountUsd6: usd6(dollars * USDC) })
  seed('POOL_ISO', input.poolDollars)
  seed('INSURANCE', input.insuranceDollars)
  const bystander = world.trader(1_234)
  const rich = world.trader(3_000_000)
  const prices = [...START]
  world.prices({ AAPL: START[0]!, BTC: START[1]!, FIG: START[2]! })
  for (const bet of input.bets) open(world, bet, rich)
  const move = ({ market, bps, isHeld }: Gap) => {
    prices[market] = Math.max(100, Math.round(prices[market]! * (1 + bps / 10_000)))
    const at = world.now() + 1_000
    return world.run(
      {
        kind: 'UpdateIndexPrices',
        prices: prices.map((price, marketId) => ({
          marketId,
          price: price as never,
          sourceTimeMs: timeMs(at),
          conf: 0 as never,
          held: isHeld,
        })),
      },
      1_000,
    )
  }
  return { world, bystander, move }
}

function open(world: World, { market, isLong, percent, againstUser }: Bet, rich: Trader): void {
  const spec = SPECS[market]!
  const trader = world.trader(5_000)
  const leverage = LEVERAGES[market]!
  world.run({ kind: 'SetLeverage', account: trader.address, symbol: spec.symbol, leverage })
  const size = Math.floor((5_000 * USDC * leverage * percent) / 100 / START[market]!)
  const side = isLong ? 'buy' : 'sell'
  const price = START[market]!
  if (againstUser)
    world.order(rich, spec, isLong ? 'sell' : 'buy', { size, limitPrice: price, timeInForce: 'GTC' })
  const limitPrice = Math.round(price * (isLong ? 1.02 : 0.98))
  world.order(trader, spec, side, { size, limitPrice, timeInForce: 'IOC' })
}

/** An attacker takes what the pool would give in the direction of the gap, and waits with bids and asks far away. */
function fillRoom(world: World, attacker: Trader, { market, bps }: Gap): number {
  const spec = SPECS[market]!
  const { mark } = world.exchange.markets[market]!
  const isDown = bps < 0
  const size = Math.floor((400_000 * USDC) / mark!)
  const at = (times: number): number => Math.round(mark! * times)
  const limit = { size, limitPrice: at(isDown ? 0.97 : 1.03) }
  const taken = world.order(attacker, spec, isDown ? 'sell' : 'buy', { ...limit, timeInForce: 'IOC' })
  world.order(attacker, spec, isDown ? 'buy' : 'sell', { ...limit, timeInForce: 'POST_ONLY' })
  return Number(taken.filledSize > 0)
}

const resting = { market: 0, bps: 0, isHeld: true }
const short = (market: number): Bet => ({ market, isLong: false, percent: 20, againstUser: false })
/** The parts of an isolated position that a liquidation sells first are all of it: no check follows. */
const SOLD_IN_PARTS: [Bet[], Gap[], number, number] = [
  [short(2), short(0), short(0), short(0)],
  [
    { market: 2, bps: 795, isHeld: false },
    { market: 2, bps: 1_024, isHeld: true },
    ...Array.from({ length: 5 }, () => resting),
  ],
  1_000_000,
  0,
]

const liquidations = (events: readonly EngineEvent[]): OrderRecord[] =>
  lastOrders(events).filter(({ orderType }) => orderType === 'LIQUIDATION')

describe('over random bets and gaps', () => {
  it('conserves every micro-dollar down the waterfall; neither a flat nor a deleveraged account loses', () => {
    const seen = { deleveraged: 0, backstop: 0, insurance: 0 }
    fc.assert(
      fc.property(
        bets,
        gaps(2_500),
        fc.constantFrom(2_000, 40_000, 1_000_000),
        fc.constantFrom(0, 500, 50_000),
        (list, moves, poolDollars, insuranceDollars) => {
          // Ledger, sizes, insurance >= 0 and accounts that owe nothing are audited after every command.
          const { world, bystander, move } = table({ bets: list, poolDollars, insuranceDollars })
          const vault = world.exchange.money.VAULT
          for (const gap of moves) {
            const flat = world.exchange.accounts.filter(
              ({ positions, openOrders }) => positions.length === 0 && openOrders === 0,
            )
            const before = flat.map(({ collateral }) => collateral)
            const { INSURANCE } = world.exchange.money
            const sizes = world.exchange.markets.map(({ backstop }) => backstop?.size ?? 0)
            const { events } = move(gap)
            // I13: it takes over within its limit; it exceeds the limit only if the limit has shrunk.
            for (const market of world.exchange.markets)
              if ((market.backstop?.size ?? 0) > sizes[market.id]!)
                expect(market.backstop!.size).toBeLessThanOrEqual(backstopLimit(market))
            world.run({ kind: 'TickTimer' }, 20_000)
            expect(flat.map(({ collateral }) => collateral)).toEqual(before)
            for (const order of liquidations(events)) {
              if (order.code !== REFUSAL.DELETED_BY_LIQ) continue
              seen.deleveraged += 1
              expect(order.fees).toBe(0)
              expect(order.realizedPnl! - order.settledFunding!).toBeGreaterThanOrEqual(0)
            }
            if (world.exchange.markets.some(({ backstop }) => backstop !== undefined)) seen.backstop += 1
            if (world.exchange.money.INSURANCE < INSURANCE) seen.insurance += 1
          }
          expect(world.account(bystander).collateral).toBe(1_234 * USDC)
          expect(world.exchange.money.VAULT).toBe(vault)
        },
      ),
      { numRuns: 60, examples: [SOLD_IN_PARTS] },
    )
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0)
  })

  it('the loss of an isolated market never reaches the pool of the liquidity providers or its backstop', () => {
    let liquidated = 0
    fc.assert(
      fc.property(bets, gaps(4_000), (list, moves) => {
        const isolated = list.map((bet) => ({ ...bet, market: 2 }))
        const { world, move } = table({ bets: isolated, poolDollars: 30_000, insuranceDollars: 0 })
        const { POOL } = world.exchange.money
        for (const gap of moves) liquidated += liquidations(move({ ...gap, market: 2 }).events).length
        expect(world.exchange.money).toMatchObject({ POOL, BACKSTOP: 0 })
      }),
      { numRuns: 25 },
    )
    expect(liquidated).toBeGreaterThan(50)
  })
})

describe('I11 liquidation before bankruptcy', () => {
  it('[E4] while equity is left, nothing is sold worse than the ladder beyond its capacity, inside the band, whatever filled the pool before', () => {
    let looked = 0
    let filled = 0
    fc.assert(
      fc.property(
        bets,
        gaps(700),
        fc.constantFrom(1_000, 300_000, 10_000_000),
        fc.boolean(),
        (list, moves, poolDollars, isFilledBefore) => {
          const { world, move } = table({ bets: list, poolDollars, insuranceDollars: 1_000 })
          const attacker = world.trader(2_000_000)
          for (const gap of moves) {
            if (isFilledBefore) filled += fillRoom(world, attacker, gap)
            const { events } = move(gap)
            for (const order of liquidations(events)) {
              const market = world.exchange.markets.find(({ spec }) => spec.symbol === order.symbol)!
              const { mark, ladder } = market
              const price = order.avgFilledPrice!
              // A deleveraged user takes the other side; an account without equity is closed at the mark or beyond.
              if (order.code !== undefined || order.limitPrice === undefined) continue
              if (order.isBuy ? order.limitPrice <= mark! : order.limitPrice >= mark!) continue
              looked += 1
              const far = 10 * ladder!.limit
              if (order.isBuy) {
                expect(price).toBeLessThanOrEqual(order.limitPrice)
                expect(order.limitPrice).toBeLessThanOrEqual(highestFillIn(market))
                expect(order.limitPrice).toBeLessThanOrEqual(Math.max(mark!, poolAskPrice(ladder!, -far)))
              } else {
                expect(price).toBeGreaterThanOrEqual(order.limitPrice)
                expect(order.limitPrice).toBeGreaterThanOrEqual(lowestFillIn(market))
                expect(order.limitPrice).toBeGreaterThanOrEqual(Math.min(mark!, poolBidPrice(ladder!, far)))
              }
            }
          }
        },
      ),
      { numRuns: 40 },
    )
    expect(Math.min(looked, filled)).toBeGreaterThan(5)
  })

  it('while the index moves by less than maintenance margin less spread, slippage and fees, insurance never pays', () => {
    let liquidated = 0
    fc.assert(
      fc.property(
        bets,
        // BTC: 100 bps of maintenance, less 20 of spread at most, 15 of skew for all of these, 1 of fee.
        fc.array(fc.integer({ min: -35, max: 35 }), { minLength: 20, maxLength: 40 }),
        fc.integer({ min: -25, max: 25 }),
        (list, moves, drift) => {
          const cross = list.map((bet) => ({ ...bet, market: 1 }))
          const { world, move } = table({ bets: cross, poolDollars: 10_000_000, insuranceDollars: 1_000 })
          for (const bps of moves) {
            const { INSURANCE, BACKSTOP } = world.exchange.money
            const { events } = move({ market: 1, bps: bps + drift, isHeld: false })
            liquidated += liquidations(events).length
            expect(world.exchange.money.INSURANCE).toBeGreaterThanOrEqual(INSURANCE)
            expect(world.exchange.money.BACKSTOP).toBe(BACKSTOP)
            expect(world.exchange.markets[1]!.backstop).toBeUndefined()
          }
          for (const { collateral, positions } of world.exchange.accounts)
            if (positions.length === 0) expect(collateral).toBeGreaterThanOrEqual(0)
        },
      ),
      { numRuns: 40 },
    )
    expect(liquidated).toBeGreaterThan(40)
  })
})
