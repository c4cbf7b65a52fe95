/** What is owed to everybody who has real money here: equity and shares in the pool, account by account. */
import type { LiabilitiesView } from '../api/index.ts'
import { summaryOf } from '../margin/index.ts'
import { appraisePool } from '../pool/index.ts'
import type { Account, Exchange } from '../state/index.ts'
import { shareValue } from '@vest/formulas'
import { usd6 } from '@vest/protocol'

/** An account whose equity is below 0 is owed nothing by it; what such accounts lack is told apart and nets nothing. */
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
