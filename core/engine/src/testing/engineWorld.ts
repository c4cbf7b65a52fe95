/**
 * A small exchange for tests of the engine: fixture markets, named accounts, and commands in a trader's terms. All
 * invariants are asserted after every command, so no test has to do it.
 */
import {
  lots,
  ratio4,
  ticks,
  timeMs,
  usd6,
  type Address,
  type Hex,
  type Id,
  type RequestOrderType,
  type TimeInForce,
} from '@vest/protocol'
import { apply } from '../apply.ts'
import { type AttachedLeg, type Command, type PlaceOrder, type SignedCommand } from '../api/commands.ts'
import { type MarketSpec } from '../api/marketSpec.ts'
import { type EngineEvent } from '../api/events.ts'
import { type Answer, type OrderRecord } from '../api/records.ts'
import { assertInvariants } from '../invariants/invariants.ts'
import { launchMarkets } from '../listing/launchMarkets.ts'
import { query } from '../queries/query.ts'
import { createExchange, type Exchange } from '../state/exchange.ts'

export const USDC = 1_000_000

/** AAPL of the worked examples: half-spread 150 ppm, skew 8000 ppm, inventory limit 1,000,000 USDC. */
export const AAPL: MarketSpec = (() => {
  const spec = launchMarkets().find(({ symbol }) => symbol === 'AAPL-USD-PERP')!
  return {
    ...spec,
    risk: {
      ...spec.risk,
      halfSpreadMinPpm: 150,
      halfSpreadMaxPpm: 3000,
      skewMaxPpm: 8000,
      inventoryLimitUsd6: usd6(1e12),
      inventorySharePpm: 1_000_000,
    },
  }
})()

export interface OrderInput {
  readonly isBuy: boolean
  readonly size: number
  readonly price?: number
  readonly type?: RequestOrderType
  readonly timeInForce?: TimeInForce
  readonly reduceOnly?: boolean
  readonly symbol?: string
  readonly initMarginRatio?: number
  readonly ageMs?: number
  /** Prices of attached legs; each gets its own id and nonce. */
  readonly takeProfit?: number
  readonly stopLoss?: number
  readonly clientId?: string
}

export interface EngineWorld {
  readonly exchange: Exchange
  readonly commands: { seq: number; timeMs: ReturnType<typeof timeMs>; command: Command }[]
  /** Events of the last command. */
  events(): readonly EngineEvent[]
  run(command: Command): Answer
  wait(ms: number): void
  /** Registers and credits; the account is called by its name. */
  account(name: string, usdc: number): Address
  addressOf(name: string): Address
  price(symbol: string, price: number): void
  /** Places an order and returns its record after the command. */
  order(name: string, input: OrderInput): OrderRecord
  /** Like `order`, but returns the engine's answer. */
  place(name: string, input: OrderInput & { readonly id?: Id; readonly nonce?: number }): Answer
  cancel(name: string, id: Id): Answer
  /** The record of the order after it, or the code. */
  amend(
    name: string,
    id: Id,
    change: { readonly size?: number; readonly price?: number },
  ): OrderRecord | number
  /** The common fields of a signed command of this account. */
  signed(name: string): SignedCommand
  /** Takes effect as a whole or not at all; returns the record of the new order, or the code of the refusal. */
  replace(name: string, id: Id, input: OrderInput): OrderRecord | number
  /** Latest records of the legs of an order, in the order of creation. */
  legs(parentId: Id): readonly OrderRecord[]
  /** Latest record of an order, also after its end. */
  record(id: Id): OrderRecord
  view(name: string): NonNullable<ReturnType<typeof accountOf>>
}

const accountOf = (exchange: Exchange, account: Address) => query(exchange, 'account', { account })
const hex = (digits: number, value: number): Hex => `0x${value.toString(16).padStart(digits, '0')}`

