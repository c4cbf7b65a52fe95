/** The position of an account in a market: found, opened, removed, with its sign. */
import type { MarketId } from '../../api/index.ts'
import type { Exchange } from '../exchange.ts'
import { addPositionRow, findPosition, removePositionRow } from '../tables/accountPositions.ts'
import {
  type Account,
  FIRST_POSITION,
  accountRow,
  scheduleMarginCheck,
  setHolder,
  setHolderIn,
} from '../tables/accounts.ts'
import { NONE } from '../tables/orderLayout.ts'
import { POSITION_MARKET, type Position, positionAt, signedSize } from '../tables/positions.ts'

export function positionIn(exchange: Exchange, account: Account, marketId: MarketId): Position | undefined {
  const at = findPosition(exchange.accountRows, exchange.positionRows, account.id, marketId)
  return at === NONE ? undefined : positionAt(exchange.positionRows, at)
}

/** Adds a position of size 0 that the account does not hold yet. */
export function addPosition(exchange: Exchange, accountId: number, marketId: MarketId): number {
  const { accountRows, positionRows } = exchange
  setHolder(accountRows, accountId, true)
  setHolderIn(accountRows, accountId, marketId, true)
  scheduleMarginCheck(accountRows, accountId)
  return addPositionRow(accountRows, positionRows, accountId, marketId)
}

export function removePosition(exchange: Exchange, accountId: number, at: number): void {
  const { accountRows, positionRows } = exchange
  setHolderIn(accountRows, accountId, positionRows.int32s[2 * at + POSITION_MARKET]!, false)
  removePositionRow(accountRows, positionRows, accountId, at)
  scheduleMarginCheck(accountRows, accountId)
  if (accountRows.int32s[2 * accountRow(accountId) + FIRST_POSITION] === NONE)
    setHolder(accountRows, accountId, false)
}

/** Position of an account in a market: lots, > 0 = long. */
export function signedPosition(exchange: Exchange, accountId: number, marketId: MarketId): number {
  const { positionRows } = exchange
  const at = findPosition(exchange.accountRows, positionRows, accountId, marketId)
  return at === NONE ? 0 : signedSize(positionRows, at)
}
