/**
 * A person with guardrails: opens within them, loses, tries to loosen them by every order of commands, and rests an order
 * that a stricter limit forbids before it fills.
 */
import type { Command, GuardrailLimits, PlaceOrder } from '@vest/engine'
import { type Address, usd6 } from '@vest/protocol'
import type { Prng } from '../prng.ts'
import type { Scene } from '../scene.ts'
import { STRANGER, type SceneOrders } from '../sceneOrders.ts'

type Corner = () => readonly Command[]

const CENT = usd6(10_000)
const FEW: GuardrailLimits = { sizeMaxUsd6: usd6(60_000_000), leverageMax: 20 }

export function createGuardrailCorners(
  prng: Prng,
  scene: Scene,
  { resting, lotsWorth, priceOf, tickAt }: SceneOrders,
): readonly Corner[] {
  const wide = (): GuardrailLimits => ({
    ...(prng.chance(0.5) ? { dailyStopUsd6: usd6(prng.int(1, 50_000_000)) } : {}),
    ...(prng.chance(0.5) ? { sizeMaxUsd6: usd6(prng.int(1, 400_000_000)) } : {}),
    ...(prng.chance(0.5) ? { leverageMax: prng.pick([1, 3, 10, 50]) } : {}),
    ...(prng.chance(0.5)
      ? { coolDown: { lossUsd6: usd6(prng.int(1, 9_000_000)), durationMs: prng.int(1, 86_400_000) } }
      : {}),
  })

  /** A new account with money: guardrails that cannot be taken off would keep the others from trading for a day. */
  function guarded(): { readonly account: Address; readonly begin: readonly Command[] } {
    const account = scene.freshAccount()
    return {
      account,
      begin: [scene.register(account), { ...scene.credit(), account, amountUsd6: usd6(900_000_000) }],
    }
  }
  const set = (account: Address, limits: GuardrailLimits): Command => ({
    kind: 'SetGuardrails',
    account,
    limits,
  })

  return [
    () => {
      const { account, begin } = guarded()
      const marketId = prng.int(0, scene.specs.length - 1)
      const isBuy = prng.chance(0.5)
      const away = (share: number): number => (isBuy ? 1 + share : 1 - share)
      const open = (valueUsd6: number, change: Partial<PlaceOrder> = {}): PlaceOrder =>
        resting(marketId, away(0.02), {
          account,
          signer: account,
          isBuy,
          timeInForce: 'IOC',
          size: lotsWorth(marketId, valueUsd6),
          ...change,
        })
      const before = open(30_000_000, { timeInForce: 'GTC', limitPrice: tickAt(marketId, away(-0.02)) })
      const reached = (): Command => ({
        ...resting(marketId, away(-0.03), { isBuy: !isBuy, timeInForce: 'IOC' }),
        size: lotsWorth(marketId, 20_000_000),
      })
      const stopped = prng.pick<GuardrailLimits>([
        { dailyStopUsd6: usd6(1) },
        { coolDown: { lossUsd6: usd6(1), durationMs: 3_600_000 } },
        { sizeMaxUsd6: CENT },
      ])
      return [
        priceOf(marketId, 1),
        ...begin,
        set(account, FEW),
        { kind: 'SetLeverage', account, symbol: scene.specs[marketId]!.symbol, leverage: 50 },
        open(100_000_000),
        open(25_000_000),
        open(50_000_000),
        before,
        set(account, { ...FEW, ...stopped }),
        open(5_000_000, { isBuy: !isBuy }),
        open(90_000_000, { isBuy: !isBuy }),
        open(5_000_000),
        { kind: 'TickTimer' },
        set(account, {}),
        open(5_000_000),
        reached(),
        priceOf(marketId, away(-0.03)),
        { kind: 'TickTimer' },
        open(10_000_000, { isBuy: !isBuy, reduceOnly: true, limitPrice: tickAt(marketId, away(-0.06)) }),
        open(5_000_000),
        set(account, wide()),
        set(account, wide()),
        priceOf(marketId, 1),
      ]
    },
    () => [
      set(STRANGER, FEW),
      set(scene.owner(), { dailyStopUsd6: usd6(0) }),
      set(scene.owner(), { leverageMax: 1_001 }),
      set(scene.owner(), { coolDown: { lossUsd6: CENT, durationMs: 90_000_000 } }),
      set(prng.pick(scene.simAccounts.length > 0 ? scene.simAccounts : [scene.owner()]), {
        dailyStopUsd6: usd6(prng.int(1_000_000_000, 90_000_000_000)),
        ...(prng.chance(0.5) ? { leverageMax: 4 } : {}),
      }),
    ],
  ]
}
