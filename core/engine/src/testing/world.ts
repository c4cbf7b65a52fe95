/**
 * A small exchange for tests: a few markets, funded traders, and short names for their actions. A full audit of the
 * invariants follows every command, so a scenario proves them merely by running.
 */
import {
  errorEntry,
  type Address,
  type ErrorCode,
  type Id,
  type Lots,
  lots,
  rate5,
  ratio4,
  type Ticks,
  ticks,
  timeMs,
  type TimeMs,
  usd6,
} from '@vest/protocol'
import { apply, type Applied } from '../apply.ts'
import { type Command, type PlaceOrder } from '../api/commands.ts'
import { type MarketSpec } from '../api/marketSpec.ts'
import { type EngineEvent, type EngineEventKind } from '../api/events.ts'
import { type OrderRecord } from '../api/records.ts'
import { assertInvariants } from '../invariants/invariants.ts'
import { tierRisk } from '../listing/tierRisk.ts'
import { query } from '../queries/query.ts'
import { createExchange, type Exchange } from '../state/exchange.ts'
import { type AccountView } from '../api/views.ts'

export const START_MS = 1_800_000_000_000

const address = (kind: string, number: number): Address =>
  `0x${kind}${number.toString(16).padStart(40 - kind.length, '0')}`
export const traderAddress = (number: number): Address => address('aa', number + 1)
export const idOf = (number: number): Id => `0x${number.toString(16).padStart(64, '0')}`
export const TOKEN = address('cc', 1)
export const CHAIN = 42_161

/** The fixtures of the worked examples. AAPL quotes with h = 150 ppm and an inventory limit of one million. */
export const AAPL: MarketSpec = {
  symbol: 'AAPL-USD-PERP',
  displayName: 'Apple',
  base: 'AAPL',
  asset: 'stock',
  category: 'stock',
  tier: 'T2',
  sizeDecimals: 4,
  priceDecimals: 2,
  initMarginRatio: ratio4(500),
  maintMarginRatio: ratio4(250),
  takerFeeRate: rate5(10),
  isolated: false,
  evalAllowed: true,
  risk: {
    ...tierRisk('T2', 'stock'),
    halfSpreadMinPpm: 150,
    inventoryLimitUsd6: usd6(1_000_000_000_000),
    inventorySharePpm: 1_000_000,
  },
}
export const BTC: MarketSpec = {
  symbol: 'BTC-PERP',
  displayName: 'Bitcoin',
  base: 'BTC',
  asset: 'crypto',
  category: 'crypto',
  tier: 'T0',
  sizeDecimals: 5,
  priceDecimals: 1,
  initMarginRatio: ratio4(200),
  maintMarginRatio: ratio4(100),
  takerFeeRate: rate5(10),
  isolated: false,
  evalAllowed: true,
  risk: tierRisk('T0', 'crypto'),
}
export const EUR: MarketSpec = {
  symbol: 'EUR-USD-PERP',
  displayName: 'EUR/USD',
  base: 'EUR',
  asset: 'forex',
  category: 'forex',
  tier: 'F',
  sizeDecimals: 1,
  priceDecimals: 5,
  initMarginRatio: ratio4(100),
  maintMarginRatio: ratio4(50),
  takerFeeRate: rate5(5),
  isolated: false,
  evalAllowed: true,
  risk: tierRisk('F', 'forex'),
}
export const FIG: MarketSpec = {
  symbol: 'FIG-USD-PERP',
  displayName: 'Figma',
  base: 'FIG',
  asset: 'stock',
  category: 'ipo',
  tier: 'T5',
  sizeDecimals: 3,
  priceDecimals: 3,
  initMarginRatio: ratio4(2_000),
  maintMarginRatio: ratio4(1_000),
  takerFeeRate: rate5(30),
  isolated: true,
  evalAllowed: false,
  risk: tierRisk('T5', 'stock'),
}

export interface Trader {
  readonly address: Address
}

export type OrderInput = Partial<Omit<PlaceOrder, 'kind' | 'size' | 'limitPrice'>> & {
  readonly size: number
  readonly limitPrice?: number
}

export interface World {
  exchange: Exchange
  /** Applies a command after `afterMs`, audits, and returns answer and events. */
  run(command: Command, afterMs?: number): Applied
  trader(dollars: number): Trader
  /** The number of the next id or nonce. */
  next(): number
  order(trader: Trader, spec: MarketSpec, side: 'buy' | 'sell', input: OrderInput): OrderRecord
  cancel(trader: Trader, id: Id): Applied['answer']
  /** Index prices of the present time, in ticks. */
  prices(prices: Readonly<Record<string, number>>, afterMs?: number): Applied
  account(trader: Trader): AccountView
  /** Every executed command, for replays. */
  readonly log: { readonly seq: number; readonly timeMs: TimeMs; readonly command: Command }[]
  now(): number
}

export interface WorldInput {
  readonly markets?: readonly MarketSpec[]
  readonly poolDollars?: number
  readonly audit?: boolean
}

