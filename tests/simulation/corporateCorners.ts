/**
 * Corners of the operator's desk: parameters, halts by several hands, splits, dividends, new symbols, the end of a
 * market. What is changed is mostly put back, so that the life around it goes on.
 */
import { type Command, type MarketSpec, type PlaceOrder } from '@vest/engine'
import { type Address, funding12, lots, rate5, ratio4, ticks, timeMs, usd6, type Ticks } from '@vest/protocol'
import type { Prng } from './prng.ts'

/** Time that passes within a story. */
export interface Pause {
  readonly pauseMs: number
}
export type StoryStep = Command | Pause
export const isPause = (step: StoryStep): step is Pause => 'pauseMs' in step

export interface Desk {
  readonly specs: readonly MarketSpec[]
  /** Latest and first index by market, in ticks. */
  readonly index: readonly number[]
  readonly firstIndex: readonly number[]
  readonly delisted: ReadonlySet<number>
  readonly positions: ReadonlyMap<string, { readonly isLong: boolean; readonly size: number }>
  nowMs(): number
  order(): PlaceOrder
  priceOf(marketId: number, times: number): Command
  freshNonce(): number
}

type Change = NonNullable<Extract<Command, { kind: 'ChangeParameters' }>['exchange']>
type MarketChange = NonNullable<Extract<Command, { kind: 'ChangeParameters' }>['market']>['change']
type Corner = () => readonly StoryStep[]

const NOWHERE = 9_999
const DELISTED_MAX = 1
const SPLITS: readonly (readonly [newShares: number, oldShares: number])[] = [
  [4, 1],
  [2, 1],
  [3, 2],
  [7, 3],
  [1, 8],
  [1, 2],
  [2, 3],
  [3, 7],
]

