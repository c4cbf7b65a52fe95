/** The pool fills orders that the ladder has reached, also if one command cannot fill all of them. */
import { describe, expect, it } from 'vitest'
import { REFUSAL, timeMs } from '@vest/protocol'
import { CROSS_FILLS_MAX } from './indexCross.ts'
import { tick } from '../testing/lpCommands.ts'
import { AAPL, BTC, createWorld, outcome, placeOrder, type Trader, type World } from '../testing/world.ts'

const POST_ONLY = { timeInForce: 'POST_ONLY' } as const
const PRICES = { AAPL: 23_150, BTC: 1_000_000 }
const FALLEN = { AAPL: 22_687, BTC: 980_000 }

/** Two markets, and `count` bids of one lot in one of them, which fill up to the limit of one command. */
function crowded(spec: typeof AAPL, count: number) {
  const world = createWorld({ markets: [AAPL, BTC], audit: false })
  world.prices(PRICES)
  const limitPrice = spec === AAPL ? 23_150 : 1_000_000
  for (let number = 0; number < count; number += 100) {
    const helper = world.trader(50)
    for (let i = 0; i < 100; i += 1) world.order(helper, spec, 'buy', { size: 1, limitPrice, ...POST_ONLY })
  }
  const [honest, taker] = [world.trader(100_000), world.trader(100_000)]
  const { id } = world.order(honest, BTC, 'buy', { size: 100_000, limitPrice: 999_900 })
  return { world, honest, taker, id, market: world.exchange.markets[1]! }
}
const entryOf = (world: World, trader: Trader) => world.account(trader).positions[0]?.entryPrice
const sale = { size: 100_000, limitPrice: 960_000, timeInForce: 'IOC' } as const

describe('a bid that the market has left behind, while other fills used up the command', () => {
  it('cannot be sold to at its limit', () => {
    const { world, honest, taker, market } = crowded(AAPL, CROSS_FILLS_MAX)
    world.prices(FALLEN, 1_000)
    expect(market.isCrossPending).toBe(true)
    world.order(taker, BTC, 'sell', sale)
    expect(entryOf(world, honest)).toBe(980_123)
    expect(market.isCrossPending).toBe(false)
  })

  it.each(['AmendOrder', 'ReplaceOrder'] as const)('is filled before %s comes to it', (kind) => {
    const { world, honest, id } = crowded(AAPL, CROSS_FILLS_MAX)
    world.prices(FALLEN, 1_000)
    const signed = { id, account: honest.address, signer: honest.address, nonce: 1_000_000 }
    const named = { ...signed, orderTimeMs: timeMs(world.now()), recvWindowMs: 5_000 }
    const order = { size: 100_000, limitPrice: 970_000 }
    const place = placeOrder(world, 1_000_001, { trader: honest, spec: BTC, side: 'buy', order })
    const { answer } = world.run(
      kind === 'AmendOrder'
        ? { kind, ...named, size: place.size, limitPrice: place.limitPrice! }
        : { kind, cancel: { kind: 'CancelOrder', ...named }, place },
    )
    expect(answer).toEqual({ ok: false, code: REFUSAL.ORDER_NOT_FOUND })
    expect(entryOf(world, honest)).toBe(980_123)
  })

  it('is not filled by a stop that fires in the same record', () => {
    const { world, honest, taker } = crowded(AAPL, CROSS_FILLS_MAX)
    const long = { size: 50_000, limitPrice: 1_000_300, timeInForce: 'IOC' } as const
    expect(outcome(world.order(taker, BTC, 'buy', long))).toBe('FILLED')
    const stop = { size: 50_000, limitPrice: 990_000, orderType: 'STOP_LOSS', reduceOnly: true } as const
    expect(outcome(world.order(taker, BTC, 'sell', stop))).toBe('NEW')
    world.prices(FALLEN, 1_000)
    expect(world.account(taker).positions).toEqual([])
    expect(entryOf(world, honest)).toBeUndefined()
    expect(world.exchange.markets[1]!.pool).toBeUndefined()
    tick(world)
    expect(entryOf(world, honest)).toBeLessThan(980_200)
  })

  it('refuses a taker (3003) whose order cannot finish the crossing, but not the next one', () => {
    const { world, honest, taker, market } = crowded(BTC, 2 * CROSS_FILLS_MAX)
    world.prices(FALLEN, 1_000)
    expect(outcome(world.order(taker, BTC, 'sell', sale))).toBe('REJECTED PRICE_STALE')
    expect([market.isCrossPending, entryOf(world, honest)]).toEqual([true, undefined])
    const { status, avgFilledPrice } = world.order(taker, BTC, 'sell', sale)
    expect([status, avgFilledPrice! < 980_000]).toEqual(['FILLED', true])
    expect(entryOf(world, honest)).toBeLessThan(980_200)
  })
})
