/**
 * What an account has won or lost, money that came in or left apart:
 *
 *   result   = equity − net deposits        unrealised profit included
 *   realised = balance − net deposits       balance = collateral and the margin of isolated positions
 */
import { valueOfAccount } from '../margin/index.ts'
import type { Account, Exchange } from '../state/index.ts'

export function resultsOf(
  exchange: Exchange,
  account: Account,
): { readonly result: number; readonly realised: number } {
  const { equity, collateral } = valueOfAccount(exchange, account)
  const { netDeposits } = account
  return { result: equity - netDeposits, realised: collateral - netDeposits }
}
