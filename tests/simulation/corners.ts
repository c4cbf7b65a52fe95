/**
 * The corners of the exchange's life: commands bent until a rule refuses them, and short stories that ordinary
 * chance would hardly tell (a crowd of orders, a pool that cannot pay, a log that disappears and comes back).
 * Each corner makes one or more commands, sent one after the other; none knows what the engine will say.
 */
import type {
  AmendOrder,
  Command,
  CreditDeposit,
  MarketId,
  MarketSpec,
  PlaceOrder,
  RequestWithdrawal,
} from '@vest/engine'
import {
  lots,
  ratio4,
  ticks,
  timeMs,
  usd6,
  type Address,
  type Id,
  type RequestOrderType,
  type Ticks,
  type TimeInForce,
} from '@vest/protocol'
import { createCapitalCorners } from './capitalCorners.ts'
import { createCorporateCorners, type StoryStep } from './corporateCorners.ts'
import { createKeyCorners } from './keyCorners.ts'
import { createMoneyCorners } from './moneyCorners.ts'
import { createPoolCorners } from './poolCorners.ts'
import type { Prng } from './prng.ts'
import { badAmount, createSceneOrders, STRANGER } from './sceneOrders.ts'
import { createSimCorners } from './simCorners.ts'

/** What a corner sees of the workload, and the ordinary commands that it may bend. */
export interface Scene {
  readonly specs: readonly MarketSpec[]
  /** Latest index by market, in ticks. */
  readonly index: readonly number[]
  /** The index with which each market began. */
  readonly firstIndex: readonly number[]
  readonly delisted: ReadonlySet<MarketId>
  /** By account and symbol: `${address} ${symbol}`. */
  readonly positions: ReadonlyMap<string, { readonly isLong: boolean; readonly size: number }>
  /** Of any status, the latest last. */
  readonly transferIds: readonly Id[]
  /** Accounts of the SIM domain. */
  readonly simAccounts: readonly Address[]
  /** Who has put money into the LP pool. */
  readonly lpHolders: readonly Address[]
  nowMs(): number
  freshId(): Id
  freshNonce(): number
  order(): PlaceOrder
  /** A registered account of REAL. */
  owner(): Address
  request(): RequestWithdrawal
  credit(): CreditDeposit
  /** The next market of the listing that is not yet there. */
  list(): Command
  freshAccount(): Address
  /** Of the account, or of somebody who registers late and for whom money may wait already. */
  register(account?: Address): Command
}

const CROWD = 104
const TRIGGER_CROWD = 22
const SIM_CHANCE = 0.16
const STORY_CHANCE = 0.3
const LONG_STORY_CHANCE = 0.06

type Corner = () => readonly StoryStep[]

export interface Corners {
  next(): readonly StoryStep[]
  /** When days have gone by and no price is fresh. */
  afterDays(): readonly Command[]
}

