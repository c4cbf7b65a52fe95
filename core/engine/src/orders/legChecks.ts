/**
 * Checks of what rides on an order: a client id that is free, legs with sound prices on the right side, ids and nonces
 * that are unused.
 */
import { CLIENT_ID_PATTERN, type Id, ORDER_VALUE_MAX_USD6 } from '@vest/protocol'
import type { AttachedLeg, PlaceOrder } from '../api/index.ts'
import { findWaiting } from '../book/index.ts'
import { isIdKnown, isNonceUsed, takeId, useNonce } from '../keys/index.ts'
import { clientKey, type Exchange, ID_WORDS, type Market, writeHex } from '../state/index.ts'

export const hasLegs = (command: PlaceOrder): boolean =>
  command.takeProfit !== undefined || command.stopLoss !== undefined

const legsOf = (command: PlaceOrder): AttachedLeg[] =>
  [command.takeProfit, command.stopLoss].filter((leg) => leg !== undefined)

/** Check 4 of what rides on an order: a name that is free, legs with a price, and those on a LIMIT order alone. */
export function areExtrasAllowed(
  exchange: Exchange,
  accountId: number,
  market: Market,
  command: PlaceOrder,
): boolean {
  const { clientId, orderType, size } = command
  if (clientId !== undefined && !isClientIdFree(exchange, accountId, clientId)) return false
  return legsOf(command).every(
    ({ price }) =>
      orderType === 'LIMIT' &&
      Number.isSafeInteger(price) &&
      price >= 1 &&
      size * price * market.scale <= ORDER_VALUE_MAX_USD6,
  )
}

/** Check 6. A buyer takes profit above the limit price and stops the loss below it; a seller the other way round. */
export function areLegsOnTheirSide({ isBuy, limitPrice, takeProfit, stopLoss }: PlaceOrder): boolean {
  if (limitPrice === undefined) return true
  const high = isBuy ? takeProfit : stopLoss
  const low = isBuy ? stopLoss : takeProfit
  return (high === undefined || high.price > limitPrice) && (low === undefined || low.price < limitPrice)
}

/** Check 7 of the legs: an id or a nonce of theirs was used before, or twice among them. Changes nothing. */
export function areLegsUsed(exchange: Exchange, signer: number, command: PlaceOrder): boolean {
  const { idWords } = exchange.scratch
  const ids = new Set<Id>([command.id])
  const nonces = new Set<number>()
  for (const { id, nonce } of legsOf(command)) {
    if (ids.has(id) || nonces.has(nonce)) return true
    ids.add(id)
    // A leg may be signed with the number of its order; otherwise it has one to itself.
    if (nonce !== command.nonce) {
      if (isNonceUsed(exchange, signer, nonce)) return true
      nonces.add(nonce)
    }
    writeHex(id, idWords, 0, ID_WORDS)
    if (isIdKnown(exchange, idWords, 0)) return true
  }
  return false
}

/** Uses up what {@link areLegsUsed} has not found. */
export function takeLegs(exchange: Exchange, signer: number, command: PlaceOrder): void {
  const { idWords } = exchange.scratch
  for (const { id, nonce } of legsOf(command)) {
    if (nonce !== command.nonce) useNonce(exchange, signer, nonce, command.orderTimeMs)
    writeHex(id, idWords, 0, ID_WORDS)
    takeId(exchange, idWords, 0)
  }
}

// ---------------------------------------------------------------- client ids

const isClientIdFree = (exchange: Exchange, accountId: number, clientId: string): boolean =>
  CLIENT_ID_PATTERN.test(clientId) &&
  !exchange.clientIds.has(clientKey(accountId, clientId)) &&
  !isNameWaiting(exchange, accountId, clientId)

/**
 * A taker that waits is open too, and keeps its name. One whose delay is over is not asked again.
 */
const isNameWaiting = (exchange: Exchange, accountId: number, clientId: string): boolean =>
  !exchange.work.isDelayOver && findWaiting(exchange, accountId, clientId) !== undefined
