/**
 * Covers a loss that an account cannot pay: insurance, then backstop and pool. Later credits repay the advance first.
 */
import { usd6 } from '@vest/protocol'
import { backstopCapital } from '../pool/index.ts'
import { type Account, credit, creditHouse, emit, type Exchange, type SleeveName } from '../state/index.ts'

/**
 * Negative collateral without a position to secure is covered at once by the waterfall. Isolated positions have their
 * own margin and do not count.
 */
export function coverShortfall(exchange: Exchange, account: Account): void {
  if (
    account.collateral >= 0 ||
    account.positions.some((held) => !exchange.market(held.marketId).spec.isolated)
  )
    return
  if (account.isSim) creditHouse(exchange, account.collateral)
  else payShortfall(exchange, -account.collateral, 'POOL')
  account.collateral = usd6(0)
  emit(exchange, { kind: 'AccountChanged', account: account.address })
}

/**
 * Pays a shortfall: first insurance, to its last micro-dollar, then the backstop within its allocation, then the pool.
 * A shortfall of an isolated market never reaches the money of the liquidity providers.
 */
export function payShortfall(exchange: Exchange, shortfall: number, sleeve: SleeveName): void {
  const insured = Math.min(shortfall, Math.max(0, exchange.money.INSURANCE))
  const uninsured = shortfall - insured
  const backed =
    sleeve === 'POOL' && uninsured > 0 ? Math.min(uninsured, Math.max(0, backstopCapital(exchange))) : 0
  credit(exchange, 'INSURANCE', -insured)
  credit(exchange, 'BACKSTOP', -backed)
  credit(exchange, sleeve, backed - uninsured)
}

/**
 * Repays the advance for an orphaned deposit from the next credit: usually that is the same deposit in another block,
 * and the account bears what it has lost meanwhile.
 */
export function repayAdvance(exchange: Exchange, account: Account, size: number): void {
  const repaid = Math.min(account.advanced, size)
  account.advanced = usd6(account.advanced - repaid)
  account.collateral = usd6(account.collateral - repaid)
  credit(exchange, 'INSURANCE', repaid)
}

/** Repays it from a credit that does not come from a chain. */
export function repayFromInside(exchange: Exchange, account: Account, size: number): void {
  if (account.advanced > 0) repayAdvance(exchange, account, size)
}
