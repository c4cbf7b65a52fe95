/** Corners of the LP pool, referrals and points: whales, codes claimed twice, trades to and fro between two people. */
import type { CancelLpOrder, Command, PlaceLpOrder, PlaceOrder } from '@vest/engine'
import { lots, timeMs, usd6, type Address, type TimeInForce } from '@vest/protocol'
import type { Scene } from './scene.ts'
import type { Prng } from './prng.ts'
import { badAmount, STRANGER, type SceneOrders } from './sceneOrders.ts'

type Corner = () => readonly Command[]

export function createPoolCorners(
  prng: Prng,
  scene: Scene,
  { resting, again, tickAt, lotsWorth, priceOf }: SceneOrders,
) {
  const lpOrder = (change: Partial<PlaceLpOrder> = {}): PlaceLpOrder => {
    const { account, signer } = scene.order()
    const order = {
      kind: 'PlaceLpOrder' as const,
      id: scene.freshId(),
      account,
      signer,
      nonce: scene.freshNonce(),
      orderTimeMs: timeMs(scene.nowMs()),
      recvWindowMs: 10_000,
      orderType: prng.pick(['DEPOSIT', 'DEPOSIT', 'IMMEDIATE_WITHDRAW', 'SCHEDULE_WITHDRAW'] as const),
      sizeUsd6: usd6(prng.int(1, 300_000_000)),
      ...change,
    }
    return { ...order, sizeText: String(order.sizeUsd6) }
  }
  /** A new account with so much money. */
  const newcomer = (amountUsd6: number, finality: 'SOFT' | 'FINAL' = 'FINAL'): readonly Command[] => {
    const account = scene.freshAccount()
    return [
      scene.register(account),
      { ...scene.credit(), account, from: account, finality, amountUsd6: usd6(amountUsd6) },
    ]
  }
  const addressIn = (commands: readonly Command[]): Address =>
    (commands[0] as Extract<Command, { kind: 'Register' }>).account
  const lpOf = (account: Address, orderType: PlaceLpOrder['orderType'], size: number): PlaceLpOrder =>
    lpOrder({ account, signer: account, orderType, sizeUsd6: usd6(size) })
  const anyCode = (): string => prng.pick(['ALPHA00', 'BETA0000', 'GAMMA1', 'DELTA2222222'])
  const pool: readonly Corner[] = [
    () => [lpOrder()],
    () => [lpOrder(), lpOrder(), lpOrder()],
    () => [lpOrder({ account: STRANGER })],
    () => [lpOrder({ sizeUsd6: badAmount(prng) })],
    () => [lpOrder({ orderType: 'BORROW' as PlaceLpOrder['orderType'] })],
    () => [lpOrder({ orderTimeMs: timeMs(scene.nowMs() - 120_000) })],
    () => [lpOrder({ orderType: 'DEPOSIT', sizeUsd6: usd6(900_000_000_000_000) })],
    () => {
      const order = lpOrder()
      return [order, order, { ...order, id: scene.freshId() }]
    },
    () => {
      const rich = newcomer(30_000_000_000_000)
      return [...rich, lpOf(addressIn(rich), 'DEPOSIT', 21_000_000_000_000)]
    },
    () => {
      const waiting = newcomer(4_000_000_000, 'SOFT')
      return [...waiting, lpOf(addressIn(waiting), 'DEPOSIT', 4_000_000_000)]
    },
    () => whale(),
    () => whale(),
    () => whale(),
    () => whale(),
    () => ofLp('IMMEDIATE_WITHDRAW'),
    () => ofLp('IMMEDIATE_WITHDRAW'),
    () => ofLp('SCHEDULE_WITHDRAW'),
    () => takenBack(),
    () => washed(),
    () => referred(),
    () => referred(),
    () => [{ kind: 'SetReferralCode', account: STRANGER, code: anyCode() }],
    () => [{ kind: 'SetReferralCode', account: scene.order().account, code: 'short' }],
    () => [
      { kind: 'ApplyReferral', account: scene.order().account, code: anyCode() },
      { kind: 'ApplyReferral', account: scene.order().account, code: anyCode() },
    ],
    () => [{ kind: 'ApplyReferral', account: STRANGER, code: anyCode() }],
    () => [{ kind: 'ApplyReferral', account: scene.order().account, code: 'NOBODYS' }],
    () => [{ kind: 'SetAccountCluster', account: scene.order().account, cluster: prng.int(0, 20) }],
    () => [{ kind: 'SetAccountCluster', account: STRANGER, cluster: 1 }],
    () => [{ kind: 'SetAccountCluster', account: scene.order().account, cluster: -1 }],
  ]
  /** An account comes with more than half of the pool, and asks for it at once, again and again. */
  function whale(): readonly Command[] {
    const whale = newcomer(3_000_000_000_000)
    const account = addressIn(whale)
    return [
      ...whale,
      lpOf(account, 'DEPOSIT', 2_000_000_000_000),
      lpOf(account, 'IMMEDIATE_WITHDRAW', 10_000_000),
      lpOf(account, 'SCHEDULE_WITHDRAW', 1_500_000_000_000),
      lpOf(account, 'SCHEDULE_WITHDRAW', 1_500_000_000_000),
      lpOf(account, 'IMMEDIATE_WITHDRAW', 1_500_000_000_000),
    ]
  }
  /** Some of what an account holds. */
  const ofLp = (orderType: PlaceLpOrder['orderType']): readonly Command[] =>
    scene.lpHolders.length === 0
      ? [lpOrder()]
      : [lpOf(prng.pick(scene.lpHolders), orderType, prng.int(1, 20_000_000))]
  /** A withdrawal is scheduled and taken back: twice, by another, too late, and with a nonce that was used. */
  function takenBack(): readonly Command[] {
    const [order] = ofLp('SCHEDULE_WITHDRAW') as readonly [PlaceLpOrder]
    const { id, account, signer, orderTimeMs, recvWindowMs } = order
    const cancel = (change: Partial<CancelLpOrder> = {}): CancelLpOrder => ({
      kind: 'CancelLpOrder',
      id,
      account,
      signer,
      nonce: scene.freshNonce(),
      orderTimeMs,
      recvWindowMs,
      ...change,
    })
    const taken = cancel()
    return [
      order,
      cancel({ account: scene.order().account }),
      cancel({ orderTimeMs: timeMs(scene.nowMs() - 120_000) }),
      taken,
      prng.chance(0.5) ? taken : cancel(),
    ]
  }
  /** A code is claimed, claimed again by another, and many come by it; one of them trades for much. */
  function referred(): readonly Command[] {
    const rich = newcomer(100_000_000_000)
    const account = addressIn(rich)
    const marketId = prng.int(0, scene.specs.length - 1)
    const claim = { kind: 'SetReferralCode', account: scene.order().account, code: anyCode() } as const
    return [
      claim,
      claim,
      { ...claim, account: scene.order().account },
      { ...claim, code: anyCode() },
      ...Array.from({ length: 6 }, (): Command => ({
        kind: 'ApplyReferral',
        account: scene.order().account,
        code: claim.code,
      })),
      ...rich,
      { kind: 'ApplyReferral', account, code: claim.code },
      ...[true, false].map((isBuy) => ({
        ...resting(marketId, isBuy ? 1.02 : 0.98, { account, signer: account, isBuy, timeInForce: 'IOC' }),
        size: lotsWorth(marketId, 30_000_000_000),
      })),
    ]
  }
  /** Two people trade to and fro between the pool's prices. */
  function washed(): readonly Command[] {
    const [one, other] = [newcomer(5_000_000_000), newcomer(5_000_000_000)]
    const marketId = prng.int(0, scene.specs.length - 1)
    const symbol = scene.specs[marketId]!.symbol
    const trade = (account: Address, isBuy: boolean, timeInForce: TimeInForce, share = 1): PlaceOrder => {
      const { initMarginRatio: _, ...order } = again(scene.order())
      return {
        ...order,
        account,
        signer: account,
        symbol,
        isBuy,
        orderType: 'LIMIT',
        timeInForce,
        reduceOnly: false,
        orderTimeMs: timeMs(scene.nowMs()),
        size: lots(Math.max(1, Math.floor(lotsWorth(marketId, 3_000_000_000) * share))),
        limitPrice: tickAt(marketId, 1),
      }
    }
    const [a, b] = [addressIn(one), addressIn(other)]
    return [
      ...one,
      ...other,
      ...(prng.chance(0.3)
        ? [a, b].map((account): Command => ({ kind: 'SetAccountCluster', account, cluster: 99 }))
        : []),
      priceOf(marketId, 1),
      trade(b, false, 'GTC'),
      trade(a, true, 'IOC'),
      trade(b, true, 'GTC', 2),
      trade(a, false, 'IOC', prng.pick([0.5, 1, 2])),
    ]
  }
  return { corners: pool, lpOrder }
}
