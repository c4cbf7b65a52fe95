/** Accounts as the rest of the engine reaches them: by address, with their positions, leverages and live orders. */
import { ratioOfLeverage } from '@vest/formulas'
import { type Address, LEVERAGE_DEFAULT, type Ratio4, usd6 } from '@vest/protocol'
import type { MarketId } from './command.ts'
import { logPosition } from './eventLog.ts'
import {
  ACCOUNT_ID,
  NONE,
  OLDER_OF_ACCOUNT,
  type Order,
  RANK,
  REDUCE_ONLY_BIT,
  RESERVED_MARGIN,
  WORDS,
  YOUNGER_OF_ACCOUNT,
} from './order.ts'
import {
  type Account,
  ACCOUNT_FLAGS,
  accountRow,
  findAccount,
  FIRST_POSITION,
  HAS_LEVERAGES,
  noteDue,
  OLDEST_ORDER,
  OPEN_ORDER_MARGIN,
  OPEN_ORDERS,
  REDUCE_ONLY_ORDERS,
  setHolder,
  setHolderIn,
  YOUNGEST_ORDER,
} from './accountRows.ts'
import {
  addPositionRow,
  findPosition,
  type Position,
  POSITION_MARKET,
  positionAt,
  removePositionRow,
} from './positionRows.ts'
import { asPlace } from './rowMemory.ts'
import type { Exchange, Market } from './state.ts'

export function accountAt(exchange: Exchange, address: Address): Account | undefined {
  return findAccount(exchange.accountRows, exchange.accounts, address)
}

export function marketOf(exchange: Exchange, symbol: string): Market | undefined {
  const id = exchange.marketIds.get(symbol)
  return id === undefined ? undefined : exchange.markets[id]
}

export function positionIn(exchange: Exchange, account: Account, marketId: MarketId): Position | undefined {
  const at = findPosition(exchange.accountRows, exchange.positionRows, account.id, marketId)
  return at === NONE ? undefined : positionAt(exchange.positionRows, at)
}

/** Adds a position, of no size yet, that the account does not hold. */
export function addPosition(exchange: Exchange, accountId: number, marketId: MarketId): number {
  const { accountRows, positionRows } = exchange
  setHolder(accountRows, accountId, true)
  setHolderIn(accountRows, accountId, marketId, true)
  noteDue(accountRows, accountId)
  return addPositionRow(accountRows, positionRows, accountId, marketId)
}

export function removePosition(exchange: Exchange, accountId: number, at: number): void {
  const { accountRows, positionRows } = exchange
  setHolderIn(accountRows, accountId, positionRows.halves[2 * at + POSITION_MARKET]!, false)
  removePositionRow(accountRows, positionRows, accountId, at)
  noteDue(accountRows, accountId)
  if (accountRows.halves[2 * accountRow(accountId) + FIRST_POSITION] === NONE)
    setHolder(accountRows, accountId, false)
}

/** The setting of an account in a market; without one the smaller of the market's maximum and 10. */
export const leverageOf = (account: Account, market: Market): number =>
  account.leverages.get(market.id) ?? defaultLeverage(market)

const defaultLeverage = ({ maxLeverage }: Market): number =>
  maxLeverage < LEVERAGE_DEFAULT ? maxLeverage : LEVERAGE_DEFAULT

/** The margin ratio of new orders of an account in a market. */
export const marginRatioSetting = (exchange: Exchange, accountId: number, market: Market): Ratio4 =>
  ratioOfLeverage(
    (exchange.accountRows.halves[2 * accountRow(accountId) + ACCOUNT_FLAGS]! & HAS_LEVERAGES) === 0
      ? defaultLeverage(market)
      : leverageOf(exchange.accounts[accountId]!, market),
  )

