import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { funding12 } from '@vest/protocol'
import { beginFundingEpoch } from './fundingEpoch.ts'
import { AAPL, createWorld, eventsOf, FIG, type World } from '../testing/world.ts'

/** One of the two markets: 0 = AAPL, shared collateral; 3 = FIG, isolated. */
const MARKETS = [
  { id: 0, symbol: 'AAPL', spec: AAPL, start: 23_150 },
  { id: 3, symbol: 'FIG', spec: FIG, start: 40_000 },
] as const

type Deed =
  | { readonly kind: 'trade'; readonly who: number; readonly isBuy: boolean; readonly size: number }
  | { readonly kind: 'accrue'; readonly delta: bigint }
  | { readonly kind: 'split'; readonly newShares: number; readonly oldShares: number }
  | { readonly kind: 'dividend'; readonly perShare: bigint }
  | { readonly kind: 'leverage'; readonly who: number; readonly leverage: number }

const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('trade' as const),
      who: fc.nat(2),
      isBuy: fc.boolean(),
      size: fc.integer({ min: 1, max: 9_999 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('accrue' as const),
      delta: fc.bigInt({ min: -2_000_000_000_000n, max: 2_000_000_000_000n }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      { kind: 'split' as const, newShares: 3, oldShares: 2 },
      { kind: 'split' as const, newShares: 2, oldShares: 3 },
      { kind: 'split' as const, newShares: 1, oldShares: 7 },
      { kind: 'split' as const, newShares: 7, oldShares: 1 },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('dividend' as const),
      perShare: fc.bigInt({ min: 1n, max: 500_000_000_000n }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('leverage' as const),
      who: fc.nat(2),
      leverage: fc.constantFrom(2, 3, 4, 5),
    }),
  },
)

describe('the clearing account of funding', () => {
  it('I9: covers the sum owed to positions, through flips, splits and dividends; flat, it holds dust alone', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...MARKETS),
        fc.array(deed, { minLength: 5, maxLength: 40 }),
        (where, deeds) => {
          const world = createWorld()
          world.run({ kind: 'SeedSystemAccount', account: 'POOL_ISO', amountUsd6: 1e13 as never })
          const traders = [0, 1, 2].map(() => world.trader(1_000_000))
          const market = world.exchange.markets[where.id]!
          let settlements = 0
          const price = (ticks: number) => {
            const { events } = world.prices({ [where.symbol]: ticks }, 1_000)
            settlements += eventsOf(events, 'FundingSettled').length + 2
          }
          const inHalt = (world: World, act: () => void, ticks: () => number): void => {
            const halt = { kind: 'SetMarketMode', marketId: where.id, cause: 'CORPORATE_ACTION' } as const
            world.run({ ...halt, mode: 'HALT' })
            act()
            world.run({ ...halt, mode: 'OPEN' })
            for (let i = 0; i < 3; i++) price(ticks())
          }
          price(where.start)
          for (const one of deeds) {
            settlements += 8
            if (one.kind === 'trade')
              world.order(traders[one.who]!, where.spec, one.isBuy ? 'buy' : 'sell', { size: one.size })
            else if (one.kind === 'leverage')
              world.run({
                kind: 'SetLeverage',
                account: traders[one.who]!.address,
                symbol: where.spec.symbol,
                leverage: one.leverage,
              })
            else if (one.kind === 'accrue') {
              market.cumFunding = funding12(market.cumFunding + one.delta)
              beginFundingEpoch(world.exchange, market)
            } else if (one.kind === 'split') {
              const { newShares, oldShares } = one
              const after = (market.index! * oldShares) / newShares
              if (after < 2_000 || after > 900_000) continue
              inHalt(
                world,
                () =>
                  expect(
                    world.run({ kind: 'ApplySplit', marketId: where.id, newShares, oldShares }).answer.ok,
                  ).toBe(true),
                () => market.index!,
              )
            } else
              inHalt(
                world,
                () =>
                  world.run({ kind: 'PayDividend', marketId: where.id, perShare: funding12(one.perShare) }),
                () => market.index!,
              )
          }
          // All positions are closed; every command so far has been audited.
          for (const trader of traders) {
            const held = world.account(trader).positions.find(({ symbol }) => symbol === where.spec.symbol)
            if (held !== undefined)
              world.order(trader, where.spec, held.isLong ? 'sell' : 'buy', {
                size: held.size,
                reduceOnly: true,
              })
          }
          if (market.longOi + market.shortOi > 0) return
          expect(market.fundingClearing).toBeGreaterThanOrEqual(0)
          expect(market.fundingClearing).toBeLessThan(settlements)
        },
      ),
      { numRuns: 60 },
    )
  })
})
