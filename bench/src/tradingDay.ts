/**
 * A busy day of the launch listing, as commands: index prices and a tick of the timer every second, and between them
 * orders of a thousand accounts, each in five markets that it follows: limit orders around the index, cancels, market
 * orders. Unlike the simulation's life it looks for nothing but trade.
 */
import { type Command, type EngineEvent, launchMarkets } from '@vest/engine'
import { type Id, lots, type TimeMs, ticks, timeMs, usd6 } from '@vest/protocol'
import type { Step, Workload } from '../../tests/simulation/workload.ts'
import { accountAddress, hex, join, NOW } from './freshExchange.ts'
import { mulberry32 } from './orderStream.ts'

export const ORDERS_PER_SECOND = 200
const ACCOUNTS = 1_000
const DEPOSIT_USD6 = 100_000_000_000
const POOL_USD6 = 50_000_000_000_000
const FIRST_INDEX = 100_000
/** Half of the orders go to so many markets. */
const BUSY_MARKETS = 10
/** No account follows them all: each trades two of the busy markets and three of the others. */
const BUSY_FAVOURITES = 2
const OTHER_FAVOURITES = 3
const LIMIT_SHARE = 0.6
const CANCEL_SHARE = 0.3
const HOUR_MS = 3_600_000

export function createTradingDay(seed: number): Workload {
  const random = mulberry32(seed)
  const specs = launchMarkets()
  const index = specs.map(() => FIRST_INDEX)
  const live: { readonly id: Id; readonly account: number }[] = []
  let now: number = NOW
  let sinceSecond = 0
  let number = 0
  const step = (command: Command): Step => ({ timeMs: timeMs(now), command })
  const below = (count: number): number => Math.floor(random() * count)
  const pending: Step[] = []

  const prices = (): Command => ({
    kind: 'UpdateIndexPrices',
    prices: index.map((price, marketId) => {
      index[marketId] = Math.max(1_000, price + below(41) - 20)
      return {
        marketId,
        price: ticks(index[marketId]),
        sourceTimeMs: now as TimeMs,
        conf: ticks(0),
        held: false,
      }
    }),
  })
  const signed = (account: number) => {
    number += 1
    const address = accountAddress(account)
    return {
      id: hex(64, number) as Id,
      account: address,
      signer: address,
      nonce: number,
      orderTimeMs: timeMs(now),
      recvWindowMs: 5_000,
    }
  }
  const favouriteOf = (account: number): number => {
    if (random() < 0.5) return (account + below(BUSY_FAVOURITES)) % BUSY_MARKETS
    return (
      BUSY_MARKETS + ((account * OTHER_FAVOURITES + below(OTHER_FAVOURITES)) % (specs.length - BUSY_MARKETS))
    )
  }
  const order = (): Command => {
    const account = 1 + below(ACCOUNTS)
    const marketId = favouriteOf(account)
    const spec = specs[marketId]!
    const isBuy = random() < 0.5
    const isLimit = random() < LIMIT_SHARE / (1 - CANCEL_SHARE)
    const away = isLimit ? (isBuy ? -1 : 1) * (below(100) - 10) : (isBuy ? 1 : -1) * 5_000
    const command: Command = {
      kind: 'PlaceOrder',
      ...signed(account),
      symbol: spec.symbol,
      isBuy,
      size: lots(1 + below(10)),
      orderType: isLimit ? 'LIMIT' : 'MARKET',
      limitPrice: ticks(index[marketId]! + away),
      reduceOnly: false,
      timeInForce: 'GTC',
    }
    if (isLimit) live.push({ id: command.id, account })
    return command
  }
  const cancel = (): Command => {
    const at = below(live.length)
    const { id, account } = live[at]!
    live[at] = live.at(-1)!
    live.pop()
    return { kind: 'CancelOrder', ...signed(account), id }
  }

  return {
    genesis() {
      const steps: Step[] = specs.map((spec) => step({ kind: 'ListMarket', spec }))
      steps.push(step({ kind: 'SeedSystemAccount', account: 'POOL', amountUsd6: usd6(POOL_USD6) }))
      for (let account = 1; account <= ACCOUNTS; account += 1)
        join((command) => void steps.push(step(command)), account, DEPOSIT_USD6)
      for (let i = 0; i < 3; i += 1) steps.push(step(prices()))
      return steps
    },
    next() {
      const first = pending.shift()
      if (first !== undefined) return first
      if (sinceSecond === ORDERS_PER_SECOND) {
        sinceSecond = 0
        const hour = Math.floor(now / HOUR_MS)
        now += 1_000
        pending.push(step({ kind: 'TickTimer' }))
        if (Math.floor(now / HOUR_MS) > hour)
          pending.push(step({ kind: 'TickFunding', hourMs: timeMs(hour * HOUR_MS) }))
        return step(prices())
      }
      sinceSecond += 1
      return step(live.length > 0 && random() < CANCEL_SHARE ? cancel() : order())
    },
    observe(_events: readonly EngineEvent[]) {},
  }
}
