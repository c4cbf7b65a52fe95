/** A sweep that fills against more accounts than the initial capacity of its plan. */
import { expect, it } from 'vitest'
import { assertInvariants } from '../invariants/invariants.ts'
import { AAPL, createNamedWorld } from '../testing/namedWorld.ts'

it('is planned and settled whole: every account has what it sold, and nothing after buying it back', () => {
  const world = createNamedWorld({ poolUsdc: 0, isUnchecked: true })
  const { plan, projections } = world.exchange.scratch
  const makers = Math.max(projections.capacity, plan.capacity) + 20
  world.account('taker', 1_000_000)
  world.price(AAPL.symbol, 20_000)
  for (let maker = 0; maker < makers; maker += 1) {
    world.account(`m${maker}`, 1_000)
    world.order(`m${maker}`, { isBuy: false, size: 100 + maker, price: 20_000 + (maker % 50) })
  }
  const sizes = Array.from({ length: makers }, (_, maker) => 100 + maker)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const order = world.order('taker', { isBuy: true, size: total, price: 20_100 })
  expect(order).toMatchObject({ status: 'FILLED', filledSize: total })
  expect(projections.capacity).toBeGreaterThan(makers)
  expect(plan.capacity).toBeGreaterThan(makers - 1)
  expect(world.view('taker').positions).toMatchObject([{ isLong: true, size: total }])
  for (const [maker, size] of sizes.entries())
    expect(world.view(`m${maker}`).positions).toMatchObject([{ isLong: false, size }])
  assertInvariants(world.exchange)
  for (const [maker, size] of sizes.entries())
    world.order(`m${maker}`, { isBuy: true, size, price: 19_900 + (maker % 50) })
  world.order('taker', { isBuy: false, size: total, price: 19_900 })
  for (const name of ['taker', ...sizes.map((_, maker) => `m${maker}`)])
    expect(world.view(name).positions).toEqual([])
  assertInvariants(world.exchange)
})
