/**
 * What comes too late and leaves no record leaves no nonce either: a sender that repeats it hears that it is late, and a
 * sender that hears 3015 knows that it was taken in time.
 */
import { describe, expect, it } from 'vitest'
import { REFUSAL, type Lots, type Ticks, timeMs } from '@vest/protocol'
import { type Command } from '../api/commands.ts'
import { encodeState } from '../snapshot/snapshot.ts'
import { AAPL, createWorld, placeOrder, type Trader, type World } from '../testing/world.ts'

const WINDOW_MS = 5_000
const LATE = { answer: { ok: false, code: REFUSAL.ORDER_STALE } }
const DUPLICATE = { answer: { ok: false, code: REFUSAL.DUPLICATE } }

interface Scene {
  readonly world: World
  readonly trader: Trader
}

function scene(): Scene {
  const world = createWorld({ audit: false })
  const trader = world.trader(10_000)
  world.prices({ AAPL: 23_150 })
  return { world, trader }
}

/** A nonce in the middle, so that neither it nor its neighbours were ever used. */
const NONCE = 900

const signed = ({ world, trader }: Scene, ageMs: number) => ({
  account: trader.address,
  signer: trader.address,
  nonce: NONCE,
  recvWindowMs: WINDOW_MS,
  orderTimeMs: timeMs(world.now() - ageMs),
})
const resting = ({ world, trader }: Scene) =>
  world.order(trader, AAPL, 'buy', { size: 10_000, limitPrice: 22_000 }).id
const stateOf = ({ world }: Scene) => encodeState(world.exchange).replace(/"seq":\d+/, '')

const COMMANDS: readonly [name: string, make: (made: Scene, ageMs: number) => Command][] = [
  ['a cancel', (made, ageMs) => ({ kind: 'CancelOrder', id: resting(made), ...signed(made, ageMs) })],
  [
    'a cancel by name',
    (made, ageMs) => ({ kind: 'CancelClientOrder', clientId: 'x', ...signed(made, ageMs) }),
  ],
  ['a cancel of all', (made, ageMs) => ({ kind: 'CancelAllOrders', ...signed(made, ageMs) })],
  ['a closing of all', (made, ageMs) => ({ kind: 'CloseAllPositions', ...signed(made, ageMs) })],
  [
    'a dead-man’s switch',
    (made, ageMs) => ({ kind: 'SetCancelTimer', timeoutMs: 60_000, ...signed(made, ageMs) }),
  ],
  [
    'an amendment',
    (made, ageMs) => ({
      kind: 'AmendOrder',
      id: resting(made),
      ...signed(made, ageMs),
      size: 5_000 as Lots,
      limitPrice: 22_000 as Ticks,
    }),
  ],
  [
    'a replacement',
    (made, ageMs) => ({
      kind: 'ReplaceOrder',
      cancel: { kind: 'CancelOrder', id: resting(made), ...signed(made, ageMs) },
      place: placeOrder(made.world, 950, {
        trader: made.trader,
        spec: AAPL,
        side: 'buy',
        order: { size: 10_000, limitPrice: 22_500 },
      }),
    }),
  ],
]

describe('[R8] what comes a millisecond too late', () => {
  it.each(COMMANDS)('%s: is refused however often it is sent, and leaves nothing', (_, make) => {
    const made = scene()
    const command = make(made, WINDOW_MS + 1)
    // The first one makes the room that a signer's nonces have; from then on nothing changes.
    expect(made.world.run(command)).toMatchObject(LATE)
    const before = stateOf(made)
    expect(made.world.run(command)).toMatchObject(LATE)
    expect(stateOf(made)).toBe(before)
    expect(made.world.run({ kind: 'CancelAllOrders', ...signed(made, 0) })).toMatchObject({
      answer: { ok: true },
    })
  })
})

describe('what uses its nonce up all the same', () => {
  it.each(COMMANDS)('%s in time, whatever its own rules say', (_, make) => {
    const made = scene()
    const command = make(made, WINDOW_MS)
    expect(made.world.run(command)).not.toMatchObject(LATE)
    expect(made.world.run(command)).toMatchObject(DUPLICATE)
  })

  it.each(COMMANDS)('%s ahead of its time: its hour is yet to come', (_, make) => {
    const made = scene()
    const command = make(made, -60_000)
    expect(made.world.run(command)).toMatchObject(LATE)
    expect(made.world.run(command)).toMatchObject(DUPLICATE)
  })

  it('a late order, which leaves a record that says so', () => {
    const made = scene()
    const order = placeOrder(made.world, NONCE, {
      trader: made.trader,
      spec: AAPL,
      side: 'buy',
      order: { size: 10_000, limitPrice: 22_000, orderTimeMs: timeMs(made.world.now() - WINDOW_MS - 1) },
    })
    made.world.run(order)
    expect(made.world.run(order)).toMatchObject(DUPLICATE)
  })
})