export function createEngineWorld(
  options: {
    readonly markets?: readonly MarketSpec[]
    readonly poolUsdc?: number
    /** The test checks the invariants itself: after each of very many commands they take too long. */
    readonly isUnchecked?: true
  } = {},
): EngineWorld {
  const exchange = createExchange()
  const commands: EngineWorld['commands'] = []
  const names = new Map<string, Address>()
  const records = new Map<string, OrderRecord>()
  let nowMs = 1_700_000_000_000
  let last: readonly EngineEvent[] = []
  let counter = 0
  const next = (): number => (counter += 1)

  function run(command: Command): Answer {
    const sequenced = { seq: exchange.seq + 1, timeMs: timeMs(nowMs), command }
    commands.push(sequenced)
    const { answer, events } = apply(exchange, sequenced)
    last = events
    for (const event of events) if (event.kind === 'OrderUpdated') records.set(event.order.id, event.order)
    if (options.isUnchecked !== true) assertInvariants(exchange)
    return answer
  }
  const addressOf = (name: string): Address => {
    const address = names.get(name)
    if (address === undefined) throw new Error(`there is no account ${name}`)
    return address
  }
  const legAt = (price: number): AttachedLeg => ({
    id: hex(64, 0x2000 + next()) as Id,
    nonce: next(),
    price: ticks(price),
  })
  const place = (name: string, input: OrderInput & { readonly id?: Id; readonly nonce?: number }): Answer =>
    run(orderOf(name, input))
  function orderOf(
    name: string,
    input: OrderInput & { readonly id?: Id; readonly nonce?: number },
  ): PlaceOrder {
    const type = input.type ?? (input.price === undefined ? 'MARKET' : 'LIMIT')
    return {
      kind: 'PlaceOrder',
      id: input.id ?? (hex(64, 0x1000 + next()) as Id),
      account: names.get(name) ?? (hex(40, 0xdead) as Address),
      signer: names.get(name) ?? (hex(40, 0xdead) as Address),
      nonce: input.nonce ?? next(),
      orderTimeMs: timeMs(nowMs - (input.ageMs ?? 0)),
      recvWindowMs: 5_000,
      symbol: input.symbol ?? 'AAPL-USD-PERP',
      isBuy: input.isBuy,
      size: lots(input.size),
      orderType: type,
      ...(input.price === undefined ? {} : { limitPrice: ticks(input.price) }),
      reduceOnly: input.reduceOnly ?? false,
      timeInForce: input.timeInForce ?? 'GTC',
      ...(input.initMarginRatio === undefined ? {} : { initMarginRatio: ratio4(input.initMarginRatio) }),
      ...(input.takeProfit === undefined ? {} : { takeProfit: legAt(input.takeProfit) }),
      ...(input.stopLoss === undefined ? {} : { stopLoss: legAt(input.stopLoss) }),
      ...(input.clientId === undefined ? {} : { clientId: input.clientId }),
    }
  }
  const signed = (name: string): SignedCommand => ({
    account: addressOf(name),
    signer: addressOf(name),
    nonce: next(),
    orderTimeMs: timeMs(nowMs),
    recvWindowMs: 5_000,
  })

  for (const spec of options.markets ?? [AAPL]) run({ kind: 'ListMarket', spec })
  run({
    kind: 'SeedSystemAccount',
    account: 'POOL',
    amountUsd6: usd6((options.poolUsdc ?? 1_000_000) * USDC),
  })

  return {
    exchange,
    commands,
    run,
    addressOf,
    place,
    events: () => last,
    wait: (ms) => void (nowMs += ms),
    account(name, usdc) {
      const address = hex(40, 0xa0 + names.size) as Address
      names.set(name, address)
      run({
        kind: 'Register',
        account: address,
        networkType: 0,
        signer: address,
        expiryTimeMs: timeMs(nowMs + 86_400_000),
        apiKeyHash: hex(64, names.size),
        proofSignature: hex(130, 27),
        verifyingContract: hex(40, 0xff) as Address,
        isMobile: false,
      })
      if (usdc > 0)
        run({
          kind: 'CreditDeposit',
          id: hex(64, 0xd000 + next()) as Id,
          chainId: 42161,
          txHash: hex(64, next()),
          logIndex: 0,
          blockHash: hex(64, 1),
          account: address,
          from: address,
          amountUsd6: usd6(usdc * USDC),
          token: hex(40, 0xcc) as Address,
          finality: 'FINAL',
        })
      return address
    },
    price(symbol, price) {
      const marketId = exchange.markets.findIndex(({ spec }) => spec.symbol === symbol)
      run({
        kind: 'UpdateIndexPrices',
        prices: [{ marketId, price: ticks(price), sourceTimeMs: timeMs(nowMs), conf: ticks(0), held: false }],
      })
    },
    order(name, input) {
      const answer = place(name, input)
      if (!answer.ok || answer.id === undefined) throw new Error(`answered ${JSON.stringify(answer)}`)
      return records.get(answer.id)!
    },
    cancel: (name, id) =>
      run({
        kind: 'CancelOrder',
        id,
        account: addressOf(name),
        signer: addressOf(name),
        nonce: next(),
        orderTimeMs: timeMs(nowMs),
        recvWindowMs: 5_000,
      }),
    signed,
    replace(name, id, input) {
      const order = orderOf(name, input)
      const answer = run({
        kind: 'ReplaceOrder',
        cancel: { kind: 'CancelOrder', id, ...signed(name) },
        place: order,
      })
      return answer.ok ? records.get(order.id)! : answer.code
    },
    amend(name, id, { size, price }) {
      const { size: sizeNow, limitPrice } = records.get(id)!
      const answer = run({
        kind: 'AmendOrder',
        id,
        ...signed(name),
        size: lots(size ?? sizeNow),
        limitPrice: ticks(price ?? limitPrice),
      })
      return answer.ok ? records.get(id)! : answer.code
    },
    legs: (parentId) => [...records.values()].filter((record) => record.parentId === parentId),
    record: (id) => records.get(id)!,
    view: (name) => accountOf(exchange, addressOf(name))!,
  }
}
