/**
 * Corners and stories of the SIM domain: accounts opened, frozen and closed by force, what they may not do, and
 * fortunes that end in a liquidation.
 */
import type { Command, CreditDeposit } from '@vest/engine'
import { lots, usd6, type Usd6 } from '@vest/protocol'
import type { Scene } from './scene.ts'
import type { Prng } from './prng.ts'
import { createSimScene, SIM_STRANGER } from './simScene.ts'

export function createSimCorners(prng: Prng, scene: Scene): readonly (() => readonly Command[])[] {
  const simScene = createSimScene(prng, scene)
  const { someone, simAccount, open, status, close, allowed, tickAt, lotsWorth, order, signed, renewed } =
    simScene
  const { replace, amend, priceOf, leverage, symbolOf, forbidden } = simScene

  return [
    () => [open()],
    () => [open({ amountUsd6: prng.pick([0, -1, 1.5, 2 ** 60]) as Usd6 })],
    () => [open({ ownerId: SIM_STRANGER })],
    () => [open({ ownerId: simAccount() })],
    () => [open({ account: someone() })],
    () => [open({ account: simAccount() })],
    () => [status(SIM_STRANGER, 'FROZEN'), status(someone(), 'FROZEN')],
    () => [
      { kind: 'CloseSimPositions', account: SIM_STRANGER },
      { kind: 'CloseSimPositions', account: scene.owner() },
    ],
    () => [close(simAccount())],
    // Registered before or after it is opened; real money that comes for it waits.
    () => {
      const account = scene.freshAccount()
      const credit: CreditDeposit = { ...scene.credit(), account, finality: 'FINAL' }
      const { id, chainId, token, amountUsd6 } = credit
      const steps = [scene.register(account), open({ account })]
      return [
        ...(prng.chance(0.5) ? steps : steps.toReversed()),
        { kind: 'AnnounceDeposit', id, chainId, token, account, amountUsd6 },
        credit,
        { ...credit, amountUsd6: usd6(amountUsd6 + 1) },
        scene.register(account),
        { ...scene.request(), account, signer: account },
      ]
    },
    () => [
      leverage(simAccount(), symbolOf(allowed()), prng.pick([1, 2, 3, 4, 5, 10])),
      leverage(simAccount(), symbolOf(forbidden()), 2),
      order(simAccount(), forbidden(), 1_000, 1.05, { timeInForce: 'IOC' }),
    ],
    // More than one order may take, resting and at once.
    () => {
      const marketId = allowed()
      const account = simAccount()
      return [
        order(account, marketId, 50_000_000, 0.9, { isBuy: true }),
        order(account, marketId, 50_000_000, 1.1, { isBuy: true, timeInForce: 'FOK' }),
      ]
    },
    // Frozen with an order in the book.
    () => {
      const account = simAccount()
      const marketId = allowed()
      const resting = order(account, marketId, 2_000, 0.97, { isBuy: true })
      return [
        resting,
        status(account, 'FROZEN'),
        status(account, 'FROZEN'),
        order(account, marketId, 2_000, 1.05, { isBuy: true, timeInForce: 'IOC' }),
        leverage(account, symbolOf(marketId), 2),
        close(account),
        priceOf(marketId, 0.96),
        status(account, 'ACTIVE'),
      ]
    },
    // Two positions, a resting order on each side, a stop, a drop, and the end by force.
    () => {
      const account = simAccount()
      const [first, second] = [allowed(), allowed()]
      const short = order(account, second, 4_000, 0.95, { isBuy: false, timeInForce: 'IOC' })
      return [
        order(account, first, 8_000, 1.05, { isBuy: true, timeInForce: 'IOC' }),
        short,
        order(account, first, 1_000, 0.999, { isBuy: true }),
        order(account, first, 1_000, 1.001, { isBuy: false }),
        order(account, first, 500, 0.995, { isBuy: false, reduceOnly: true, orderType: 'STOP_LOSS' }),
        priceOf(first, 0.994),
        close(account),
      ]
    },
    // Neither the pool's shares nor referrals are for it.
    () => {
      const account = simAccount()
      const { signer, nonce, orderTimeMs, recvWindowMs } = order(account, allowed(), 1, 1)
      const id = scene.freshId()
      return [
        {
          kind: 'PlaceLpOrder',
          id,
          account,
          signer,
          nonce,
          orderTimeMs,
          recvWindowMs,
          orderType: 'DEPOSIT',
          sizeUsd6: usd6(5_000_000),
          sizeText: '5',
        },
        { kind: 'SetReferralCode', account, code: 'SIMSIM' },
        { kind: 'ApplyReferral', account, code: 'SIMSIM' },
      ]
    },
    // Everything at once: by name, all orders, all positions.
    () => {
      const account = simAccount()
      const [first, second] = [allowed(), allowed()]
      return [
        order(account, first, 800, 1.05, { isBuy: true, timeInForce: 'IOC' }),
        order(account, second, 800, 0.95, { isBuy: false, timeInForce: 'IOC' }),
        order(account, first, 100, 0.97, { isBuy: true, clientId: 'named' }),
        order(account, second, 100, 1.03, { isBuy: false }),
        { kind: 'CancelClientOrder', ...signed(account), clientId: 'named' },
        { kind: 'CancelAllOrders', ...signed(account) },
        { kind: 'CloseAllPositions', ...signed(account) },
      ]
    },
    // Orders are left behind, and the switch is armed.
    () => {
      const account = simAccount()
      return [
        order(account, allowed(), 100, 0.8, { isBuy: true }),
        order(account, allowed(), 100, 1.2, { isBuy: false }),
        { kind: 'SetCancelTimer', ...signed(account), timeoutMs: 5_000 },
      ]
    },
    // A bid moves: smaller in its place, elsewhere, and to a size that no order may have.
    () => {
      const account = simAccount()
      const marketId = allowed()
      const bid = order(account, marketId, 200, 0.97, { isBuy: true })
      const half = { ...renewed(bid), size: lots(Math.max(1, Math.floor(bid.size / 2))) }
      const lower = { ...renewed(bid), limitPrice: tickAt(marketId, 0.96) }
      const huge = order(account, marketId, 50_000_000, 0.96, { isBuy: true })
      return [bid, replace(bid, half), replace(half, lower), replace(lower, huge)]
    },
    // The same bid amended: smaller, lower, larger than an order may be, and to a price that takes.
    () => {
      const account = simAccount()
      const marketId = allowed()
      const { id, size, limitPrice } = order(account, marketId, 200, 0.97, { isBuy: true })
      return [
        { ...order(account, marketId, 200, 0.97, { isBuy: true }), id },
        amend(account, id, Math.max(1, Math.floor(size / 2)), limitPrice!),
        amend(account, id, size, tickAt(marketId, 0.96)),
        amend(account, id, lotsWorth(marketId, 50_000_000), tickAt(marketId, 0.96)),
        amend(account, id, size, tickAt(marketId, 1.02)),
      ]
    },
    // The price comes to a parent little by little; a leg is moved, and the mark runs into both.
    () => {
      const account = scene.freshAccount()
      const marketId = allowed()
      const isBuy = prng.chance(0.5)
      const side = isBuy ? 1 : -1
      const legAt = (times: number) => ({
        id: scene.freshId(),
        nonce: scene.freshNonce(),
        price: tickAt(marketId, times),
      })
      const dollars = prng.pick([2_000, 60_000, 120_000, 200_000])
      const parent = order(account, marketId, dollars, 1 - 0.001 * side, {
        isBuy,
        takeProfit: legAt(1 + 0.03 * side),
        stopLoss: legAt(1 - 0.03 * side),
      })
      const moved = order(account, marketId, dollars / 5, 1 + 0.01 * side, {
        isBuy: !isBuy,
        orderType: 'TAKE_PROFIT',
        reduceOnly: true,
      })
      return [
        open({ account, amountUsd6: usd6(100_000_000_000) }),
        { kind: 'SetMarketMode', marketId, mode: 'OPEN' },
        ...[1, 1, 1].map(() => priceOf(marketId, 1)),
        // Now and then what it has already turns the legs down.
        ...(prng.chance(0.3)
          ? [order(account, marketId, 2 * dollars, 1 - 0.05 * side, { isBuy: !isBuy, timeInForce: 'IOC' })]
          : []),
        parent,
        ...[1, 2, 3, 4, 5, 6, 7, 8].map((step) => priceOf(marketId, 1 - 0.0006 * step * side)),
        replace({ ...parent, id: parent.takeProfit!.id }, moved),
        priceOf(marketId, 1 + 0.012 * side),
        priceOf(marketId, 1 - 0.032 * side),
        priceOf(marketId, 1),
      ]
    },
    // An isolated market is opened to SIM for a while, and falls.
    () => {
      const marketId = scene.specs.findIndex(({ isolated }) => isolated)
      if (marketId < 0) return []
      const account = scene.freshAccount()
      const bid = order(simAccount(), marketId, 100, 0.55, { isBuy: true })
      const change = (evalAllowed: boolean): Command => ({
        kind: 'ChangeParameters',
        market: { marketId, change: { evalAllowed } },
      })
      return [
        open({ account, amountUsd6: usd6(5_000_000_000) }),
        change(true),
        { kind: 'SetMarketMode', marketId, mode: 'OPEN' },
        ...[1, 1, 1].map(() => priceOf(marketId, 1)),
        bid,
        order(account, marketId, 2_000, 1.1, { isBuy: true, timeInForce: 'IOC' }),
        priceOf(marketId, prng.pick([0.86, 0.6])),
        change(scene.specs[marketId]!.evalAllowed),
        amend(bid.account, bid.id, bid.size, tickAt(marketId, 0.5)),
        priceOf(marketId, 1),
      ]
    },
    // All it has in one market, and that market falls by a quarter.
    () => {
      const account = scene.freshAccount()
      const marketId = allowed()
      return [
        open({ account, amountUsd6: usd6(2_000_000_000) }),
        order(account, marketId, 9_000, 1.05, { isBuy: true, timeInForce: 'IOC' }),
        order(account, marketId, 500, 0.6, { isBuy: true }),
        priceOf(marketId, prng.pick([0.88, 0.75])),
        priceOf(marketId, 1),
      ]
    },
  ]
}
