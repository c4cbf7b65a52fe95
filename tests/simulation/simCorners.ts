/**
 * Corners and stories of the SIM domain: accounts opened, frozen and closed by force, what they may not do, and
 * fortunes that end in a liquidation.
 */
import type { Command, CreditDeposit, PlaceOrder } from '@vest/engine'
import { lots, ticks, timeMs, usd6, type Address, type Usd6 } from '@vest/protocol'
import type { Scene } from './corners.ts'
import type { Prng } from './prng.ts'

const STRANGER = `0x${'5b'.repeat(20)}` as Address
const SIM_CLOSE_CODES = [3008, 3008, undefined] as const

export function createSimCorners(prng: Prng, scene: Scene): readonly (() => readonly Command[])[] {
  const someone = (): Address => scene.order().account
  const simAccount = (): Address => (scene.simAccounts.length > 0 ? prng.pick(scene.simAccounts) : STRANGER)
  const open = (change: Partial<Extract<Command, { kind: 'OpenSimAccount' }>> = {}): Command => ({
    kind: 'OpenSimAccount',
    account: scene.freshAccount(),
    ownerId: scene.owner(),
    amountUsd6: usd6(prng.pick([5_000, 25_000, 100_000]) * 1_000_000),
    ...change,
  })
  const status = (account: Address, value: 'ACTIVE' | 'FROZEN'): Command => ({
    kind: 'SetSimAccountStatus',
    account,
    status: value,
  })
  const close = (account: Address): Command => {
    const code = prng.pick(SIM_CLOSE_CODES)
    return { kind: 'CloseSimPositions', account, ...(code === undefined ? {} : { code }) }
  }
  const allowed = (): number => prng.pick(scene.specs.flatMap((spec, id) => (spec.evalAllowed ? [id] : [])))
  const tickAt = (marketId: number, times: number) =>
    ticks(Math.max(1, Math.round(scene.index[marketId]! * times)))
  const lotsWorth = (marketId: number, dollars: number) => {
    const { priceDecimals, sizeDecimals } = scene.specs[marketId]!
    const lotValue = scene.index[marketId]! * 10 ** (6 - priceDecimals - sizeDecimals)
    return lots(Math.max(1, Math.floor((dollars * 1e6) / lotValue)))
  }
  const order = (
    account: Address,
    marketId: number,
    dollars: number,
    price: number,
    change: Partial<PlaceOrder> = {},
  ): PlaceOrder => {
    const { initMarginRatio: _, ...some } = scene.order()
    return {
      ...some,
      id: scene.freshId(),
      nonce: scene.freshNonce(),
      orderTimeMs: timeMs(scene.nowMs()),
      account,
      signer: account,
      symbol: scene.specs[marketId]!.symbol,
      orderType: 'LIMIT',
      timeInForce: 'GTC',
      reduceOnly: false,
      size: lotsWorth(marketId, dollars),
      limitPrice: tickAt(marketId, price),
      ...change,
    }
  }
  const priceOf = (marketId: number, times: number): Command => ({
    kind: 'UpdateIndexPrices',
    prices: [
      {
        marketId,
        price: tickAt(marketId, times),
        sourceTimeMs: timeMs(scene.nowMs()),
        conf: ticks(0),
        held: false,
      },
    ],
  })
  const leverage = (account: Address, symbol: string, value: number): Command => ({
    kind: 'SetLeverage',
    account,
    symbol,
    leverage: value,
  })
  const symbolOf = (marketId: number): string => scene.specs[marketId]!.symbol
  const forbidden = (): number => scene.specs.findIndex(({ evalAllowed }) => !evalAllowed)

  return [
    () => [open()],
    () => [open({ amountUsd6: prng.pick([0, -1, 1.5, 2 ** 60]) as Usd6 })],
    () => [open({ ownerId: STRANGER })],
    () => [open({ ownerId: simAccount() })],
    () => [open({ account: someone() })],
    () => [open({ account: simAccount() })],
    () => [status(STRANGER, 'FROZEN'), status(someone(), 'FROZEN')],
    () => [
      { kind: 'CloseSimPositions', account: STRANGER },
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