export function createCorners(prng: Prng, scene: Scene): Corners {
  const sceneOrders = createSceneOrders(scene)
  const { resting, again, tickAt, lotsWorth, priceOf } = sceneOrders
  const money = createMoneyCorners(prng, scene)
  const { corners: pool, lpOrder } = createPoolCorners(prng, scene, sceneOrders)
  const bent = (change: Partial<PlaceOrder>): Corner => {
    return () => [{ ...scene.order(), ...change }]
  }

  // ------------------------------------------------------------------ orders
  const orders: readonly Corner[] = [
    bent({ orderType: 'ICEBERG' as RequestOrderType }),
    bent({ timeInForce: 'GTX' as TimeInForce, orderType: 'LIMIT', limitPrice: ticks(100) }),
    bent({ symbol: 'NOWHERE-PERP' }),
    bent({ account: STRANGER }),
    bent({ size: lots(0) }),
    bent({ size: 2.5 as ReturnType<typeof lots> }),
    bent({ size: lots(Number.MAX_SAFE_INTEGER) }),
    bent({ limitPrice: 0 as ReturnType<typeof ticks> }),
    bent({ orderType: 'STOP_LOSS', reduceOnly: false, limitPrice: ticks(100) }),
    bent({ initMarginRatio: ratio4(1) }),
    () => [{ ...scene.order(), orderTimeMs: timeMs(scene.nowMs() + 5_000) }],
    () => [{ ...scene.order(), orderTimeMs: timeMs(scene.nowMs() - 61_000), recvWindowMs: 600_000 }],
    () => atPriceOf(20),
    () => atPriceOf(0.01),
    () => {
      const order = scene.order()
      return [order, { ...order, nonce: scene.freshNonce() }, { ...order, id: scene.freshId() }]
    },
    () => ofHolder(({ isLong, size }) => ({ orderType: 'TAKE_PROFIT', isBuy: isLong, size: lots(size) })),
    () => ofHolder(({ isLong, size }) => ({ orderType: 'LIMIT', isBuy: !isLong, size: lots(size + 1) })),
    () => ofHolder(({ isLong, size }) => ({ orderType: 'MARKET', isBuy: isLong, size: lots(size) })),
    () => [{ ...cancelOf(scene.order()), orderTimeMs: timeMs(scene.nowMs() - 120_000) }],
    () => {
      const order = scene.order()
      return [order, cancelOf(order), cancelOf(order), { ...cancelOf(order), account: STRANGER }]
    },
    bent({ timeInForce: 'GTX' as TimeInForce, orderType: 'MARKET' }),
    bent({ clientId: 'not a name' }),
    () => {
      const order = resting(prng.int(0, scene.specs.length - 1), 0.9, {
        clientId: `own-${scene.freshNonce()}`,
      })
      const { account, signer, orderTimeMs, recvWindowMs, clientId } = order
      const named = { kind: 'CancelClientOrder', account, signer, orderTimeMs, recvWindowMs } as const
      const byName = { ...named, clientId: clientId!, nonce: scene.freshNonce() }
      return [
        order,
        again(order),
        byName,
        byName,
        { ...byName, nonce: scene.freshNonce() },
        { ...byName, nonce: scene.freshNonce(), orderTimeMs: timeMs(scene.nowMs() - 120_000) },
      ]
    },
    () => {
      const order = scene.order()
      const leg = { id: scene.freshId(), nonce: order.nonce, price: ticks(100) }
      const used = { ...again(order), orderType: 'LIMIT', limitPrice: ticks(90), isBuy: true } as const
      return [
        order,
        { ...again(order), orderType: 'MARKET', takeProfit: leg },
        { ...used, takeProfit: { ...leg, price: 0 as Ticks } },
        { ...used, id: scene.freshId(), stopLoss: { ...leg, price: ticks(91) } },
        { ...again(used), stopLoss: { ...leg, id: order.id } },
        { ...again(used), takeProfit: leg, stopLoss: leg },
        { ...again(used), takeProfit: { ...leg, nonce: order.nonce } },
      ]
    },
    () => {
      const order = resting(prng.int(0, scene.specs.length - 1), 0.9, {})
      const smaller = { ...again(order), size: lots(Math.max(1, order.size - 1)) }
      const swap = { kind: 'ReplaceOrder', cancel: cancelOf(order), place: smaller } as const
      return [
        order,
        again(order),
        swap,
        swap,
        { ...swap, cancel: { ...swap.cancel, nonce: scene.freshNonce() } },
        { ...swap, cancel: cancelOf(order), place: again(smaller) },
        { ...swap, cancel: { ...cancelOf(smaller), account: STRANGER }, place: again(smaller) },
        { ...swap, cancel: { ...cancelOf(smaller), orderTimeMs: timeMs(1) }, place: again(smaller) },
        { ...swap, cancel: cancelOf(smaller), place: { ...again(smaller), size: lots(0) } },
        { ...swap, cancel: cancelOf(smaller), place: { ...again(smaller), timeInForce: 'POST_ONLY' } },
        {
          ...swap,
          cancel: cancelOf(smaller),
          place: { ...again(smaller), isBuy: false, timeInForce: 'IOC' },
        },
        { ...swap, cancel: cancelOf(smaller), place: { ...again(smaller), symbol: 'NOWHERE-PERP' } },
      ]
    },
    () => {
      const order = resting(prng.int(0, scene.specs.length - 1), 0.9, {})
      const { id, account, signer, orderTimeMs, recvWindowMs, size, limitPrice } = order
      const signed = { account, signer, orderTimeMs, recvWindowMs }
      const amend = (bent: Partial<AmendOrder> = {}): AmendOrder => ({
        ...{ kind: 'AmendOrder', id, ...signed, nonce: scene.freshNonce(), size, limitPrice: limitPrice! },
        ...bent,
      })
      const leg = { id: scene.freshId(), nonce: order.nonce, price: ticks(limitPrice! + 2) }
      const parent = { ...again(order), takeProfit: leg }
      const passive = { ...again(order), timeInForce: 'POST_ONLY' } as const
      const once = amend({ size: lots(size + 1) })
      const dear = ticks(Math.floor(limitPrice! * 1.3))
      // Against an order that rests as well; the pool offers nothing without a price.
      const offer = { ...again(order), isBuy: false, limitPrice: dear }
      const second = again(order)
      const silenceMs = 400_000
      return [
        order,
        ...[once, once, amend({ account: STRANGER }), amend({ orderTimeMs: timeMs(1) })],
        ...[amend({ size: lots(0) }), amend({ size: lots(Number.MAX_SAFE_INTEGER) })],
        ...[amend({ size: lots(size * 1_000) }), amend({ limitPrice: ticks(limitPrice! * 20) })],
        parent,
        amend({ id: parent.id, limitPrice: ticks(limitPrice! + 2) }),
        passive,
        amend({ id: passive.id, limitPrice: ticks(Math.floor(limitPrice! * 1.2)) }),
        amend({ limitPrice: ticks(Math.floor(limitPrice! * 1.2)) }),
        ...[second, offer, { pauseMs: silenceMs }],
        amend({ id: second.id, limitPrice: dear, orderTimeMs: timeMs(scene.nowMs() + silenceMs) }),
      ]
    },
    // Room for one alone, which meets another of its owner, and rests in its stead.
    () => {
      const marketId = prng.int(0, scene.specs.length - 1)
      const { clientId: _, takeProfit: __, stopLoss: ___, ...bid } = resting(marketId, 1, {})
      const { account, signer, orderTimeMs, recvWindowMs } = bid
      const signed = { account, signer, orderTimeMs, recvWindowMs, nonce: scene.freshNonce() }
      const room = (openOrdersPerMarketMax: number, openOrdersMax: number): Command => ({
        kind: 'ChangeParameters',
        exchange: { openOrdersPerMarketMax, openOrdersMax },
      })
      return [
        { kind: 'CancelAllOrders', ...signed },
        priceOf(marketId, 1),
        room(1, 1),
        bid,
        { ...again(bid), isBuy: false },
        room(100, 200),
      ]
    },
    ...(['CancelAllOrders', 'CloseAllPositions'] as const).map((kind): Corner => () => {
      const { account, signer, symbol, recvWindowMs } = scene.order()
      const signed = (orderTimeMs = scene.nowMs()) =>
        ({
          kind,
          account,
          signer,
          nonce: scene.freshNonce(),
          orderTimeMs: timeMs(orderTimeMs),
          recvWindowMs,
        }) as const
      const first = { ...signed(), symbol }
      return [
        first,
        first,
        { ...signed(), symbol: 'NOWHERE-PERP' },
        { ...signed(), account: STRANGER },
        signed(scene.nowMs() - 120_000),
        signed(),
      ]
    }),
    () => {
      const { account, signer, recvWindowMs } = scene.order()
      const timer = (
        timeoutMs: number,
        orderTimeMs = scene.nowMs(),
      ): Command & { kind: 'SetCancelTimer' } => ({
        ...{ kind: 'SetCancelTimer', account, signer, nonce: scene.freshNonce(), recvWindowMs, timeoutMs },
        orderTimeMs: timeMs(orderTimeMs),
      })
      const armed = timer(5_000)
      return [
        armed,
        armed,
        timer(4_999),
        timer(86_400_001),
        timer(2.5),
        { ...timer(0), account: STRANGER },
        timer(5_000, scene.nowMs() - 120_000),
      ]
    },
  ]
  const cancelOf = ({
    id,
    account,
    signer,
    recvWindowMs,
  }: PlaceOrder): Command & { kind: 'CancelOrder' } => ({
    kind: 'CancelOrder',
    id,
    account,
    signer,
    nonce: scene.freshNonce(),
    orderTimeMs: timeMs(scene.nowMs()),
    recvWindowMs,
  })
  const atPriceOf = (times: number): readonly Command[] => {
    const order = scene.order()
    const market = scene.specs.findIndex(({ symbol }) => symbol === order.symbol)
    const limitPrice = ticks(Math.max(1, Math.round(scene.index[market]! * times)))
    return [{ ...order, orderType: 'LIMIT', reduceOnly: false, timeInForce: 'GTC', limitPrice }]
  }
  /** A reduce-only order of somebody who holds a position. */
  function ofHolder(
    change: (held: { isLong: boolean; size: number }) => Partial<PlaceOrder>,
  ): readonly Command[] {
    const held = [...scene.positions]
    if (held.length === 0) return [{ ...scene.order(), limitPrice: ticks(100) }]
    const [key, position] = prng.pick(held)
    const [account, symbol] = key.split(' ') as [Address, string]
    const market = scene.specs.findIndex((spec) => spec.symbol === symbol)
    const limitPrice = ticks(scene.index[market]!)
    return [{ ...scene.order(), account, symbol, limitPrice, reduceOnly: true, ...change(position) }]
  }

  // ------------------------------------------------------------------ settings and the operator
  const nowhere = 9_999 as MarketId
  const operator: readonly Corner[] = [
    () => [leverage({ symbol: 'NOWHERE-PERP', leverage: 5 })],
    () => [leverage({ leverage: prng.pick([0, -1, 2.5, 1_001]) })],
    () => [leverage({ account: STRANGER, leverage: 1 })],
    () => [leverage({ leverage: prng.pick([1, 3, 4, 7, 8, 16, 25, 33, 40]) })],
    () => [{ kind: 'SetMarketMode', marketId: nowhere, mode: 'HALT' }],
    () => [{ kind: 'ChangeSession', marketId: nowhere, session: 'CLOSED' }],
    () => haltAndResume('REDUCE_ONLY'),
    () => haltAndResume('HALT'),
    () => [scene.list()],
    () => [{ kind: 'ListMarket', spec: prng.pick(scene.specs) }],
    () => [
      { kind: 'ListMarket', spec: { ...scene.specs[0]!, symbol: 'EXACTLY-NOT-PERP', priceDecimals: 6 } },
    ],
    () => {
      const [spec] = scene.specs
      const risk = { ...spec!.risk, hardStaleMs: prng.pick([0, 900_000]) }
      return [{ kind: 'ListMarket', spec: { ...spec!, symbol: 'OUT-OF-RANGE-PERP', risk } }]
    },
    () => [
      { kind: 'SeedSystemAccount', account: 'POOL', amountUsd6: badAmount(prng) },
      { kind: 'SeedSystemAccount', account: 'INSURANCE', amountUsd6: usd6(4e15) },
    ],
    () => [{ kind: 'SeedSystemAccount', account: 'INSURANCE', amountUsd6: usd6(prng.int(0, 1_000_000)) }],
    () => [scene.register()],
    ...createKeyCorners(prng, scene),
    () => [
      {
        kind: 'UpdateIndexPrices',
        prices: [nowhere, 0, 0, 0, 0].map((marketId, row) => ({
          marketId,
          price: ticks(row === 1 ? 0 : scene.index[0]!),
          sourceTimeMs: timeMs(row === 2 ? 1 : scene.nowMs() + 10_000),
          conf: (row === 3 ? -1 : 0) as ReturnType<typeof ticks>,
          held: row === 4,
        })),
      },
    ],
  ]
  const leverage = (change: { account?: Address; symbol?: string; leverage: number }): Command => ({
    kind: 'SetLeverage',
    account: scene.order().account,
    symbol: prng.pick(scene.specs).symbol,
    ...change,
  })
  /** No price is fresh: whoever holds something cannot raise its leverage. */
  const raisedWithoutPrice = (): readonly Command[] => {
    const held = [...scene.positions.keys()]
    if (held.length === 0) return []
    const [account, symbol] = prng.pick(held).split(' ') as [Address, string]
    return [100, 50, 20].map((most) => leverage({ account, symbol, leverage: most }))
  }
  const haltAndResume = (mode: 'REDUCE_ONLY' | 'HALT'): readonly Command[] => {
    const marketId = prng.int(0, scene.specs.length - 1)
    return [
      { kind: 'SetMarketMode', marketId, mode },
      scene.order(),
      { kind: 'ChangeSession', marketId, session: 'CLOSED' },
      { kind: 'SetMarketMode', marketId, mode: 'OPEN' },
      { kind: 'ChangeSession', marketId, session: 'REGULAR' },
    ]
  }

  /** Somebody new with a thousand dollars, and two markets that share his margin. */
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

  // ------------------------------------------------------------------ stories, some told seldom
  const stories: readonly Corner[] = [
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
  const oftener: readonly Corner[] = [
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
    // A thousand dollars, a little where nobody may take any more, and a position elsewhere that loses.
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
    // Somebody leaves orders behind, arms the switch and is not heard of again.
    () => {
      const { account, signer, recvWindowMs } = scene.order()
      const bid = (): PlaceOrder =>
        resting(prng.int(0, scene.specs.length - 1), prng.pick([0.7, 0.8]), { account, signer })
      return [
        { ...scene.credit(), account, finality: 'FINAL', amountUsd6: usd6(1_000_000_000) },
        bid(),
        bid(),
        {
          ...{ kind: 'SetCancelTimer', account, signer, recvWindowMs, timeoutMs: 5_000 },
          ...{ nonce: scene.freshNonce(), orderTimeMs: timeMs(scene.nowMs()) },
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
        ...{ id: scene.freshId(), nonce: scene.freshNonce() },
        price: tickAt(marketId, times),
      })
      const own = { account, signer: account }
      const parent = resting(marketId, 1, {
        ...{ ...own, isBuy, size: lotsWorth(marketId, 600_000_000) },
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
        ...{ ...own, orderType: 'TAKE_PROFIT', reduceOnly: true, timeInForce: 'GTC' },
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

  const sim = [...createSimCorners(prng, scene), ...createCapitalCorners(prng, scene)]
  const corporate = createCorporateCorners(prng, { ...scene, priceOf })
  const longStories = [...stories, ...corporate.stories]
  return {
    next() {
      if (prng.chance(SIM_CHANCE)) return prng.pick(sim)()
      if (prng.chance(STORY_CHANCE)) return prng.pick(oftener)()
      if (prng.chance(LONG_STORY_CHANCE)) return prng.pick(longStories)()
      return prng.pick(prng.pick([orders, operator, money, pool, corporate.corners, corporate.corners]))()
    },
    afterDays: () => [
      ...(['DEPOSIT', 'IMMEDIATE_WITHDRAW', 'SCHEDULE_WITHDRAW'] as const).map((orderType) =>
        lpOrder({ orderType, sizeUsd6: usd6(2_000_000) }),
      ),
      ...raisedWithoutPrice(),
    ],
  }
}
