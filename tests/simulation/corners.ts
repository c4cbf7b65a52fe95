/**
 * The corners of the exchange's life: commands bent until a rule refuses them, and the stories of `stories.ts`. Each corner
 * makes one or more commands, sent one after the other; none knows what the engine will say.
 */
import type { AmendOrder, Command, MarketId, PlaceOrder } from '@vest/engine'
import {
  lots,
  ratio4,
  ticks,
  timeMs,
  usd6,
  type Address,
  type RequestOrderType,
  type Ticks,
  type TimeInForce,
} from '@vest/protocol'
import { type Scene } from './scene.ts'
import { createCapitalCorners } from './capitalCorners.ts'
import { createPurchaseCorners } from './purchaseCorners.ts'
import { createCorporateCorners, type StoryStep } from './corporateCorners.ts'
import { createGuardrailCorners } from './guardrails/guardrailCorners.ts'
import { createKeyCorners } from './keyCorners.ts'
import { createMoneyCorners } from './moneyCorners.ts'
import { createPoolCorners } from './poolCorners.ts'
import type { Prng } from './prng.ts'
import { badAmount, createSceneOrders, STRANGER } from './sceneOrders.ts'
import { createSimCorners } from './simCorners.ts'
import { createStories } from './stories.ts'
import { createThiefCorners } from './thiefCorners.ts'

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
  const sceneOrders = createSceneOrders(prng, scene)
  const { resting, again, priceOf, cancelOf, ofHolder } = sceneOrders
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
        kind: 'AmendOrder',
        id,
        ...signed,
        nonce: scene.freshNonce(),
        size,
        limitPrice: limitPrice!,
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
        kind: 'SetCancelTimer',
        account,
        signer,
        nonce: scene.freshNonce(),
        recvWindowMs,
        timeoutMs,
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
  const atPriceOf = (times: number): readonly Command[] => {
    const order = scene.order()
    const market = scene.specs.findIndex(({ symbol }) => symbol === order.symbol)
    const limitPrice = ticks(Math.max(1, Math.round(scene.index[market]! * times)))
    return [{ ...order, orderType: 'LIMIT', reduceOnly: false, timeInForce: 'GTC', limitPrice }]
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
  /** No price is fresh: an account with a position cannot raise its leverage. */
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

  const sim = [
    ...createSimCorners(prng, scene),
    ...createCapitalCorners(prng, scene),
    ...createPurchaseCorners(prng, scene),
  ]
  const thieves = createThiefCorners(prng, scene, sceneOrders)
  const guardrails = createGuardrailCorners(prng, scene, sceneOrders)
  const corporate = createCorporateCorners(prng, { ...scene, priceOf })
  const { often, seldom } = createStories(prng, scene, sceneOrders, lpOrder)
  const longStories = [...seldom, ...corporate.stories]
  return {
    next() {
      if (prng.chance(SIM_CHANCE)) return prng.pick(sim)()
      if (prng.chance(STORY_CHANCE)) return prng.pick(often)()
      if (prng.chance(LONG_STORY_CHANCE)) return prng.pick(longStories)()
      return prng.pick(
        prng.pick([orders, thieves, guardrails, operator, money, pool, corporate.corners, corporate.corners]),
      )()
    },
    afterDays: () => [
      ...(['DEPOSIT', 'IMMEDIATE_WITHDRAW', 'SCHEDULE_WITHDRAW'] as const).map((orderType) =>
        lpOrder({ orderType, sizeUsd6: usd6(2_000_000) }),
      ),
      ...raisedWithoutPrice(),
    ],
  }
}
