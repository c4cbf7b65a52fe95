/**
 * What is signed for a time to come is refused for good: also when time then leaps ahead, by more than nonces are
 * remembered, into the very window that it was signed for.
 */
import { describe, expect, it } from 'vitest'
import { REFUSAL, type Lots, type Ticks, type TimeMs, timeMs, usd6 } from '@vest/protocol'
import { type Command } from '../api/commands.ts'
import {
  AAPL,
  CHAIN,
  createWorld,
  lastOrder,
  outcome,
  placeOrder,
  TOKEN,
  type Trader,
  type World,
} from '../testing/world.ts'

const AHEAD_MS = 37 * 3_600_000
const ID_GENERATION_MS = 120_000

interface Scene {
  readonly world: World
  readonly trader: Trader
  readonly signed: { readonly orderTimeMs: TimeMs; readonly recvWindowMs: number }
}

function scene(): Scene {
  const world = createWorld({ audit: false })
  const trader = world.trader(10_000)
  world.prices({ AAPL: 23_150 })
  return { world, trader, signed: { orderTimeMs: timeMs(world.now() + AHEAD_MS), recvWindowMs: 5_000 } }
}

/** To the time that was signed for; the timer forgets what is old by then, ids in two steps. */
function leap({ world }: Scene): void {
  world.run({ kind: 'TickTimer' }, AHEAD_MS - 2 * ID_GENERATION_MS)
  for (let step = 0; step < 2; step += 1) world.run({ kind: 'TickTimer' }, ID_GENERATION_MS)
  world.prices({ AAPL: 23_150 })
}

const order = ({ world, trader, signed }: Scene, number: number) =>
  placeOrder(world, number, {
    trader,
    spec: AAPL,
    side: 'buy',
    order: { size: 10_000, limitPrice: 23_000, ...signed },
  })

describe('[T1] an order that was signed for a time to come', () => {
  it('is refused as such, and known when that time has come', () => {
    const made = scene()
    const command = order(made, 900)
    expect(outcome(lastOrder(made.world.run(command).events, command.id))).toBe('REJECTED ORDER_STALE')
    leap(made)
    expect(made.world.run(command)).toMatchObject({ answer: { ok: false, code: REFUSAL.DUPLICATE } })
  })

  it('has its legs known as well', () => {
    const made = scene()
    const leg = (id: number) => ({
      id: placeOrder(made.world, id, { trader: made.trader, spec: AAPL, side: 'sell', order: { size: 1 } })
        .id,
      nonce: id,
      price: 24_000 as Ticks,
    })
    // Not the next number, which would only lengthen the run of the order.
    made.world.run({ ...order(made, 900), takeProfit: leg(950) })
    leap(made)
    expect(made.world.run({ ...order(made, 902), takeProfit: leg(950) })).toMatchObject({
      answer: { ok: false, code: REFUSAL.DUPLICATE },
    })
    // Nothing but the number of the leg stood in its way.
    expect(made.world.run({ ...order(made, 902), takeProfit: leg(903) }).answer.ok).toBe(true)
  })
})

describe('[T1] whatever else was signed for a time to come', () => {
  const own = (made: Scene, nonce: number) => ({
    ...made.signed,
    account: made.trader.address,
    signer: made.trader.address,
    nonce,
  })
  const resting = (made: Scene) =>
    made.world.order(made.trader, AAPL, 'buy', { size: 10_000, limitPrice: 22_000 })
  const id = (made: Scene, number: number) => order(made, number).id

  it.each<[name: string, command: (made: Scene) => Command, nonces?: readonly number[]]>([
    ['a cancel', (made) => ({ kind: 'CancelOrder', id: resting(made).id, ...own(made, 900) })],
    ['a cancel of all', (made) => ({ kind: 'CancelAllOrders', ...own(made, 900) })],
    ['a closing of all', (made) => ({ kind: 'CloseAllPositions', ...own(made, 900) })],
    ['a dead-man’s switch', (made) => ({ kind: 'SetCancelTimer', timeoutMs: 60_000, ...own(made, 900) })],
    [
      'an amendment',
      (made) => ({
        kind: 'AmendOrder',
        id: resting(made).id,
        ...own(made, 900),
        size: 5_000 as Lots,
        limitPrice: 22_000 as Ticks,
      }),
    ],
    [
      'a replacement',
      (made) => ({
        kind: 'ReplaceOrder',
        cancel: { kind: 'CancelOrder', id: resting(made).id, ...own(made, 900) },
        place: order(made, 950),
      }),
      [900, 950],
    ],
    [
      'a withdrawal',
      (made) => ({
        kind: 'RequestWithdrawal',
        id: id(made, 900),
        ...own(made, 900),
        recipient: made.trader.address,
        isTrustedRecipient: true,
        token: TOKEN,
        sizeUsd6: usd6(1_000_000_000_000),
        chainId: CHAIN,
        execute: false,
        networkFeeUsd6: usd6(0),
        requestArgs: '0x',
        signature: '0x',
        signatureProof: '0x',
      }),
    ],
    [
      'an order of the pool',
      (made) => ({
        kind: 'PlaceLpOrder',
        id: id(made, 900),
        ...own(made, 900),
        orderType: 'DEPOSIT',
        sizeUsd6: usd6(100_000_000),
        sizeText: '100',
      }),
    ],
  ])('%s has used its number up, also by the time that it was signed for', (_, make, nonces = [900]) => {
    const made = scene()
    made.world.run(make(made))
    leap(made)
    for (const nonce of [...nonces, 990])
      expect(made.world.run({ kind: 'CancelAllOrders', ...own(made, nonce) })).toMatchObject({
        answer: nonce === 990 ? { ok: true } : { ok: false, code: REFUSAL.DUPLICATE },
      })
  })
})
