/**
 * The corners of the exchange's life: commands bent until a rule refuses them, and short stories that ordinary
 * chance would hardly tell (a crowd of orders, a pool that cannot pay, a log that disappears and comes back).
 * Each corner makes one or more commands, sent one after the other; none knows what the engine will say.
 */
import type {
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
  type Hex,
  type Id,
  type Lots,
  type RequestOrderType,
  type Ticks,
  type TimeInForce,
  type Usd6,
} from '@vest/protocol'
import { createCorporateCorners, type StoryStep } from './corporateCorners.ts'
import type { Prng } from './prng.ts'
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

const STRANGER = `0x${'5a'.repeat(20)}` as Address
const CROWD = 104
const TRIGGER_CROWD = 22
const SIM_CHANCE = 0.2
const STORY_CHANCE = 0.2
const LONG_STORY_CHANCE = 0.06
const hash = (id: Id): Hex => id as unknown as Hex

type Corner = () => readonly StoryStep[]

export function createCorners(prng: Prng, scene: Scene): { next(): readonly StoryStep[] } {
  const bent = (change: Partial<PlaceOrder>): Corner => {
    return () => [{ ...scene.order(), ...change }]
  }
  const asked = (change: Partial<RequestWithdrawal>): Corner => {
    return () => [{ ...scene.request(), ...change }]
  }
  const anyTransfer = (): Id =>
    scene.transferIds.length > 0 ? prng.pick(scene.transferIds) : scene.freshId()
  const badAmount = (): Usd6 => prng.pick([0, -1, 1.5, 2 ** 60]) as Usd6

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
  const tickAt = (marketId: number, times: number): Ticks =>
    ticks(Math.max(1, Math.round(scene.index[marketId]! * times)))
  const lotsWorth = (marketId: number, valueUsd6: number): Lots => {
    const { priceDecimals, sizeDecimals } = scene.specs[marketId]!
    const lotValue = scene.index[marketId]! * 10 ** (6 - priceDecimals - sizeDecimals)
    return lots(Math.max(1, Math.floor(valueUsd6 / lotValue)))
  }
  /** A price of one market, relative to its latest. */
  const priceOf = (marketId: number, times: number): Command => ({
    kind: 'UpdateIndexPrices',
    prices: [
      {
        marketId,
        price: ticks(Math.round(scene.index[marketId]! * times)),
        sourceTimeMs: timeMs(scene.nowMs()),
        conf: ticks(0),
        held: false,
      },
    ],
  })
  const again = (order: PlaceOrder): PlaceOrder => ({
    ...order,
    id: scene.freshId(),
    nonce: scene.freshNonce(),
  })
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
    () => [{ kind: 'SeedSystemAccount', account: 'POOL', amountUsd6: badAmount() }],
    () => [{ kind: 'SeedSystemAccount', account: 'INSURANCE', amountUsd6: usd6(prng.int(0, 1_000_000)) }],
    () => [scene.register()],
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

  // ------------------------------------------------------------------ money
  const money: readonly Corner[] = [
    () => [{ ...scene.credit(), amountUsd6: badAmount() }],
    () => {
      const credit = scene.credit()
      const { id, blockHash } = credit
      return [
        { ...credit, finality: 'SOFT' },
        { ...credit, id: scene.freshId() },
        { ...credit, amountUsd6: usd6(credit.amountUsd6 + 1) },
        { ...credit, blockHash: hash(scene.freshId()) },
        { kind: 'OrphanDeposit', id },
        { kind: 'OrphanDeposit', id },
        { kind: 'FinalizeDeposit', id, blockHash },
        { ...credit, finality: 'SOFT', blockHash: hash(scene.freshId()) },
        { kind: 'FinalizeDeposit', id, blockHash },
        { kind: 'FinalizeDeposit', id, blockHash },
        { kind: 'OrphanDeposit', id },
        { ...credit, finality: 'FINAL' },
      ]
    },
    () =>
      announced(({ id }) => [
        { kind: 'RejectDeposit', id },
        { kind: 'RejectDeposit', id },
      ]),
    () => announced((credit) => [credit, { kind: 'RejectDeposit', id: credit.id }]),
    () => announced((credit) => [{ kind: 'RejectDeposit', id: credit.id }, credit]),
    () =>
      announced(({ id, blockHash }) => [
        { kind: 'FinalizeDeposit', id, blockHash },
        { kind: 'OrphanDeposit', id },
      ]),
    () => announced(() => [], { amountUsd6: badAmount() }),
    () => announced(() => [], { account: STRANGER }),
    () => [{ kind: 'RejectDeposit', id: anyTransfer() }],
    () => [{ kind: 'FinalizeDeposit', id: anyTransfer(), blockHash: hash(scene.freshId()) }],
    () => [{ kind: 'OrphanDeposit', id: anyTransfer() }],
    asked({ account: STRANGER }),
    asked({ sizeUsd6: usd6(999_999) }),
    asked({ chainId: 0 }),
    asked({ execute: true, networkFeeUsd6: usd6(9_000_000_000) }),
    asked({ sizeUsd6: usd6(5_000_000_000_000) }),
    () => {
      const request = scene.request()
      return [request, request, { ...request, id: scene.freshId() }]
    },
    // Far more than one owner may take out in a day.
    () => {
      const request = scene.request()
      const { account } = request
      return [
        { ...scene.credit(), account, finality: 'FINAL', amountUsd6: usd6(1_500_000_000_000) },
        { ...request, sizeUsd6: usd6(1_000_000_000_001) },
        { ...request, id: scene.freshId(), nonce: scene.freshNonce(), sizeUsd6: usd6(60_000_000_000) },
      ]
    },
    ...[undefined, 0, 70_000, 200_000].map(
      (feeUsd6): Corner =>
        () =>
          paid(feeUsd6),
    ),
    () => [{ kind: 'VerifyWithdrawal', id: anyTransfer(), validatorSignature: hash(scene.freshId()) }],
    () => [{ kind: 'CompleteWithdrawal', id: scene.freshId(), txHash: hash(scene.freshId()) }],
    () => [{ kind: 'RefundWithdrawal', id: scene.freshId() }],
  ]
  /** A gasless deposit: said before its log stands in a block. */
  function announced(
    then: (credit: CreditDeposit) => readonly Command[],
    change: { account?: Address; amountUsd6?: Usd6 } = {},
  ): readonly Command[] {
    const credit = scene.credit()
    const { id, chainId, token, amountUsd6 } = credit
    const account = credit.account ?? scene.order().account
    const announce = { kind: 'AnnounceDeposit', id, chainId, token, account, amountUsd6, ...change } as const
    return [
      announce,
      announce,
      { ...announce, amountUsd6: usd6(amountUsd6 + 1) },
      ...then({ ...credit, account }),
    ]
  }
  /** One withdrawal to its end, by the keeper or by the trader; then everything that comes too late. */
  function paid(feeUsd6: number | undefined): readonly Command[] {
    const request: RequestWithdrawal = { ...scene.request(), execute: prng.chance(0.7) }
    const { id } = request
    const complete = {
      kind: 'CompleteWithdrawal',
      id,
      txHash: hash(scene.freshId()),
      ...(feeUsd6 === undefined ? {} : { feeUsd6: usd6(feeUsd6) }),
    } as const
    const verify = { kind: 'VerifyWithdrawal', id, validatorSignature: hash(scene.freshId()) } as const
    return [
      request,
      verify,
      verify,
      { ...verify, validatorSignature: hash(scene.freshId()) },
      ...(prng.chance(0.7) ? [complete] : [{ kind: 'RefundWithdrawal', id } as const]),
      complete,
      { kind: 'RefundWithdrawal', id },
      verify,
    ]
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
          Math.max(1, Math.round((row as PlaceOrder).limitPrice! * ((row as PlaceOrder).isBuy ? 2 : 0.5))),
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
      const limitPrice = ticks(Math.max(1, Math.round(resting.limitPrice! * away)))
      const { limitPrice: _, ...market } = { ...again(resting), orderType: 'MARKET' as const }
      return [
        { ...resting, limitPrice },
        { ...market, size: lots(Math.ceil(resting.size / 2)) },
      ]
    },
    // A thousand dollars, a resting order and a position that loses: the order cannot be paid any more, or all goes.
    () => {
      const account = scene.freshAccount()
      const cross = scene.specs.flatMap(({ isolated }, marketId) => (isolated ? [] : [marketId]))
      const quiet = prng.pick(cross)
      const losing = prng.pick(cross.filter((marketId) => marketId !== quiet))
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
      return [
        scene.register(account),
        { ...scene.credit(), account, finality: 'FINAL', amountUsd6: usd6(1_000_000_000) },
        worth(quiet, 4_000, 1, { account, signer: account, isBuy: true }),
        worth(losing, 4_500, 1.1, { account, signer: account, isBuy: true, timeInForce: 'IOC' }),
        priceOf(losing, prng.pick([0.9, 0.8])),
        worth(quiet, 5_000, 0.95, { isBuy: false, timeInForce: 'IOC' }),
      ]
    },
    // Three rich newcomers nearly fill the open interest cap of a market; then its price rises, and so does what they hold.
    () => {
      const market = prng.int(0, scene.specs.length - 1)
      const cap = scene.specs[market]!.risk.openInterestCapUsd6
      const newcomer = (): PlaceOrder => ({ ...scene.order(), account: scene.freshAccount() })
      const [seller, buyer, late] = [newcomer(), newcomer(), newcomer()]
      const part = (of: PlaceOrder, share: number, change: Partial<PlaceOrder>): PlaceOrder => {
        const { initMarginRatio: _, ...order } = of
        return {
          ...order,
          symbol: scene.specs[market]!.symbol,
          isBuy: false,
          orderType: 'LIMIT',
          timeInForce: 'GTC',
          reduceOnly: false,
          size: lotsWorth(market, share * cap),
          limitPrice: tickAt(market, 1),
          ...change,
        }
      }
      return [
        ...[seller, buyer, late].flatMap(({ account }): Command[] => [
          scene.register(account),
          { ...scene.credit(), account, finality: 'FINAL', amountUsd6: cap },
        ]),
        { kind: 'ChangeSession', marketId: market, session: 'REGULAR' },
        { kind: 'SetMarketMode', marketId: market, mode: 'OPEN' },
        ...[1, 2, 3].map(() => priceOf(market, 1)),
        part(seller, 0.85, {}),
        part(buyer, 0.85, { isBuy: true, limitPrice: tickAt(market, 1.1), timeInForce: 'IOC' }),
        part(late, 0.1, { limitPrice: tickAt(market, 1.002) }),
        priceOf(market, 1.08),
        // Both go home again.
        part(again(buyer), 0.85, { reduceOnly: true, limitPrice: tickAt(market, 1.09) }),
        part(again(seller), 0.85, {
          isBuy: true,
          reduceOnly: true,
          timeInForce: 'IOC',
          limitPrice: tickAt(market, 1.2),
        }),
      ]
    },
  ]

  const sim = createSimCorners(prng, scene)
  const corporate = createCorporateCorners(prng, { ...scene, priceOf })
  const longStories = [...stories, ...corporate.stories]
  return {
    next() {
      if (prng.chance(SIM_CHANCE)) return prng.pick(sim)()
      if (prng.chance(STORY_CHANCE)) return prng.pick(oftener)()
      if (prng.chance(LONG_STORY_CHANCE)) return prng.pick(longStories)()
      return prng.pick(prng.pick([orders, operator, money, corporate.corners]))()
    },
  }
}
