/**
 * An exchange in memory for the bots' tests: enough of margin, fees, spread and resting orders that a flow which
 * loses its measure goes bankrupt here, and a switch for every way in which a real one can be away.
 */
import { REFUSAL, ticks, usd6, type Lots } from '@vest/protocol'
import { MARKET_PROFILES } from '../../prices/marketProfile.ts'
import { createRandom, seedState } from '../../prices/random.ts'
import type { BotKeys } from '../botKeys.ts'
import {
  FlowUnauthorized, FlowUnavailable, type FlowAccount, type FlowAnswer, type FlowExchange, type FlowOrder,
  type FlowPrice, type RestingOrder,
} from '../flowExchange.ts' // prettier-ignore

export interface AccountInMemory {
  cashUsd6: number
  readonly positions: Map<string, number>
  readonly resting: Map<string, RestingOrder & { readonly size: Lots }>
}

export type Condition = 'up' | 'down' | 'busy' | 'unauthorized'

const SPREAD = 0.0003
const FEE = 0.0002
const MARGIN_RATIO = 0.1

export function createExchangeInMemory(seed: string) {
  const random = createRandom(seedState(seed))
  const accounts = new Map<string, AccountInMemory>()
  const marks = new Map(MARKET_PROFILES.map((profile) => [profile.symbol, profile.startPrice as number]))
  const rejections: { readonly account: string; readonly symbol: string; readonly code: number }[] = []
  const listeners = new Set<(prices: readonly FlowPrice[]) => void>()
  const counts = { requests: 0, signed: 0, opened: 0, closed: 0 }
  const trades = new Map<string, number>()
  const halted = new Set<string>()
  let isSilent = false
  let condition: Condition = 'up'
  let nextId = 1

  // K = 1: every launch market has six decimals in all.
  const valueOf = (account: AccountInMemory): { equity: number; bound: number } => {
    let equity = account.cashUsd6
    let gross = 0
    for (const [symbol, size] of account.positions) {
      equity += size * marks.get(symbol)!
      gross += Math.abs(size) * marks.get(symbol)!
    }
    return { equity, bound: gross * MARGIN_RATIO }
  }

  function fill(account: AccountInMemory, symbol: string, change: number, price: number): void {
    account.cashUsd6 -= change * price + Math.abs(change * price) * FEE
    const size = (account.positions.get(symbol) ?? 0) + change
    if (size === 0) account.positions.delete(symbol)
    else account.positions.set(symbol, size)
    trades.set(symbol, (trades.get(symbol) ?? 0) + 1)
  }

  function answer(): void {
    counts.requests += 1
    if (condition === 'down') throw new FlowUnavailable('down')
    if (condition === 'busy') throw new FlowUnavailable('busy')
    if (condition === 'unauthorized') throw new FlowUnauthorized('unknown key')
  }

  function open(keys: BotKeys): FlowAccount {
    const account: AccountInMemory = accounts.get(keys.address) ?? {
      cashUsd6: 0,
      positions: new Map(),
      resting: new Map(),
    }
    accounts.set(keys.address, account)

    async function write(act: () => FlowAnswer): Promise<FlowAnswer> {
      counts.requests += 1
      counts.signed += 1
      if (condition === 'down') return { kind: 'unreachable' }
      if (condition === 'busy') return { kind: 'busy', retryAfterMs: 5_000 }
      if (condition === 'unauthorized') return { kind: 'refused', code: REFUSAL.UNAUTHORIZED }
      return act()
    }

    function execute(order: FlowOrder): void {
      const mark = marks.get(order.symbol)!
      const change = order.isBuy ? order.size : -order.size
      const held = account.positions.get(order.symbol) ?? 0
      const { equity, bound } = valueOf(account)
      const added = (Math.abs(held + change) - Math.abs(held)) * mark * MARGIN_RATIO
      if (bound + added > equity)
        rejections.push({ account: keys.address, symbol: order.symbol, code: REFUSAL.MARGIN_CHECK_FAILED })
      else if (order.reduceOnly && Math.abs(held + change) > Math.abs(held))
        rejections.push({
          account: keys.address,
          symbol: order.symbol,
          code: REFUSAL.REDUCE_ONLY_EXCEEDS_SIZE,
        })
      else fill(account, order.symbol, change, mark * (1 + (order.isBuy ? SPREAD : -SPREAD)))
    }

    /** Fills it whole with one that rests at its price or better. */
    function meets({
      symbol,
      isBuy,
      size,
      limitPrice,
    }: FlowOrder & { readonly limitPrice: number }): boolean {
      for (const other of accounts.values())
        for (const [id, resting] of other.resting) {
          const isBetter = isBuy ? resting.limitPrice <= limitPrice : resting.limitPrice >= limitPrice
          if (resting.symbol !== symbol || resting.isBuy === isBuy || !isBetter || resting.size !== size)
            continue
          other.resting.delete(id)
          fill(other, symbol, isBuy ? -size : size, resting.limitPrice)
          fill(account, symbol, isBuy ? size : -size, resting.limitPrice)
          return true
        }
      return false
    }

    return {
      address: keys.address,
      async state() {
        answer()
        if (account.cashUsd6 === 0 && account.positions.size === 0) return undefined
        const { equity, bound } = valueOf(account)
        return {
          equityUsd6: usd6(Math.floor(equity)),
          boundUsd6: usd6(Math.ceil(bound)),
          positions: new Map(account.positions),
        }
      },
      async restingOrders() {
        answer()
        return [...account.resting.values()]
      },
      async rejectionsSince() {
        answer()
        return rejections.splice(0).filter((row) => row.account === keys.address)
      },
      place: (order) =>
        write(() => {
          const id = `order-${nextId}`
          nextId += 1
          if (order.limitPrice === undefined) execute(order)
          else if (!meets({ ...order, limitPrice: order.limitPrice }))
            account.resting.set(id, { id, ...order, limitPrice: order.limitPrice })
          return { kind: 'accepted', id }
        }),
      cancel: (id) =>
        write(() =>
          account.resting.delete(id)
            ? { kind: 'accepted', id }
            : { kind: 'refused', code: REFUSAL.ORDER_NOT_FOUND },
        ),
    }
  }

  const exchange: FlowExchange = {
    async markets() {
      answer()
      return MARKET_PROFILES
    },
    watchPrices(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async open(keys) {
      counts.requests += 1
      if (condition === 'down' || condition === 'busy') throw new FlowUnavailable('down')
      counts.opened += 1
      if (condition === 'unauthorized') condition = 'up'
      return open(keys)
    },
    close: () => void (counts.closed += 1),
  }

  return {
    exchange,
    accounts,
    counts,
    trades,
    valueOf,
    halt: (symbol: string) => void halted.add(symbol),
    setSilent: (next: boolean) => void (isSilent = next),
    setCondition: (next: Condition) => void (condition = next),
    credit: (address: string, amountUsd6: number) => void (accounts.get(address)!.cashUsd6 += amountUsd6),
    listening: () => listeners.size,
    /** One second of prices: they move, cross resting orders, and are told. */
    tick() {
      for (const { symbol, volatility } of MARKET_PROFILES) {
        const mark = Math.max(
          1,
          Math.round(marks.get(symbol)! * Math.exp(volatility * 1.8e-4 * random.normal())),
        )
        marks.set(symbol, mark)
      }
      for (const account of accounts.values())
        for (const [id, order] of account.resting) {
          const mark = marks.get(order.symbol)!
          if (order.isBuy ? mark > order.limitPrice : mark < order.limitPrice) continue
          account.resting.delete(id)
          fill(account, order.symbol, order.isBuy ? order.size : -order.size, order.limitPrice)
        }
      if (condition === 'down' || isSilent) return
      const prices = [...marks].map(([symbol, mark]) => ({
        symbol,
        mark: ticks(mark),
        index: ticks(mark),
        isTrading: !halted.has(symbol),
      }))
      for (const listener of listeners) listener(prices)
    },
  }
}