export function createCorporateCorners(
  prng: Prng,
  desk: Desk,
): { readonly corners: readonly Corner[]; readonly stories: readonly Corner[] } {
  /** Mostly one that lives. */
  const anyMarket = (): number => {
    const marketId = prng.int(0, desk.specs.length - 1)
    return desk.delisted.has(marketId) && prng.chance(0.7) ? anyMarket() : marketId
  }
  const orders = (count: number): readonly Command[] => Array.from({ length: count }, () => desk.order())
  const ordersIn = (marketId: number, count: number): readonly Command[] =>
    Array.from({ length: count }, () => {
      const { limitPrice: _, ...order } = desk.order()
      return { ...order, symbol: desk.specs[marketId]!.symbol, orderType: 'MARKET' as const }
    })
  const change = (exchange: Change): Command => ({ kind: 'ChangeParameters', exchange })
  const changeMarket = (marketId: number, of: MarketChange): Command => ({
    kind: 'ChangeParameters',
    market: { marketId, change: of },
  })
  const halted = (marketId: number): Command => ({
    kind: 'SetMarketMode',
    marketId,
    mode: 'HALT',
    cause: 'CORPORATE_ACTION',
  })
  /** Lifted, and opened by three prices that agree. */
  const reopened = (marketId: number, times = 1): readonly Command[] => [
    { kind: 'SetMarketMode', marketId, mode: 'OPEN', cause: 'CORPORATE_ACTION' },
    ...[1, 2, 3].map(() => desk.priceOf(marketId, times)),
  ]

  const CHANGES: readonly (readonly [change: Change, back: Change])[] = [
    [{ makerFeePercent: 0 }, { makerFeePercent: 50 }],
    [{ makerFeePercent: 100 }, { makerFeePercent: 50 }],
    [{ liquidationFeeMaxRate: rate5(0) }, { liquidationFeeMaxRate: rate5(500) }],
    [{ triggerProtectionBps: 20 }, { triggerProtectionBps: 1_000 }],
    [{ grossCapPercent: 20 }, { grossCapPercent: 300 }],
    [
      { classCapPercent: { stock: 10, crypto: 5, forex: 3 } },
      { classCapPercent: { stock: 120, crypto: 120, forex: 100 } },
    ],
    [{ offHoursProfitPercent: 0 }, { offHoursProfitPercent: 50 }],
    [{ recvWindowMaxMs: 1_000 }, { recvWindowMaxMs: 60_000 }],
    [
      { openOrdersPerMarketMax: 3, openOrdersMax: 10 },
      { openOrdersPerMarketMax: 100, openOrdersMax: 200 },
    ],
    [{ triggerRowsMax: 1 }, { triggerRowsMax: 20 }],
    [{ quickWithdrawalUsd6: usd6(0) }, { quickWithdrawalUsd6: usd6(50e9) }],
    [{ ownerHourPercent: 1 }, { ownerHourPercent: 25 }],
    [
      { outflowHourUsd6: usd6(2e9), outflowHourPercent: 0, outflowDayUsd6: usd6(9e9), outflowDayPercent: 0 },
      {
        outflowHourUsd6: usd6(25e10),
        outflowHourPercent: 10,
        outflowDayUsd6: usd6(1e12),
        outflowDayPercent: 30,
      },
    ],
    [
      { smallWithdrawalUsd6: usd6(0), breakerFloorUsd6: usd6(1e9) },
      { smallWithdrawalUsd6: usd6(1e9), breakerFloorUsd6: usd6(25e9) },
    ],
    [{ vaultTransactionUsd6: usd6(2e9) }, { vaultTransactionUsd6: usd6(1e12) }],
    [{ smallLanePercent: 0 }, { smallLanePercent: 10 }],
    [{ nonceKeptMs: 172_800_000 }, { nonceKeptMs: 86_400_000 }],
    [{ fullLiquidationUsd6: usd6(0) }, { fullLiquidationUsd6: usd6(5e9) }],
    [{ fullLiquidationUsd6: usd6(1e15) }, { fullLiquidationUsd6: usd6(5e9) }],
    [{ backstopAllocationPercent: 1 }, { backstopAllocationPercent: 10 }],
    [{ lpNavCapUsd6: usd6(1e9) }, { lpNavCapUsd6: usd6(2e13) }],
    [
      { lpImmediateFeeBps: 150, lpImmediateCapPercent: 1 },
      { lpImmediateFeeBps: 30, lpImmediateCapPercent: 10 },
    ],
    [
      { lpScheduleMs: 0, lpLockMs: 0 },
      { lpScheduleMs: 172_800_000, lpLockMs: 86_400_000 },
    ],
    [{ takerDelayMs: 300 }, { takerDelayMs: 0 }],
    [{ takerDelayMs: 1_500 }, { takerDelayMs: 0 }],
  ]
  const badChanges = [
    {},
    { makerFeePercent: 101 },
    { accrualsPerHour: 7 },
    { openOrdersMax: 50, openOrdersPerMarketMax: 60 },
    { classCapPercent: { stock: 1 } },
    { unheardOf: 1 },
    { recvWindowMaxMs: 1_000.5 },
  ] as unknown as readonly Change[]
  const marketChanges = (spec: MarketSpec): readonly MarketChange[] => [
    { takerFeeRate: rate5(prng.pick([0, 3, 10, 40])) },
    { markClampBps: { REGULAR: 5, EXTENDED: 10, OVERNIGHT: 10 } },
    { openInterestCapUsd6: usd6(10_000_000_000) },
    { halfSpreadMinPpm: 700, halfSpreadMaxPpm: 900, skewMaxPpm: 60_000 },
    { inventorySharePpm: 3_000, volMultiplierPermille: 900 },
    { impactValueUsd6: usd6(1_000_000_000_000) },
    { softStaleMs: 300, hardStaleMs: 700 },
    { volHaltBps: 5 },
    { sessionOpenInterestPercent: { EXTENDED: 1, OVERNIGHT: 0 } },
    {
      initMarginRatio: ratio4(spec.initMarginRatio * 3),
      maintMarginRatio: ratio4(spec.initMarginRatio * 2),
    },
    { interestRate8h: -90_000, skewFunding8h: 400_000, fundingCapOneHour: 900_000 },
  ]
  const badMarketChanges = [
    {},
    { halfSpreadMinPpm: 5_000, halfSpreadMaxPpm: 10 },
    { maintMarginRatio: 10_000 },
    { priceDecimals: 3 },
    { markClampBps: { REGULAR: 5 } },
    { evalAllowed: 1 },
    { softStaleMs: 50_000, hardStaleMs: 40_000 },
  ] as unknown as readonly MarketChange[]
  /** The values with which the market was listed. */
  const listedValues = (spec: MarketSpec): MarketChange => {
    const { initMarginRatio, maintMarginRatio, takerFeeRate, evalAllowed } = spec
    return { ...spec.risk, initMarginRatio, maintMarginRatio, takerFeeRate, evalAllowed }
  }

  /** Takers wait: for a price, for the time; some are cancelled, some find the market stopped. */
  const takersWait = (): readonly StoryStep[] => {
    const marketId = anyMarket()
    const waiting = ordersIn(marketId, 6)
    const [first, second] = waiting as readonly PlaceOrder[]
    const signedBy = ({ account, signer, orderTimeMs, recvWindowMs }: PlaceOrder) => ({
      account,
      signer,
      orderTimeMs,
      recvWindowMs,
      nonce: desk.freshNonce(),
    })
    const taking = { symbol: desk.specs[marketId]!.symbol, orderType: 'MARKET', reduceOnly: false } as const
    const named = { ...desk.order(), ...taking, clientId: 'waits' }
    const { account, signer } = named
    const namesake = { ...desk.order(), ...taking, clientId: 'waits', account, signer }
    const after = prng.pick<readonly StoryStep[]>([
      [desk.priceOf(marketId, prng.pick([1, 1.002, 0.998]))],
      [{ pauseMs: 2_000 }, { kind: 'TickTimer' }],
      [halted(marketId), { pauseMs: 2_000 }, ...orders(1), ...reopened(marketId)],
      [{ kind: 'CancelAllOrders', ...signedBy(second!) }, change({ takerDelayMs: 0 })],
      [desk.priceOf(anyMarket(), 0.9), desk.priceOf(marketId, 0.9), desk.priceOf(marketId, 1)],
    ])
    return [
      change({ takerDelayMs: prng.pick([300, 1_500, 2_000]) }),
      ...waiting,
      ...orders(2),
      { kind: 'CancelOrder', id: first!.id, ...signedBy(first!) },
      { kind: 'CancelOrder', id: first!.id, ...signedBy(first!) },
      named,
      namesake,
      { kind: 'CancelClientOrder', clientId: 'waits', ...signedBy(named) },
      ...after,
      ...ordersIn(marketId, 2),
      ...orders(2),
      desk.priceOf(marketId, 1),
      change({ takerDelayMs: 0 }),
    ]
  }

  const corners: readonly Corner[] = [
    () => {
      const [changed, back] = prng.pick(CHANGES)
      return [change(changed), ...orders(12), change(back)]
    },
    () => takersWait(),
    () => takersWait(),
    () => {
      const marketId = anyMarket()
      const spec = desk.specs[marketId]!
      return [
        changeMarket(marketId, prng.pick(marketChanges(spec))),
        ...ordersIn(marketId, 4),
        desk.priceOf(marketId, 1),
        { kind: 'TickTimer' },
        ...orders(3),
        changeMarket(marketId, listedValues(spec)),
      ]
    },
    () => capUnderOrder(),
    () => capUnderOrder(),
    () => [change({ accrualsPerHour: prng.pick([1, 60, 60, 12]) })],
    () => [change(prng.pick(badChanges)), changeMarket(anyMarket(), prng.pick(badMarketChanges))],
    () => [changeMarket(NOWHERE, { volHaltBps: 100 })],
    () => haltedByTwo(anyMarket()),
    () => [
      { kind: 'SetMarketMode', marketId: anyMarket(), mode: 'REDUCE_ONLY', cause: 'REGULATORY' },
      { kind: 'SetMarketMode', marketId: anyMarket(), mode: 'OPEN', cause: 'MARKET_WIDE' },
    ],
    () => onTop(anyMarket(), 'POST_ONLY'),
    () => onTop(anyMarket(), 'CANCEL_ONLY'),
    () => [
      {
        kind: 'ChangeSession',
        marketId: anyMarket(),
        session: 'REGULAR',
        endTimeMs: timeMs(desk.nowMs() + prng.pick([600_000, 7_200_000])),
      },
    ],
    () => split(anyMarket()),
    () => split(anyMarket()),
    () => split(anyMarket()),
    () => dividend(anyMarket()),
    () => [{ kind: 'Activate', feature: 'unheard of' }],
    () => [
      { kind: 'ApplySplit', marketId: prng.pick([NOWHERE, anyMarket()]), newShares: 2, oldShares: 1 },
      { kind: 'PayDividend', marketId: prng.pick([NOWHERE, anyMarket()]), perShare: funding12(1n) },
    ],
    () => renamed(anyMarket()),
    () => {
      const marketId = anyMarket()
      return [
        { kind: 'AnnounceDelisting', marketId, isWithdrawn: true },
        { kind: 'AnnounceDelisting', marketId },
        { kind: 'AnnounceDelisting', marketId },
        { kind: 'DelistMarket', marketId },
        ...ordersIn(marketId, 2),
        { kind: 'SetMarketMode', marketId, mode: 'OPEN' },
        { kind: 'AnnounceDelisting', marketId, isWithdrawn: true },
        { kind: 'SetMarketMode', marketId, mode: 'OPEN' },
        { kind: 'AnnounceDelisting', marketId: NOWHERE },
        { kind: 'DelistMarket', marketId: NOWHERE },
      ]
    },
  ]

  /** An order rests in front of the pool, the cap comes down, and a holder closes: the order no longer fits. */
  function capUnderOrder(): readonly Command[] {
    const held = [...desk.positions]
    if (held.length === 0) return [desk.order()]
    const [key, { isLong, size }] = prng.pick(held)
    const [account, symbol] = key.split(' ') as [Address, string]
    const marketId = desk.specs.findIndex((spec) => spec.symbol === symbol)
    const { initMarginRatio: _, ...maker } = desk.order()
    const { limitPrice: __, initMarginRatio: ___, ...taker } = desk.order()
    const part = lots(Math.max(1, Math.floor(size / 4)))
    return [
      desk.priceOf(marketId, 1),
      {
        ...maker,
        symbol,
        isBuy: isLong,
        size: part,
        orderType: 'LIMIT',
        timeInForce: 'GTC',
        reduceOnly: false,
        limitPrice: atPrice(marketId, 1),
      },
      changeMarket(marketId, { openInterestCapUsd6: usd6(0) }),
      { ...taker, account, symbol, isBuy: !isLong, size: part, orderType: 'MARKET', reduceOnly: true },
      changeMarket(marketId, listedValues(desk.specs[marketId]!)),
    ]
  }
  const haltedByTwo = (marketId: number): readonly Command[] => [
    { kind: 'SetMarketMode', marketId, mode: 'HALT', cause: 'MARKET_WIDE' },
    { kind: 'SetMarketMode', marketId, mode: 'HALT', cause: 'REGULATORY' },
    { kind: 'SetMarketMode', marketId, mode: 'HALT' },
    desk.order(),
    { kind: 'SetMarketMode', marketId, mode: prng.pick(['OPEN', 'REDUCE_ONLY'] as const) },
    { kind: 'SetMarketMode', marketId, mode: 'OPEN', cause: 'MARKET_WIDE' },
    desk.priceOf(marketId, 1),
    { kind: 'SetMarketMode', marketId, mode: 'OPEN', cause: 'REGULATORY' },
    ...[1, 2, 3].map(() => desk.priceOf(marketId, 1)),
    { kind: 'SetMarketMode', marketId, mode: 'OPEN' },
  ]
  const onTop = (marketId: number, mode: 'POST_ONLY' | 'CANCEL_ONLY'): readonly Command[] => {
    const limit = (times: number): Command => ({
      ...desk.order(),
      symbol: desk.specs[marketId]!.symbol,
      orderType: 'LIMIT',
      reduceOnly: false,
      isBuy: true,
      limitPrice: atPrice(marketId, times),
    })
    return [
      { kind: 'SetMarketMode', marketId, mode },
      ...ordersIn(marketId, 2),
      limit(0.9),
      limit(1.1),
      desk.priceOf(marketId, prng.pick([0.98, 1])),
      ...(prng.chance(0.3) ? [{ kind: 'SetMarketMode', marketId, mode: 'REDUCE_ONLY' } as const] : []),
      { kind: 'SetMarketMode', marketId, mode: 'OPEN' },
    ]
  }
  const atPrice = (marketId: number, times: number): Ticks =>
    ticks(Math.max(1, Math.round(desk.index[marketId]! * times)))

  /** A split that brings the price nearer to where it began, between two halts. */
  function split(marketId: number): readonly Command[] {
    const drift = desk.index[marketId]! / desk.firstIndex[marketId]!
    const fitting = SPLITS.filter(([a, b]) => (drift * b) / a >= 0.2 && (drift * b) / a <= 5)
    const [newShares, oldShares] = prng.pick(fitting.length > 0 ? fitting : SPLITS)
    return [
      halted(marketId),
      { kind: 'ApplySplit', marketId, newShares: 1, oldShares: prng.pick([1, 0, 2.5, 20_000]) },
      ...(prng.chance(0.3) ? [paid(marketId)] : []),
      { kind: 'ApplySplit', marketId, newShares, oldShares },
      ...reopened(marketId, oldShares / newShares),
    ]
  }
  const paid = (marketId: number): Command => {
    const { priceDecimals } = desk.specs[marketId]!
    const ticksPaid = BigInt(Math.max(1, Math.round(desk.index[marketId]! * 0.004)))
    return {
      kind: 'PayDividend',
      marketId,
      perShare: funding12(ticksPaid * 10n ** BigInt(12 - priceDecimals)),
    }
  }
  const dividend = (marketId: number): readonly Command[] => [
    halted(marketId),
    paid(marketId),
    { kind: 'PayDividend', marketId, perShare: funding12(0n) },
    ...reopened(marketId, 0.996),
    ...ordersIn(marketId, 2),
  ]
  function renamed(marketId: number): readonly Command[] {
    const { symbol } = desk.specs[marketId]!
    const fresh = `NEW${desk.freshNonce()}-PERP`
    return [
      { kind: 'RenameMarket', marketId, symbol },
      { kind: 'RenameMarket', marketId, symbol: prng.pick(desk.specs).symbol },
      { kind: 'RenameMarket', marketId: NOWHERE, symbol: fresh },
      { kind: 'RenameMarket', marketId, symbol: fresh, displayName: 'Renamed' },
      { ...desk.order(), symbol },
      { ...desk.order(), symbol: fresh },
      ...(prng.chance(0.7) ? [{ kind: 'RenameMarket', marketId, symbol } as const] : []),
    ]
  }

  const stories: readonly Corner[] = [
    // A market ends: announced, a day of nothing but closing, and then everything that comes too late.
    () => {
      const marketId = anyMarket()
      if (desk.delisted.size >= DELISTED_MAX || desk.delisted.has(marketId)) return [desk.order()]
      const { limitPrice: _, ...order } = desk.order()
      return [
        ...ordersIn(marketId, 4),
        { kind: 'AnnounceDelisting', marketId },
        ...ordersIn(marketId, 3),
        { kind: 'DelistMarket', marketId },
        { pauseMs: 86_400_000 },
        { kind: 'DelistMarket', marketId },
        { ...order, symbol: desk.specs[marketId]!.symbol, nonce: desk.freshNonce() },
        { kind: 'SetMarketMode', marketId, mode: 'OPEN' },
        { kind: 'ChangeSession', marketId, session: 'CLOSED' },
        { kind: 'ChangeSession', marketId, session: 'REGULAR' },
        desk.priceOf(marketId, 1),
        { kind: 'DelistMarket', marketId },
        changeMarket(marketId, { volHaltBps: 100 }),
      ]
    },
  ]
  return { corners, stories }
}
