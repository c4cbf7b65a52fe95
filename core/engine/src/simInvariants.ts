/** What must hold in the SIM domain after every command. Nothing of it concerns a micro-dollar of REAL. */
import { assert, divCeil, LEVERAGE_MAX_CAPITAL, RATIO4_ONE } from '@vest/protocol'
import { type Account } from './accountRows.ts'
import type { Order } from './order.ts'
import { mirrorMarket, signedPosition } from './simDomain.ts'
import type { Exchange, Market } from './state.ts'
import { bestPoolPrice } from './sweep.ts'

export function assertSim(exchange: Exchange): void {
  const { sim } = exchange
  const accounts = exchange.accounts.filter(({ isSim }) => isSim)
  assert(accounts.length === sim.accountCount, 'SIM accounts are counted')
  if (accounts.length === 0) return
  assertHouse(exchange, accounts)
  for (const account of accounts) assertAccount(exchange, account)
  for (const market of sim.markets) if (market !== undefined) assertMarket(exchange, market, accounts)
}

/** Σ (collateral + isolated margin + quote side) + SIM_HOUSE = 0: all virtual money came from it. */
function assertHouse(exchange: Exchange, accounts: readonly Account[]): void {
  let sum = BigInt(exchange.sim.houseUsd6)
  for (const market of exchange.sim.markets) if (market !== undefined) sum += BigInt(market.sim!.houseQuote)
  for (const { collateral, positions } of accounts) {
    sum += BigInt(collateral)
    for (const { isolatedMargin, isLong, cost } of positions)
      sum += BigInt(isolatedMargin) + BigInt(isLong ? -cost : cost)
  }
  assert(sum === 0n, `SIM ledger: ${sum} from nowhere`)
}

function assertAccount(exchange: Exchange, account: Account): void {
  const name = `SIM account ${account.id}`
  assert(
    exchange.accounts.some(({ address, isSim }) => address === account.ownerId && !isSim),
    `${name} has an owner`,
  )
  assert(
    account.exists && account.softCredit === 0 && account.withdrawals.length === 0,
    `${name} holds real money`,
  )
  assert(
    !account.isReferred && !account.hasTraded && account.fillWeight === 0,
    `${name} has a part in points or referrals`,
  )
  assert(!exchange.lp.holdings.has(account.id), `${name} holds shares of the pool`)
  assert(!account.isFrozen || account.openOrders === 0, `${name} is frozen and has orders`)
  for (const { initMarginRatio } of account.positions)
    assert(initMarginRatio >= divCeil(RATIO4_ONE, LEVERAGE_MAX_CAPITAL), `${name} has too much leverage`)
  for (let order = account.oldestOrder; order !== undefined; order = order.youngerOfAccount)
    assert(order.isSim, `${name} has an order in REAL`)
}

/** Positions sum to zero with SIM_HOUSE's; resting orders wait for a ladder that has not reached them. */
function assertMarket(exchange: Exchange, market: Market, accounts: readonly Account[]): void {
  const { symbol } = market.spec
  let sum = market.sim!.houseInventory
  for (const { id } of accounts) sum += signedPosition(exchange, id, market.id)
  assert(sum === 0, `SIM ${symbol}: positions do not sum to zero`)
  for (const { levels } of [market.bids, market.asks])
    for (const { oldest } of levels)
      for (let order = oldest; order !== undefined; order = order.younger)
        assertResting(exchange, market, order)
}

function assertResting(exchange: Exchange, market: Market, order: Order): void {
  const { symbol } = market.spec
  assert(exchange.accounts[order.accountId]!.isSim, `SIM ${symbol}: an order of REAL rests here`)
  if (market.isCrossPending) return
  const met = mirrorMarket(exchange, market.id, order.accountId)
  const pool = bestPoolPrice(exchange, met, order.isBuy)
  const isCrossed = pool !== undefined && (order.isBuy ? order.limitPrice >= pool : order.limitPrice <= pool)
  assert(!isCrossed, `SIM ${symbol}: an order crosses the ladder`)
}
