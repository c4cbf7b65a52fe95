/** Conditions of the SIM domain besides its ledger (`cheapInvariants.ts`). None concerns a micro-dollar of REAL. */
import { LEVERAGE_MAX_CAPITAL, RATIO4_ONE, assert, divCeil } from '@vest/protocol'
import { bestPoolPrice } from '../matching/index.ts'
import { isTrading, mirrorMarket } from '../sim/index.ts'
import { type Account, DAY_MS, dayOf, type Exchange, type Market, type Order } from '../state/index.ts'

export function assertSim(exchange: Exchange): void {
  const { sim } = exchange
  const accounts = exchange.accounts.filter(({ isSim }) => isSim)
  assert(accounts.length === sim.accountCount, 'SIM accounts are counted')
  if (accounts.length === 0) return
  for (const account of accounts) assertAccount(exchange, account)
  assertCapital(exchange, accounts)
  assertReviews(exchange)
  for (const market of sim.markets) if (market !== undefined) assertMarket(exchange, market)
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

/** An ended account is empty; the indexes contain every account, and no start of a day is missed. */
function assertCapital({ sim, timeMs }: Exchange, accounts: readonly Account[]): void {
  const { ids, passing, nextResetMs } = sim.capital
  const held = accounts.flatMap(({ id, capital }) => (capital === undefined ? [] : [id]))
  assert(held.join() === ids.join(), 'evaluation and funded accounts are all listed')
  for (const { id, capital, isFrozen, positions, openOrders } of accounts) {
    if (capital === undefined) continue
    const name = `capital account ${id}`
    assert(passing.has(id) === (capital.passingSinceMs !== undefined), `${name} is listed at its goal`)
    assert(capital.day <= dayOf(timeMs), `${name} lives in a day to come`)
    if (isTrading(capital)) assert(nextResetMs <= (capital.day + 1) * DAY_MS, `${name} misses its next day`)
    else assert(isFrozen && positions.length === 0 && openOrders === 0, `${name} has ended and goes on`)
  }
}

/** A claim waits for a passed evaluation and a reserved wallet; a payout has left its account and is not made yet. */
function assertReviews(exchange: Exchange): void {
  const { sim, finishedTransfers, transfers } = exchange
  for (const [id, { subject, account: wallet, payout, state, decisions }] of sim.reviews) {
    const name = `${subject} ${id}`
    const { capital } = exchange.accounts.find(({ address }) => address === wallet)!
    assert(state === 'WAITING' || decisions.length > 0 || payout !== undefined, `${name} was decided on`)
    if (payout === undefined) {
      const purchase = sim.purchases.byId.get(id)
      assert(
        purchase?.account === wallet && purchase.funded?.phase === 'pre_funded',
        `${name} is of a purchase`,
      )
      assert(capital!.status === 'goal_passed', `${name} has passed`)
      continue
    }
    assert(
      capital!.terms.stage === 'FUNDED' && payout.shareUsd6 <= payout.record.size,
      `${name} has its share`,
    )
    assert(!finishedTransfers.has(id) && !transfers.has(id), `${name} is made once`)
  }
}

/** Resting orders are at prices that the ladder has not reached. */
function assertMarket(exchange: Exchange, market: Market): void {
  for (const { levels } of [market.bids, market.asks])
    for (const { oldest } of levels)
      for (let order = oldest; order !== undefined; order = order.younger)
        assertResting(exchange, market, order)
}

function assertResting(exchange: Exchange, market: Market, order: Order): void {
  const { symbol } = market.spec
  assert(exchange.account(order.accountId).isSim, `SIM ${symbol}: an order of REAL rests here`)
  if (market.isCrossPending) return
  const met = mirrorMarket(exchange, market.id, order.accountId)
  const pool = bestPoolPrice(exchange, met, order.isBuy)
  const isCrossed = pool !== undefined && (order.isBuy ? order.limitPrice >= pool : order.limitPrice <= pool)
  assert(!isCrossed, `SIM ${symbol}: an order crosses the ladder`)
}
