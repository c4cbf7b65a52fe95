/**
 * The small exchange of `world.ts` in a trader's terms: accounts have names, an order is what a ticket says, and time
 * passes by waiting. The test may ask for every command that was run, and for each order's latest record.
 */
import {
  lots,
  ratio4,
  ticks,
  timeMs,
  type Address,
  type Hex,
  type Id,
  type RequestOrderType,
  type TimeInForce,
} from '@vest/protocol'
import { type AttachedLeg, type Command, type PlaceOrder, type SignedCommand } from '../api/commands.ts'
import { type MarketSpec } from '../api/marketSpec.ts'
import { type EngineEvent } from '../api/events.ts'
import { type Answer, type OrderRecord } from '../api/records.ts'
import { query } from '../queries/query.ts'
import { type Exchange } from '../state/exchange.ts'
import { AAPL, createWorld, deposit, idOf, placeOrder, registration, type World } from './world.ts'

export { AAPL }
export const USDC = 1_000_000

/** An order in a trader's terms. */
export interface OrderTerms {
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

export interface NamedWorld {
  readonly exchange: Exchange
  readonly commands: World['log']
  /** Events of the last command. */
  events(): readonly EngineEvent[]
  run(command: Command): Answer
  wait(ms: number): void
  /** Registers and credits; the account is called by its name. */
  account(name: string, usdc: number): Address
  addressOf(name: string): Address
  price(symbol: string, price: number): void
  /** Places an order and returns its record after the command. */
  order(name: string, input: OrderTerms): OrderRecord
  /** Like `order`, but returns the engine's answer. */
  place(name: string, input: OrderTerms & { readonly id?: Id; readonly nonce?: number }): Answer
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
  replace(name: string, id: Id, input: OrderTerms): OrderRecord | number
  /** Latest records of the legs of an order, in the order of creation. */
  legs(parentId: Id): readonly OrderRecord[]
  /** Latest record of an order, also after its end. */
  record(id: Id): OrderRecord
  view(name: string): NonNullable<ReturnType<typeof accountOf>>
}

const accountOf = (exchange: Exchange, account: Address) => query(exchange, 'account', { account })
const hex = (digits: number, value: number): Hex => `0x${value.toString(16).padStart(digits, '0')}`
/** Of an account that is not registered. */
const STRANGER = hex(40, 0xdead) as Address

type PlacedTerms = OrderTerms & { readonly id?: Id; readonly nonce?: number }

export function createNamedWorld(
  options: {
    readonly markets?: readonly MarketSpec[]
    readonly poolUsdc?: number
    /** The test checks the invariants itself: after each of very many commands they take too long. */
    readonly isUnchecked?: true
  } = {},
): NamedWorld {
  const { markets = [AAPL], poolUsdc = 1_000_000, isUnchecked } = options
  const world: World = createWorld({ markets, poolDollars: poolUsdc, audit: isUnchecked !== true })
  const names = new Map<string, Address>()
  const records = new Map<string, OrderRecord>()
  let last: readonly EngineEvent[] = []
  let waitedMs = 0
  const now = (): number => world.now() + waitedMs

  function run(command: Command): Answer {
    const { answer, events } = world.run(command, waitedMs)
    waitedMs = 0
    last = events
    for (const event of events) if (event.kind === 'OrderUpdated') records.set(event.order.id, event.order)
    return answer
  }
  const addressOf = (name: string): Address => {
    const address = names.get(name)
    if (address === undefined) throw new Error(`there is no account ${name}`)
    return address
  }
  const legAt = (price: number): AttachedLeg => ({
    id: idOf(0x2000 + world.next()),
    nonce: world.next(),
    price: ticks(price),
  })
  function orderOf(name: string, terms: PlacedTerms): PlaceOrder {
    const { ageMs = 0, price, initMarginRatio, takeProfit, stopLoss, clientId } = terms
    const { symbol = AAPL.symbol } = terms
    const number = world.next()
    return placeOrder(world, number, {
      trader: { address: names.get(name) ?? STRANGER },
      spec: markets.find((spec) => spec.symbol === symbol) ?? { ...AAPL, symbol },
      side: terms.isBuy ? 'buy' : 'sell',
      order: {
        size: terms.size,
        id: terms.id ?? idOf(0x1000 + number),
        nonce: terms.nonce ?? number,
        orderTimeMs: timeMs(now() - ageMs),
        orderType: terms.type ?? (price === undefined ? 'MARKET' : 'LIMIT'),
        reduceOnly: terms.reduceOnly ?? false,
        timeInForce: terms.timeInForce ?? 'GTC',
        ...(price === undefined ? {} : { limitPrice: price }),
        ...(initMarginRatio === undefined ? {} : { initMarginRatio: ratio4(initMarginRatio) }),
        ...(takeProfit === undefined ? {} : { takeProfit: legAt(takeProfit) }),
        ...(stopLoss === undefined ? {} : { stopLoss: legAt(stopLoss) }),
        ...(clientId === undefined ? {} : { clientId }),
      },
    })
  }
  const place = (name: string, terms: PlacedTerms): Answer => run(orderOf(name, terms))
  const signed = (name: string): SignedCommand => ({
    account: addressOf(name),
    signer: addressOf(name),
    nonce: world.next(),
    orderTimeMs: timeMs(now()),
    recvWindowMs: 5_000,
  })

  return {
    exchange: world.exchange,
    commands: world.log,
    run,
    addressOf,
    place,
    events: () => last,
    wait: (ms) => void (waitedMs += ms),
    account(name, usdc) {
      const address = hex(40, 0xa0 + names.size) as Address
      names.set(name, address)
      run(registration(world.next(), { address }, now()))
      if (usdc > 0) run(deposit(world.next(), { address }, usdc))
      return address
    },
    price(symbol, price) {
      const marketId = markets.findIndex((spec) => spec.symbol === symbol)
      run({
        kind: 'UpdateIndexPrices',
        prices: [{ marketId, price: ticks(price), sourceTimeMs: timeMs(now()), conf: ticks(0), held: false }],
      })
    },
    order(name, terms) {
      const answer = place(name, terms)
      if (!answer.ok || answer.id === undefined) throw new Error(`answered ${JSON.stringify(answer)}`)
      return records.get(answer.id)!
    },
    cancel: (name, id) => run({ kind: 'CancelOrder', id, ...signed(name) }),
    signed,
    replace(name, id, terms) {
      const order = orderOf(name, terms)
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
    view: (name) => accountOf(world.exchange, addressOf(name))!,
  }
}
