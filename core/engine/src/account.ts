/** Accounts as the rest of the engine reaches them: by address, with their positions, leverages and live orders. */
import { ratioOfLeverage } from '@vest/formulas'
import { type Address, LEVERAGE_DEFAULT, type Ratio4, type Usd6, usd6 } from '@vest/protocol'
import type { MarketId } from './command.ts'
import type { Order } from './order.ts'
import { type Account, findAccount } from './accountRows.ts'
import type { Exchange, Market, Position } from './state.ts'

export function accountAt(exchange: Exchange, address: Address): Account | undefined {
  return findAccount(exchange.accountRows, exchange.accounts, address)
}

export function marketOf(exchange: Exchange, symbol: string): Market | undefined {
  // Commands come in bursts for one market.
  const { work, markets } = exchange
  if (markets[work.marketAtHand]?.spec.symbol === symbol) return markets[work.marketAtHand]
  const id = exchange.marketIds.get(symbol)
  if (id === undefined) return undefined
  work.marketAtHand = id
  return markets[id]
}

export function positionIn(account: Account, marketId: MarketId): Position | undefined {
  const { positions } = account
  for (let i = 0; i < positions.length; i++) {
    const position = positions[i]!
    if (position.marketId === marketId) return position
  }
  return undefined
}

/** Adds a position that the account does not hold yet, keeping the order of market ids. */
export function addPosition(exchange: Exchange, account: Account, position: Position): void {
  const { positions } = account
  if (positions.length === 0) addHolder(exchange, account.id)
  let at = positions.length
  while (at > 0 && positions[at - 1]!.marketId > position.marketId) at -= 1
  positions.splice(at, 0, position)
}

export function removePosition(exchange: Exchange, account: Account, position: Position): void {
  account.positions.splice(account.positions.indexOf(position), 1)
  if (account.positions.length === 0) removeHolder(exchange, account.id)
}

function addHolder(exchange: Exchange, accountId: number): void {
  const { holders } = exchange
  holders.splice(holderPlace(holders, accountId), 0, accountId)
}

function removeHolder(exchange: Exchange, accountId: number): void {
  exchange.holders.splice(holderPlace(exchange.holders, accountId), 1)
}

function holderPlace(holders: readonly number[], accountId: number): number {
  let low = 0
  let high = holders.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holders[middle]! < accountId) low = middle + 1
    else high = middle
  }
  return low
}

/** The setting of an account in a market; without one the smaller of the market's maximum and 10. */
export const leverageOf = (account: Account, market: Market): number =>
  (account.hasLeverages ? account.leverages.get(market.id) : undefined) ??
  (market.maxLeverage < LEVERAGE_DEFAULT ? market.maxLeverage : LEVERAGE_DEFAULT)

export const marginRatioSetting = (account: Account, market: Market): Ratio4 =>
  ratioOfLeverage(leverageOf(account, market))

/** Registers a live order with its account: the list by age, the counters, the reserved margin. */
export function linkOrder(account: Account, order: Order): void {
  order.olderOfAccount = account.youngestOrder
  if (account.youngestOrder === undefined) account.oldestOrder = order
  else account.youngestOrder.youngerOfAccount = order
  account.youngestOrder = order
  account.openOrders += 1
  if (order.reduceOnly) account.reduceOnlyOrders += 1
  account.openOrderMargin = usd6(account.openOrderMargin + order.reservedMargin)
}

export function unlinkOrder(account: Account, order: Order): void {
  const { olderOfAccount: older, youngerOfAccount: younger } = order
  if (older === undefined) account.oldestOrder = younger
  else older.youngerOfAccount = younger
  if (younger === undefined) account.youngestOrder = older
  else younger.olderOfAccount = older
  order.olderOfAccount = undefined
  order.youngerOfAccount = undefined
  account.openOrders -= 1
  if (order.reduceOnly) account.reduceOnlyOrders -= 1
  if (order.reservedMargin !== 0) setReservedMargin(account, order, usd6(0))
}

export function setReservedMargin(account: Account, order: Order, reserved: Usd6): void {
  account.openOrderMargin = usd6(account.openOrderMargin - order.reservedMargin + reserved)
  order.reservedMargin = reserved
}

/** The live orders of an account, oldest first, as a list that stays valid while they are cancelled. */
export function liveOrders(account: Account): Order[] {
  const orders: Order[] = []
  for (let order = account.oldestOrder; order !== undefined; order = order.youngerOfAccount)
    orders.push(order)
  return orders
}
