/** Value of an account: collateral, isolated margins and unrealised profit at the mark, funding owed included. */
import type { AccountValue } from '../api/index.ts'
import {
  type Account,
  accountRow,
  asPlace,
  EQUITY,
  type Exchange,
  FIRST_POSITION,
  isHolder,
  ISOLATED_MARGIN,
  NEXT,
  NONE,
  POSITION_MARKET,
  STANDING,
} from '../state/index.ts'
import { crossStanding, isolatedStanding } from './marginStatus.ts'
import { usd6 } from '@vest/protocol'

/** Equity, and the balance without unrealised profit: both with the margin of isolated positions. */
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
