/** Positions of an account, linked in the order of their markets. */
import type { MarketId } from '../../api/index.ts'
import { asPlace } from '../memory/rows.ts'
import { type AccountRows, FIRST_POSITION, accountRow } from './accounts.ts'
import { NONE } from './orders.ts'
import { EPOCH, MET, NEXT, POSITION_MARKET, PositionRows, SETTLED, freshRow } from './positions.ts'

/** Reference of the position of an account in a market; -1 = none. */
export function findPosition(
  accounts: AccountRows,
  rows: PositionRows,
  accountId: number,
  marketId: MarketId,
): number {
  const { halves } = rows
  let at = accounts.halves[2 * accountRow(accountId) + FIRST_POSITION]!
  while (at !== NONE && halves[2 * asPlace(at) + POSITION_MARKET] !== marketId)
    at = halves[2 * asPlace(at) + NEXT]!
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
  const { halves, numbers } = rows
  halves[2 * at + POSITION_MARKET] = marketId
  halves[2 * at + MET] = NONE
  numbers[at + SETTLED] = 0
  numbers[at + EPOCH] = -1
  const first = 2 * accountRow(accountId) + FIRST_POSITION
  let before = NONE
  let next = accounts.halves[first]!
  while (next !== NONE && halves[2 * next + POSITION_MARKET]! < marketId) {
    before = next
    next = halves[2 * next + NEXT]!
  }
  halves[2 * at + NEXT] = next
  if (before === NONE) accounts.halves[first] = at
  else halves[2 * before + NEXT] = at
  return at
}

export function removePositionRow(
  accounts: AccountRows,
  rows: PositionRows,
  accountId: number,
  at: number,
): void {
  const { halves } = rows
  const first = 2 * accountRow(accountId) + FIRST_POSITION
  let before = accounts.halves[first]!
  if (before === at) accounts.halves[first] = halves[2 * at + NEXT]!
  else {
    while (halves[2 * before + NEXT] !== at) before = halves[2 * before + NEXT]!
    halves[2 * before + NEXT] = halves[2 * at + NEXT]!
  }
  rows.spare.push(at)
}