/** Registers a live order with its account: the list by age, the counters, the reserved margin. */
export function linkOrder(exchange: Exchange, order: number): void {
  const { numbers, halves } = exchange.orderRows
  const { accountRows } = exchange
  const accounts = accountRows.halves
  order = asPlace(order)
  const row = accountRow(halves[2 * order + ACCOUNT_ID]!)
  const half = 2 * row
  const older = accounts[half + YOUNGEST_ORDER]!
  halves[2 * order + OLDER_OF_ACCOUNT] = older
  halves[2 * order + YOUNGER_OF_ACCOUNT] = NONE
  if (older === NONE) accounts[half + OLDEST_ORDER] = order
  else halves[2 * asPlace(older) + YOUNGER_OF_ACCOUNT] = order
  accounts[half + YOUNGEST_ORDER] = order
  accounts[half + OPEN_ORDERS] = accounts[half + OPEN_ORDERS]! + 1
  if ((halves[2 * order + WORDS]! & REDUCE_ONLY_BIT) !== 0)
    accounts[half + REDUCE_ONLY_ORDERS] = accounts[half + REDUCE_ONLY_ORDERS]! + 1
  const reserved = numbers[order + RESERVED_MARGIN]!
  if (reserved !== 0)
    accountRows.numbers[row + OPEN_ORDER_MARGIN] = usd6(
      accountRows.numbers[row + OPEN_ORDER_MARGIN]! + reserved,
    )
}

/** The same among older and younger orders, where its rank belongs. */
export function linkOrderByRank(exchange: Exchange, order: number): void {
  linkOrder(exchange, order)
  const { numbers, halves } = exchange.orderRows
  const before = halves[2 * order + OLDER_OF_ACCOUNT]!
  let older = before
  let younger = NONE
  while (older !== NONE && numbers[older + RANK]! > numbers[order + RANK]!) {
    younger = older
    older = halves[2 * older + OLDER_OF_ACCOUNT]!
  }
  if (younger === NONE) return
  const accounts = exchange.accountRows.halves
  const half = 2 * accountRow(halves[2 * order + ACCOUNT_ID]!)
  accounts[half + YOUNGEST_ORDER] = before
  halves[2 * before + YOUNGER_OF_ACCOUNT] = NONE
  halves[2 * order + OLDER_OF_ACCOUNT] = older
  halves[2 * order + YOUNGER_OF_ACCOUNT] = younger
  halves[2 * younger + OLDER_OF_ACCOUNT] = order
  if (older === NONE) accounts[half + OLDEST_ORDER] = order
  else halves[2 * older + YOUNGER_OF_ACCOUNT] = order
}

export function unlinkOrder(exchange: Exchange, order: number): void {
  const { numbers, halves } = exchange.orderRows
  const { accountRows } = exchange
  const accounts = accountRows.halves
  order = asPlace(order)
  const row = accountRow(halves[2 * order + ACCOUNT_ID]!)
  const half = 2 * row
  const older = halves[2 * order + OLDER_OF_ACCOUNT]!
  const younger = halves[2 * order + YOUNGER_OF_ACCOUNT]!
  if (older === NONE) accounts[half + OLDEST_ORDER] = younger
  else halves[2 * asPlace(older) + YOUNGER_OF_ACCOUNT] = younger
  if (younger === NONE) accounts[half + YOUNGEST_ORDER] = older
  else halves[2 * asPlace(younger) + OLDER_OF_ACCOUNT] = older
  accounts[half + OPEN_ORDERS] = accounts[half + OPEN_ORDERS]! - 1
  if ((halves[2 * order + WORDS]! & REDUCE_ONLY_BIT) !== 0)
    accounts[half + REDUCE_ONLY_ORDERS] = accounts[half + REDUCE_ONLY_ORDERS]! - 1
  const reserved = numbers[order + RESERVED_MARGIN]!
  if (reserved === 0) return
  numbers[order + RESERVED_MARGIN] = 0
  accountRows.numbers[row + OPEN_ORDER_MARGIN] = accountRows.numbers[row + OPEN_ORDER_MARGIN]! - reserved
}

/** The live orders of an account, oldest first, as a list that stays valid while they are cancelled. */
export function liveOrders(account: Account): Order[] {
  const orders: Order[] = []
  for (let order = account.oldestOrder; order !== undefined; order = order.youngerOfAccount)
    orders.push(order)
  return orders
}

/** A position that something else than a fill has changed. */
export function tellPosition(exchange: Exchange, account: Account, position: Position): void {
  const { marketId, isLong, size, cost, initMarginRatio } = position
  logPosition(exchange.work.log, account.id, marketId, isLong, size, cost, initMarginRatio)
}
