/**
 * What accounts are worth, told once an hour, so that the past of an account can be shown without a replay. An account
 * is told when its figures differ from those told last, so an account that rests costs nothing.
 */
import { timeMs } from '@vest/protocol'
import type { AccountsValued, AccountValue } from '../api/index.ts'
import { valueOfAccount } from '../margin/index.ts'
import { type Account, emit, type Exchange, HOUR_MS, hourOf, isHolder } from '../state/index.ts'

/** By the timer, before the hour is turned (`forgetOld`): by account, those of SIM apart. */
export function emitAccountValues(exchange: Exchange): void {
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
