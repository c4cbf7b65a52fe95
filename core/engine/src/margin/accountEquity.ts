/** Value of an account: collateral, isolated margins and unrealised profit at the mark, funding owed included. */
import { usd6 } from '@vest/protocol'
import type { AccountValue } from '../api/index.ts'
import { type Account, type Exchange, isHolder, NONE } from '../state/index.ts'
import { crossStatus, isolatedStatus } from './marginStatus.ts'

/** Equity, and the balance without unrealised profit: both with the margin of isolated positions. */
export function valueOfAccount(
  exchange: Exchange,
  { id, collateral }: Account,
): Pick<AccountValue, 'equity' | 'collateral'> {
  const { marginStatus } = exchange.scratch
  if (!isHolder(exchange.accountRows, id)) return { equity: collateral, collateral }
  crossStatus(exchange, id)
  let equity = marginStatus.equity
  let margin = 0
  const positions = exchange.positionRows
  for (let at = exchange.accountRows.firstPosition(id); at !== NONE; at = positions.next(at)) {
    const market = exchange.market(positions.marketId(at))
    if (!market.spec.isolated) continue
    isolatedStatus(exchange, market, NONE, at)
    equity += marginStatus.equity
    margin += positions.isolatedMargin(at)
  }
  return { equity: usd6(equity), collateral: usd6(collateral + margin) }
}
