/** The list of open orders of each account, in the order of acceptance. */
import { usd6 } from '@vest/protocol'
import type { Exchange } from '../exchange.ts'
import { rowOffset } from '../memory/rows.ts'
import {
  type Account,
  OLDEST_ORDER,
  OPEN_ORDERS,
  OPEN_ORDER_MARGIN,
  REDUCE_ONLY_ORDERS,
  YOUNGEST_ORDER,
  accountRow,
} from '../tables/accounts.ts'
import type { Order } from '../tables/order.ts'
import {
  ACCOUNT_ID,
  NONE,
  OLDER_OF_ACCOUNT,
  RANK,
  REDUCE_ONLY_BIT,
  RESERVED_MARGIN,
  TERMS,
  YOUNGER_OF_ACCOUNT,
} from '../tables/orderLayout.ts'

/** Links a live order to its account: the list by age, the counters, the reserved margin. */
export function linkOrder(exchange: Exchange, order: number): void {
  const { numbers, int32s } = exchange.orderRows
  const { accountRows } = exchange
  const accounts = accountRows.int32s
  order = rowOffset(order)
  const row = accountRow(int32s[2 * order + ACCOUNT_ID]!)
  const half = 2 * row
  const older = accounts[half + YOUNGEST_ORDER]!
  int32s[2 * order + OLDER_OF_ACCOUNT] = older
  int32s[2 * order + YOUNGER_OF_ACCOUNT] = NONE
  if (older === NONE) accounts[half + OLDEST_ORDER] = order
  else int32s[2 * rowOffset(older) + YOUNGER_OF_ACCOUNT] = order
  accounts[half + YOUNGEST_ORDER] = order
  accounts[half + OPEN_ORDERS] = accounts[half + OPEN_ORDERS]! + 1
  if ((int32s[2 * order + TERMS]! & REDUCE_ONLY_BIT) !== 0)
    accounts[half + REDUCE_ONLY_ORDERS] = accounts[half + REDUCE_ONLY_ORDERS]! + 1
  const reserved = numbers[order + RESERVED_MARGIN]!
  if (reserved !== 0)
    accountRows.numbers[row + OPEN_ORDER_MARGIN] = usd6(
      accountRows.numbers[row + OPEN_ORDER_MARGIN]! + reserved,
    )
}

/** Links a live order between older and younger ones, at the position of its acceptance number. */
export function linkOrderByRank(exchange: Exchange, order: number): void {
  linkOrder(exchange, order)
  const { numbers, int32s } = exchange.orderRows
  const before = int32s[2 * order + OLDER_OF_ACCOUNT]!
  let older = before
  let younger = NONE
  while (older !== NONE && numbers[older + RANK]! > numbers[order + RANK]!) {
    younger = older
    older = int32s[2 * older + OLDER_OF_ACCOUNT]!
  }
  if (younger === NONE) return
  const accounts = exchange.accountRows.int32s
  const half = 2 * accountRow(int32s[2 * order + ACCOUNT_ID]!)
  accounts[half + YOUNGEST_ORDER] = before
  int32s[2 * before + YOUNGER_OF_ACCOUNT] = NONE
  int32s[2 * order + OLDER_OF_ACCOUNT] = older
  int32s[2 * order + YOUNGER_OF_ACCOUNT] = younger
  int32s[2 * younger + OLDER_OF_ACCOUNT] = order
  if (older === NONE) accounts[half + OLDEST_ORDER] = order
  else int32s[2 * older + YOUNGER_OF_ACCOUNT] = order
}

export function unlinkOrder(exchange: Exchange, order: number): void {
  const { numbers, int32s } = exchange.orderRows
  const { accountRows } = exchange
  const accounts = accountRows.int32s
  order = rowOffset(order)
  const row = accountRow(int32s[2 * order + ACCOUNT_ID]!)
  const half = 2 * row
  const older = int32s[2 * order + OLDER_OF_ACCOUNT]!
  const younger = int32s[2 * order + YOUNGER_OF_ACCOUNT]!
  if (older === NONE) accounts[half + OLDEST_ORDER] = younger
  else int32s[2 * rowOffset(older) + YOUNGER_OF_ACCOUNT] = younger
  if (younger === NONE) accounts[half + YOUNGEST_ORDER] = older
  else int32s[2 * rowOffset(younger) + OLDER_OF_ACCOUNT] = older
  accounts[half + OPEN_ORDERS] = accounts[half + OPEN_ORDERS]! - 1
  if ((int32s[2 * order + TERMS]! & REDUCE_ONLY_BIT) !== 0)
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
