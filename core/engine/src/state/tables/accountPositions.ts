/** Positions of an account, linked in the order of their markets. */
import type { MarketId } from '../../api/index.ts'
import { rowOffset } from '../memory/rows.ts'
import { type AccountRows, FIRST_POSITION, accountRow } from './accounts.ts'
import { NONE } from './orderLayout.ts'
import { EPOCH, MET, NEXT, POSITION_MARKET, PositionRows, SETTLED, freshRow } from './positions.ts'

/** Reference of the position of an account in a market; -1 = none. */
export function findPosition(
  accounts: AccountRows,
  rows: PositionRows,
  accountId: number,
  marketId: MarketId,
): number {
  const { int32s } = rows
  let at = accounts.int32s[2 * accountRow(accountId) + FIRST_POSITION]!
  while (at !== NONE && int32s[2 * rowOffset(at) + POSITION_MARKET] !== marketId)
    at = int32s[2 * rowOffset(at) + NEXT]!
  return at
}

/** Creates a position of size 0 for an account that has none in that market, and returns its reference. */
export function addPositionRow(
  accounts: AccountRows,
  rows: PositionRows,
  accountId: number,
  marketId: MarketId,
): number {
  const at = rows.spare.length > 0 ? rows.spare.pop()! : freshRow(rows)
  const { int32s, numbers } = rows
  int32s[2 * at + POSITION_MARKET] = marketId
  int32s[2 * at + MET] = NONE
  numbers[at + SETTLED] = 0
  numbers[at + EPOCH] = -1
  const first = 2 * accountRow(accountId) + FIRST_POSITION
  let before = NONE
  let next = accounts.int32s[first]!
  while (next !== NONE && int32s[2 * next + POSITION_MARKET]! < marketId) {
    before = next
    next = int32s[2 * next + NEXT]!
  }
  int32s[2 * at + NEXT] = next
  if (before === NONE) accounts.int32s[first] = at
  else int32s[2 * before + NEXT] = at
  return at
}

export function removePositionRow(
  accounts: AccountRows,
  rows: PositionRows,
  accountId: number,
  at: number,
): void {
  const { int32s } = rows
  const first = 2 * accountRow(accountId) + FIRST_POSITION
  let before = accounts.int32s[first]!
  if (before === at) accounts.int32s[first] = int32s[2 * at + NEXT]!
  else {
    while (int32s[2 * before + NEXT] !== at) before = int32s[2 * before + NEXT]!
    int32s[2 * before + NEXT] = int32s[2 * at + NEXT]!
  }
  rows.spare.push(at)
}
