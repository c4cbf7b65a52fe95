/** Cancelling an order by its owner; also in HALT. */
import { cancelDelayed, cancelOrder as endLiveOrder } from '../book/index.ts'
import { spendNonceOf } from '../keys/index.ts'
import {
  ACCOUNT_ID,
  ACCOUNT_OF,
  asPlace,
  COMMAND_NONCE,
  type CommandRows,
  type Exchange,
  findOrderAt,
  ID_OF,
  ID_WORDS,
  NONE,
  readHex,
  SIGNED_TIME,
  SIGNER_OF,
  WINDOW,
} from '../state/index.ts'
import { REFUSAL, type ErrorCode, type Id } from '@vest/protocol'

/** 0, or why not: used nonce (3015), late (3004), unknown, finished or somebody else's (3017). */
export function cancelOrder(exchange: Exchange, rows: CommandRows, at: number): ErrorCode | 0 {
  const { numbers, halves } = rows
  at = asPlace(at)
  const accountId = halves[2 * at + ACCOUNT_OF]!
  const signer = halves[2 * at + SIGNER_OF]!
  const nonce = numbers[at + COMMAND_NONCE]!
  const signedMs = numbers[at + SIGNED_TIME]!
  const code = spendNonceOf(exchange, signer, nonce, signedMs, numbers[at + WINDOW]!)
  if (code !== 0) return code
  const order = findOrderAt(exchange.orders, halves, 2 * at + ID_OF)
  if (order === NONE && cancelWaiting(exchange, rows, at, accountId)) return 0
  if (order === NONE || exchange.orderRows.halves[2 * order + ACCOUNT_ID] !== accountId)
    return REFUSAL.ORDER_NOT_FOUND
  endLiveOrder(exchange, order, 0)
  return 0
}

/** One that waits for a price. */
function cancelWaiting(exchange: Exchange, rows: CommandRows, at: number, accountId: number): boolean {
  if (exchange.delayed.count === 0) return false
  const one = exchange.delayed.byId.get(readHex(rows.halves, 2 * at + ID_OF, ID_WORDS) as Id)
  return one?.accountId === accountId && cancelDelayed(exchange, [one], 0).length > 0
}
