/** The liabilities of the exchange to accounts with real money: equity and LP shares, account by account. */
import { shareValue } from '@vest/formulas'
import { usd6 } from '@vest/protocol'
import type { LiabilitiesView } from '../api/index.ts'
import { summaryOf } from '../margin/index.ts'
import { appraisePool } from '../pool/index.ts'
import type { Account, Exchange } from '../state/index.ts'

/**
 * An account with negative equity is owed nothing; the sum that such accounts lack is reported separately and not
 * netted.
 */
export function liabilities(exchange: Exchange): LiabilitiesView {
  const nav = appraisePool(exchange).low
  const { totalShares, holdings } = exchange.lp
  let lacking = 0
  const owed: (readonly [Account['address'], ReturnType<typeof usd6>])[] = []
  for (const account of exchange.accounts) {
    if (account.isSim || !account.exists) continue
    const equity = account.positions.length === 0 ? account.collateral : summaryOf(exchange, account).equity
    const shares = holdings.get(account.id)?.shares ?? 0
    const claim = shares === 0 ? 0 : shareValue(shares, totalShares, nav)
    if (equity < 0) lacking -= equity
    owed.push([account.address, usd6(Math.max(0, equity) + claim)])
  }
  return { seq: exchange.seq, timeMs: exchange.timeMs, owedUsd6: owed, lackingUsd6: usd6(lacking) }
}