export function createWorld(input: WorldInput = {}): World {
  const { markets = [AAPL, BTC, EUR, FIG], poolDollars = 10_000_000, audit = true } = input
  let nextNumber = 0
  let traders = 0
  const world: World = {
    exchange: createExchange(),
    log: [],
    now: () => Math.max(START_MS, world.exchange.timeMs),
    run(command, afterMs = 0) {
      const sequenced = { seq: world.exchange.seq + 1, timeMs: timeMs(world.now() + afterMs), command }
      world.log.push(sequenced)
      const applied = apply(world.exchange, sequenced)
      if (audit) assertInvariants(world.exchange)
      return applied
    },
    next: () => ++nextNumber,
    trader(dollars) {
      const trader = { address: traderAddress(traders++) }
      world.run(registration(++nextNumber, trader, world.now()))
      if (dollars > 0) world.run(deposit(++nextNumber, trader, dollars))
      return trader
    },
    order(trader, spec, side, order) {
      const command = placeOrder(world, ++nextNumber, { trader, spec, side, order })
      const { answer, events } = world.run(command)
      if (!answer.ok) throw new Error(`not recorded: ${answer.code}`)
      return lastOrder(events, command.id)
    },
    cancel(trader, id) {
      return world.run({
        kind: 'CancelOrder',
        id,
        account: trader.address,
        signer: trader.address,
        nonce: ++nextNumber,
        orderTimeMs: timeMs(world.now()),
        recvWindowMs: 5_000,
      }).answer
    },
    prices(prices, afterMs = 0) {
      const at = world.now() + afterMs
      const list = Object.entries(prices).map(([symbol, price]) => ({
        marketId: markets.findIndex((spec) => spec.symbol.startsWith(symbol)),
        price: ticks(price),
        sourceTimeMs: timeMs(at),
        conf: ticks(0),
        held: false,
      }))
      return world.run({ kind: 'UpdateIndexPrices', prices: list }, afterMs)
    },
    account(trader) {
      const view = query(world.exchange, 'account', { account: trader.address })
      if (view === undefined) throw new Error('no such account')
      return view
    },
  }
  world.run({ kind: 'SeedSystemAccount', account: 'POOL', amountUsd6: usd6(poolDollars * 1_000_000) })
  for (const spec of markets) world.run({ kind: 'ListMarket', spec })
  return world
}

/** With the account's own address as its key; good for eleven days. */
export const registration = (number: number, trader: Trader, nowMs: number): Command => ({
  kind: 'Register',
  account: trader.address,
  networkType: 0,
  signer: trader.address,
  expiryTimeMs: timeMs(nowMs + 1_000_000_000),
  apiKeyHash: idOf(number),
  proofSignature: '0x',
  verifyingContract: TOKEN,
  isMobile: false,
})

export const deposit = (number: number, trader: Trader, dollars: number): Command => ({
  kind: 'CreditDeposit',
  id: idOf(0xd0_0000 + number),
  chainId: CHAIN,
  txHash: idOf(number),
  logIndex: 0,
  blockHash: idOf(number),
  account: trader.address,
  from: trader.address,
  amountUsd6: usd6(dollars * 1_000_000),
  token: TOKEN,
  finality: 'FINAL',
})

export function placeOrder(
  world: World,
  number: number,
  input: {
    readonly trader: Trader
    readonly spec: MarketSpec
    readonly side: 'buy' | 'sell'
    readonly order: OrderInput
  },
): PlaceOrder {
  const { trader, spec, side, order } = input
  const { size, limitPrice, ...rest } = order
  return {
    kind: 'PlaceOrder',
    id: idOf(number),
    account: trader.address,
    signer: trader.address,
    nonce: number,
    orderTimeMs: timeMs(world.now()),
    recvWindowMs: 5_000,
    symbol: spec.symbol,
    isBuy: side === 'buy',
    size: size as Lots,
    orderType: limitPrice === undefined ? 'MARKET' : 'LIMIT',
    reduceOnly: false,
    timeInForce: 'GTC',
    ...(limitPrice === undefined ? {} : { limitPrice: limitPrice as Ticks }),
    ...rest,
  }
}

/** The last record of an order in a list of events. */
export function lastOrder(events: readonly EngineEvent[], id: Id): OrderRecord {
  const found = eventsOf(events, 'OrderUpdated').findLast((event) => event.order.id === id)
  if (found === undefined) throw new Error('no event tells of the order')
  return found.order
}

/** The last record of each order, in order of publication: a sweep publishes each of its fills. */
export function lastOrders(events: readonly EngineEvent[]): OrderRecord[] {
  const last = new Map<Id, OrderRecord>()
  for (const { order } of eventsOf(events, 'OrderUpdated')) {
    last.delete(order.id)
    last.set(order.id, order)
  }
  return [...last.values()]
}

export const eventsOf = <Kind extends EngineEventKind>(
  events: readonly EngineEvent[],
  kind: Kind,
): Extract<EngineEvent, { kind: Kind }>[] =>
  events.filter((event): event is Extract<EngineEvent, { kind: Kind }> => event.kind === kind)

/** Status and code of an order as one text, e.g. `REJECTED MARGIN_CHECK_FAILED`. */
export const outcome = (order: OrderRecord): string =>
  order.code === undefined ? order.status : `${order.status} ${refusalName(order.code)}`

/** The name that the one table gives a code. */
export const refusalName = (code: ErrorCode): string => errorEntry(code).name

export const lotsOf = (size: number): Lots => lots(size)
