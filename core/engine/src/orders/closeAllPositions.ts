/**
 * Closing everything that an account holds: one reduce-only MARKET order per position, in the order of the markets,
 * at the default slippage. Each is an order like any other with a record of its own, so what cannot close says why.
 */
import { REFUSAL, type Id } from '@vest/protocol'
import type { Answer, CloseAllPositions, PlaceOrder } from '../api/index.ts'
import { recordClosing } from '../book/index.ts'
import { noncesOf, spendNonce } from '../keys/index.ts'
import {
  accountAt,
  type Exchange,
  marketOf,
  nextSystemId,
  type Position,
  positionIn,
  writeOrder,
} from '../state/index.ts'
import { admitOrder } from './placeOrder.ts'

export function closeAllPositions(exchange: Exchange, command: CloseAllPositions): Answer {
  const code = spendNonce(exchange, command)
  if (code !== 0) return { ok: false, code }
  const account = accountAt(exchange, command.account)
  if (account === undefined) return { ok: false, code: REFUSAL.ACCOUNT_NOT_FOUND }
  const market = command.symbol === undefined ? undefined : marketOf(exchange, command.symbol)
  if (command.symbol !== undefined && market === undefined) return { ok: false, code: REFUSAL.BAD_SYMBOL }
  const held = market === undefined ? account.positions.map(({ marketId }) => marketId) : [market.id]
  const ids: Id[] = []
  for (const marketId of held) {
    const position = positionIn(exchange, account, marketId)
    if (position === undefined) continue
    const order = closingOrder(exchange, command, position)
    const { row } = exchange.work
    writeOrder(row, 0, order, account.id, noncesOf(exchange, command.signer).index, marketId)
    admitOrder(exchange, row, 0, order)
    recordClosing(exchange, order)
    ids.push(order.id)
  }
  return { ok: true, ids }
}

/** It bears the nonce and the signed time of the command that asked for it. */
function closingOrder(exchange: Exchange, command: CloseAllPositions, position: Position): PlaceOrder {
  const { account, signer, nonce, orderTimeMs, recvWindowMs } = command
  return {
    kind: 'PlaceOrder',
    id: nextSystemId(exchange),
    account,
    signer,
    nonce,
    orderTimeMs,
    recvWindowMs,
    symbol: exchange.market(position.marketId).spec.symbol,
    isBuy: !position.isLong,
    size: position.size,
    orderType: 'MARKET',
    reduceOnly: true,
    timeInForce: 'GTC',
  }
}
