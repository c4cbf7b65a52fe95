/**
 * Stories that ordinary chance would hardly tell: a crowd of orders, a pool that cannot pay, accounts at the edge of their
 * margin while a market stands still, an open interest that several want together. Some are told seldom: they are long,
 * or what they leave behind is.
 */
import type { Command, CreditDeposit, PlaceOrder } from '@vest/engine'
import { lots, ticks, timeMs, usd6, type Address } from '@vest/protocol'
import type { Scene } from './scene.ts'
import type { StoryStep } from './corporateCorners.ts'
import type { createPoolCorners } from './poolCorners.ts'
import type { Prng } from './prng.ts'
import type { SceneOrders } from './sceneOrders.ts'

const CROWD = 104
const TRIGGER_CROWD = 22

type Story = () => readonly StoryStep[]

export function createStories(
  prng: Prng,
  scene: Scene,
  { resting, again, tickAt, lotsWorth, priceOf, cancelOf, ofHolder }: SceneOrders,
  lpOrder: ReturnType<typeof createPoolCorners>['lpOrder'],
): { readonly often: readonly Story[]; readonly seldom: readonly Story[] } {
  /** A new account with a thousand dollars, and two markets that share its margin. */
  const inTwoMarkets = () => {
    const account = scene.freshAccount()
    const cross = scene.specs.flatMap(({ isolated }, marketId) => (isolated ? [] : [marketId]))
    const quiet = prng.pick(cross)
    const losing = prng.pick(cross.filter((marketId) => marketId !== quiet))
    const came: readonly Command[] = [
      scene.register(account),
      { ...scene.credit(), account, finality: 'FINAL', amountUsd6: usd6(1_000_000_000) },
    ]
    const worth = (
      marketId: number,
      usd: number,
      price: number,
      change: Partial<PlaceOrder>,
    ): PlaceOrder => ({
      ...again(scene.order()),
      symbol: scene.specs[marketId]!.symbol,
      orderType: 'LIMIT',
      timeInForce: 'GTC',
      reduceOnly: false,
      size: lotsWorth(marketId, usd * 1e6),
      limitPrice: tickAt(marketId, price),
      ...change,
    })
    const buys = { account, signer: account, isBuy: true } as const
    return { came, quiet, losing, buys, worth }
  }

  const seldom: readonly Story[] = [
    () => {
      const order = scene.order()
      const market = scene.specs.findIndex(({ symbol }) => symbol === order.symbol)
      const resting = Array.from({ length: CROWD }, (): PlaceOrder => ({
        ...order,
        id: scene.freshId(),
        nonce: scene.freshNonce(),
        isBuy: true,
        size: lots(1),
        orderType: 'LIMIT',
        timeInForce: 'GTC',
        reduceOnly: false,
        limitPrice: ticks(Math.max(1, Math.round(scene.index[market]! * 0.6))),
      }))
      return [...resting, ...resting.map(cancelOf)]
    },
    () => {
      const [row] = ofHolder(({ isLong }) => ({ orderType: 'STOP_LOSS', isBuy: !isLong, size: lots(1) }))
      const rows = Array.from({ length: TRIGGER_CROWD }, () => ({
        ...(row as PlaceOrder),
        id: scene.freshId(),
        nonce: scene.freshNonce(),
        limitPrice: ticks(
          Math.max(
            1,
            Math.round(((row as PlaceOrder).limitPrice ?? 1_000) * ((row as PlaceOrder).isBuy ? 2 : 0.5)),
          ),
        ),
      }))
      return [...rows, ...rows.map(cancelOf)]
    },
    // One buys from the pool wherever it sells, and those markets leap: the pool may owe more than it has.
    () => {
      const { account, signer } = scene.order()
      const leaping = scene.specs.flatMap(({ risk }, marketId) =>
        marketId % 2 === 0 ? [{ risk, marketId }] : [],
      )
      const bought = leaping.map(({ risk, marketId }): PlaceOrder => {
        return {
          ...again(scene.order()),
          account,
          signer,
          symbol: scene.specs[marketId]!.symbol,
          isBuy: true,
          orderType: 'LIMIT',
          timeInForce: 'IOC',
          reduceOnly: false,
          size: lotsWorth(marketId, risk.openInterestCapUsd6 / 4),
          limitPrice: tickAt(marketId, 1.2),
        }
      })
      return [
        { ...scene.credit(), account, finality: 'FINAL', amountUsd6: usd6(20_000_000_000_000) },
        ...bought,
        ...leaping.map(({ marketId }) => priceOf(marketId, 4)),
        ...(['DEPOSIT', 'IMMEDIATE_WITHDRAW', 'SCHEDULE_WITHDRAW'] as const).map((orderType) =>
          lpOrder({ orderType, sizeUsd6: usd6(2_000_000) }),
        ),
        ...Array.from({ length: 30 }, (): Command => ({ ...scene.order(), reduceOnly: false })),
        { kind: 'SeedSystemAccount', account: 'POOL', amountUsd6: usd6(2_000_000_000_000) },
        { kind: 'SeedSystemAccount', account: 'INSURANCE', amountUsd6: usd6(100_000_000_000) },
      ]
    },
  ]
  const often: readonly Story[] = [
    // A reduce-only order rests, and the position shrinks under it.
    () => {
      const [resting] = ofHolder(({ isLong, size }) => ({
        orderType: 'LIMIT',
        timeInForce: 'GTC',
        isBuy: !isLong,
        size: lots(size),
      })) as readonly [PlaceOrder]
      const away = resting.isBuy ? 0.7 : 1.4
      const limitPrice = ticks(Math.max(1, Math.round((resting.limitPrice ?? 1_000) * away)))
      const { limitPrice: _, ...market } = { ...again(resting), orderType: 'MARKET' as const }
      return [
        { ...resting, limitPrice },
        { ...market, size: lots(Math.ceil(resting.size / 2)) },
      ]
    },
    // A thousand dollars, a resting order and a position that loses: the order cannot be paid any more, or all goes.
    () => {
      const { came, quiet, losing, buys, worth } = inTwoMarkets()
      return [
        ...came,
        worth(quiet, 4_000, 1, buys),
        worth(losing, 4_500, 1.1, { ...buys, timeInForce: 'IOC' }),
        priceOf(losing, prng.pick([0.9, 0.8])),
        worth(quiet, 5_000, 0.95, { isBuy: false, timeInForce: 'IOC' }),
      ]
    },
    // A thousand dollars, a little where no order may take any more, and a position elsewhere that loses.
    () => {
      const { came, quiet, losing, buys, worth } = inTwoMarkets()
      return [
        ...came,
        ...[quiet, losing].map((marketId): Command => ({ kind: 'SetMarketMode', marketId, mode: 'OPEN' })),
        ...[quiet, losing].map((marketId) => priceOf(marketId, 1)),
        worth(quiet, 100, 1.1, { ...buys, timeInForce: 'IOC' }),
        worth(losing, 4_500, 1.1, { ...buys, timeInForce: 'IOC' }),
        { kind: 'SetMarketMode', marketId: quiet, mode: prng.pick(['POST_ONLY', 'CANCEL_ONLY'] as const) },
        priceOf(losing, prng.pick([0.8, 0.75])),
        { kind: 'SetMarketMode', marketId: quiet, mode: 'OPEN' },
        priceOf(quiet, 1),
      ]
    },
    // Three prices of a market that waits for some that agree, in one record.
    () => {
      const marketId = prng.int(0, scene.specs.length - 1)
      const together = [1, 1.001, 1.002].map((times) => priceOf(marketId, times).prices[0]!)
      return [
        { kind: 'SetMarketMode', marketId, mode: 'HALT' },
        { kind: 'SetMarketMode', marketId, mode: 'OPEN' },
        { kind: 'UpdateIndexPrices', prices: together },
        scene.order(),
        ...[1, 2].map(() => priceOf(marketId, 1)),
        { kind: 'UpdateIndexPrices', prices: together.toReversed() },
      ]
    },
    // Two trade with each other, and a gap takes more than one of them has: what neither book, ladder nor backstop
    // buys closes the other. The price goes on, into what the backstop holds.
    () => {
      const [loser, winner] = [scene.freshAccount(), scene.freshAccount()]
      const market = prng.int(0, scene.specs.length - 1)
      const ratio = Math.max(0.1, scene.specs[market]!.initMarginRatio / 10_000)
      const value = prng.pick([8_000_000_000, 60_000_000_000, 120_000_000_000])
      const isLong = prng.chance(0.5)
      const gap = (isLong ? -1 : 1) * (ratio + prng.pick([-0.01, 0.005, 0.03, 0.1]))
      const trade = (account: Address, isBuy: boolean, times: number): PlaceOrder => {
        const { initMarginRatio: _, ...order } = again(scene.order())
        return {
          ...order,
          account,
          signer: account,
          symbol: scene.specs[market]!.symbol,
          isBuy,
          orderType: 'LIMIT',
          timeInForce: 'GTC',
          reduceOnly: false,
          size: lotsWorth(market, value),
          limitPrice: tickAt(market, times),
        }
      }
      const credit = (account: Address, amount: number): CreditDeposit => ({
        ...scene.credit(),
        account,
        finality: 'FINAL',
        amountUsd6: usd6(Math.ceil(amount)),
      })
      return [
        ...[loser, winner].map((account) => scene.register(account)),
        credit(loser, value * (ratio + 0.02)),
        credit(winner, value * 2),
        { kind: 'SetMarketMode', marketId: market, mode: 'OPEN' },
        ...[1, 2, 3].map(() => priceOf(market, 1)),
        trade(winner, !isLong, 1),
        trade(loser, isLong, isLong ? 1.01 : 0.99),
        { ...trade(loser, isLong, isLong ? 0.6 : 1.5), size: lots(1) },
        priceOf(market, 1 + gap, prng.chance(0.15)),
        priceOf(market, 1 + gap * prng.pick([1, 1.02, 1.5, 2])),
        { kind: 'TickTimer' },
      ]
    },
    // An account leaves orders behind, arms the switch and is not heard of again.
    () => {
      const { account, signer, recvWindowMs } = scene.order()
      const bid = (): PlaceOrder =>
        resting(prng.int(0, scene.specs.length - 1), prng.pick([0.7, 0.8]), { account, signer })
      return [
        { ...scene.credit(), account, finality: 'FINAL', amountUsd6: usd6(1_000_000_000) },
        bid(),
        bid(),
        {
          kind: 'SetCancelTimer',
          account,
          signer,
          recvWindowMs,
          timeoutMs: 5_000,
          nonce: scene.freshNonce(),
          orderTimeMs: timeMs(scene.nowMs()),
        },
      ]
    },
    // A parent fills in three parts, a leg is moved on the way, and the mark runs into one of the two.
    () => {
      const account = scene.freshAccount()
      const marketId = prng.int(0, scene.specs.length - 1)
      const isBuy = prng.chance(0.5)
      const side = isBuy ? 1 : -1
      const legAt = (times: number) => ({
        id: scene.freshId(),
        nonce: scene.freshNonce(),
        price: tickAt(marketId, times),
      })
      const own = { account, signer: account }
      const parent = resting(marketId, 1, {
        ...own,
        isBuy,
        size: lotsWorth(marketId, 600_000_000),
        takeProfit: legAt(1 + 0.004 * side),
        stopLoss: legAt(1 - 0.004 * side),
      })
      const part = (): PlaceOrder => ({
        ...resting(marketId, 1 - 0.001 * side, { isBuy: !isBuy, timeInForce: 'IOC' }),
        size: lots(Math.max(1, Math.floor(parent.size / 3))),
      })
      const other = {
        ...again(parent),
        ...own,
        isBuy: !isBuy,
        timeInForce: 'IOC',
        limitPrice: tickAt(marketId, 1 - 0.01 * side),
      } as const
      const { takeProfit: _, stopLoss: __, ...reducing } = other
      const moved: PlaceOrder = {
        ...again(reducing),
        ...own,
        orderType: 'TAKE_PROFIT',
        reduceOnly: true,
        timeInForce: 'GTC',
        limitPrice: tickAt(marketId, 1 + 0.006 * side),
        size: lots(Math.max(1, Math.floor(parent.size / 6))),
      }
      const leaps = prng.pick([0.01, -0.01, 0.005]) * side
      return [
        scene.register(account),
        { ...scene.credit(), account, finality: 'FINAL', amountUsd6: usd6(2_000_000_000) },
        ...[1, 1, 1].map((times) => priceOf(marketId, times)),
        // Now and then what it has already turns the legs down.
        ...(prng.chance(0.3) ? [{ ...reducing, size: parent.size }] : []),
        parent,
        part(),
        ...(prng.chance(0.5)
          ? [
              {
                kind: 'ReplaceOrder',
                cancel: cancelOf({ ...moved, id: parent.takeProfit!.id }),
                place: moved,
              } as const,
            ]
          : []),
        part(),
        ...(prng.chance(0.3) ? [cancelOf(parent)] : []),
        ...(prng.chance(0.5)
          ? [
              {
                ...again(reducing),
                orderType: 'MARKET',
                reduceOnly: true,
                size: lots(Math.max(1, Math.floor(parent.size / 2))),
              } as const,
            ]
          : []),
        priceOf(marketId, 1 + leaps),
        part(),
        priceOf(marketId, 1 - leaps),
        priceOf(marketId, 1 + leaps),
      ]
    },
    // Three rich accounts in a market with little room: together they want more than its open interest cap.
    () => {
      const caps = scene.specs.map(({ risk }) => risk.openInterestCapUsd6)
      const median = caps.toSorted((a, b) => a - b)[Math.floor(caps.length / 2)]!
      const market = prng.pick(scene.specs.flatMap((_, id) => (caps[id]! <= median ? [id] : [])))
      const [maker, filler, taker] = [scene.order(), scene.order(), scene.order()]
      const isBuy = prng.chance(0.5)
      const part = (of: PlaceOrder, share: number, change: Partial<PlaceOrder>): PlaceOrder => {
        const { initMarginRatio: _, ...order } = of
        return {
          ...order,
          symbol: scene.specs[market]!.symbol,
          isBuy,
          orderType: 'LIMIT',
          timeInForce: 'GTC',
          reduceOnly: false,
          size: lotsWorth(market, share * caps[market]!),
          limitPrice: tickAt(market, 1),
          ...change,
        }
      }
      return [
        ...[maker, filler, taker].map(({ account }) => ({
          ...scene.credit(),
          account,
          finality: 'FINAL' as const,
          amountUsd6: usd6(caps[market]! * 2),
        })),
        { kind: 'SetMarketMode', marketId: market, mode: 'OPEN' },
        ...[1, 2, 3].map(() => priceOf(market, 1)),
        // The first waits a little away; the others trade with each other, and what was bought is sold to the first.
        part(maker, 0.6, { limitPrice: tickAt(market, isBuy ? 0.97 : 1.03) }),
        part(filler, 0.6, { isBuy: !isBuy }),
        part(taker, 0.6, { timeInForce: 'IOC' }),
        part(again(taker), 0.6, {
          isBuy: !isBuy,
          limitPrice: tickAt(market, isBuy ? 0.9 : 1.1),
          timeInForce: 'IOC',
        }),
      ]
    },
  ]
  return { often, seldom }
}
