/** Cover of a loss that an account cannot pay: insurance, then an advance of the pool, repaid first. */
import { backstopCapital } from '../pool/index.ts'
import { type Account, credit, creditHouse, emit, type Exchange, type SleeveName } from '../state/index.ts'
import { usd6 } from '@vest/protocol'

/**
 * Collateral that secures no position never stays below zero: the waterfall pays. Isolated positions have margin of
 * their own and do not count.
 */
export function coverShortfall(exchange: Exchange, account: Account): void {
  if (
    account.collateral >= 0 ||
    account.positions.some((held) => !exchange.markets[held.marketId]!.spec.isolated)
  )
    return
  if (account.isSim) creditHouse(exchange, account.collateral)
  else payShortfall(exchange, -account.collateral, 'POOL')
  account.collateral = usd6(0)
  emit(exchange, { kind: 'AccountChanged', account: account.address })
}

/**
 * What an account cannot pay: first insurance, to its last micro-dollar, then the backstop within its allocation, then
 * the pool. A shortfall of an isolated market never reaches the money of the liquidity providers.
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
 * What others have paid because a deposit went missing is theirs again when money comes: most often it is the same deposit,
 * in another block, and whoever lost it meanwhile has lost it then as well.
 */
export function repayAdvance(exchange: Exchange, account: Account, size: number): void {
  const repaid = Math.min(account.advanced, size)
  account.advanced = usd6(account.advanced - repaid)
  account.collateral = usd6(account.collateral - repaid)
  credit(exchange, 'INSURANCE', repaid)
}

/** The same of money that comes from elsewhere than a chain. */
export function repayFromInside(exchange: Exchange, account: Account, size: number): void {
  if (account.advanced > 0) repayAdvance(exchange, account, size)
}
