/**
 * What accounts are worth, told once an hour, so that the past of an account can be shown without replaying it. Told
 * is whoever's figures are others than they were told last: an account that rests costs nothing. Money that comes in
 * or leaves is counted on its way, so that growth can be told from deposits.
 *
 *   equity = collateral + Σ isolated margin + Σ unrealised profit at the mark, funding owed included
 */
import { timeMs, type Usd6, usd6 } from '@vest/protocol'
import { type Account, accountRow, FIRST_POSITION, isHolder } from './accountRows.ts'
import type { AccountsValued, AccountValue } from './event.ts'
import { NONE } from './order.ts'
import { ISOLATED_MARGIN, NEXT, POSITION_MARKET } from './positionRows.ts'
import { asPlace } from './rowMemory.ts'
import { crossStanding, EQUITY, isolatedStanding, STANDING } from './standing.ts'
import { emit, type Exchange } from './state.ts'
import { HOUR_MS, hourOf } from './week.ts'

/** Money from outside of the account: a transfer, shares that it sold, or what a SIM account begins with. */
export function bringIn(account: Account, size: Usd6): void {
  account.collateral = usd6(account.collateral + size)
  account.netDeposits = usd6(account.netDeposits + size)
}

/** Money that leaves the account, or shares that it buys. */
export function takeOut(account: Account, size: Usd6): void {
  account.collateral = usd6(account.collateral - size)
  account.netDeposits = usd6(account.netDeposits - size)
}

/** By the timer, before the hour is turned (`forgetOld`): by account, those of SIM apart. */
export function tellAccountValues(exchange: Exchange): void {
  if (hourOf(exchange.timeMs) === exchange.noncesForgottenHour) return
  // Of most accounts of a year there is nothing to add up: they hold nothing, and no money has moved.
  const isResting = ({ id, collateral, toldEquity, netDeposits, toldDeposits }: Account): boolean =>
    collateral === toldEquity && netDeposits === toldDeposits && !isHolder(exchange.accountRows, id)
  const isMeant = (account: Account, { equity, netDeposits }: AccountValue): boolean => {
    if (equity === account.toldEquity && netDeposits === account.toldDeposits) return false
    account.toldEquity = equity
    account.toldDeposits = netDeposits
    return true
  }
  const told = accountsValued(exchange, isMeant, isResting)
  for (const event of told) emit(exchange, event)
}

/** Of those that are asked for, in the hour that runs; `isResting` says of whom it is known without adding anything up. */
export function accountsValued(
  exchange: Exchange,
  isMeant: (account: Account, value: AccountValue) => boolean,
  isResting?: (account: Account) => boolean,
): AccountsValued[] {
  const real: AccountValue[] = []
  const sim: AccountValue[] = []
  for (const account of exchange.accounts) {
    if (isResting?.(account)) continue
    const { address, netDeposits } = account
    const { equity, collateral } = valueOfAccount(exchange, account)
    const value = { account: address, equity, collateral, netDeposits }
    if (isMeant(account, value)) (account.isSim ? sim : real).push(value)
  }
  const hourMs = timeMs(hourOf(exchange.timeMs) * HOUR_MS)
  return [real, sim]
    .filter((rows) => rows.length > 0)
    .map((rows) => ({ kind: 'AccountsValued', hourMs, rows }))
}

/** Equity, and the balance without what is unrealised: both with the margin of isolated positions. */
export function valueOfAccount(
  exchange: Exchange,
  { id, collateral }: Account,
): Pick<AccountValue, 'equity' | 'collateral'> {
  if (!isHolder(exchange.accountRows, id)) return { equity: collateral, collateral }
  crossStanding(exchange, id)
  let equity = STANDING[EQUITY]!
  let margin = 0
  const { numbers, halves } = exchange.positionRows
  let at = exchange.accountRows.halves[2 * accountRow(id) + FIRST_POSITION]!
  for (; at !== NONE; at = halves[2 * asPlace(at) + NEXT]!) {
    const market = exchange.markets[halves[2 * asPlace(at) + POSITION_MARKET]!]!
    if (!market.spec.isolated) continue
    isolatedStanding(exchange, market, NONE, at)
    equity += STANDING[EQUITY]!
    margin += numbers[asPlace(at) + ISOLATED_MARGIN]!
  }
  return { equity: usd6(equity), collateral: usd6(collateral + margin) }
}
