/**
 * Conditions that must hold after every command, recomputed from scratch. The engine's tests check them after each
 * command, the simulation of millions of commands every hundred, with the cheap and the touched ones in between. A
 * failure is never an answer to a customer; it stops the process.
 */
import { makerFeeRate, offHoursProfitPercent, orderMargin, valueOf } from '@vest/formulas'
import { assert, lots, TRANSFER_MIN_USD6 } from '@vest/protocol'
import { isSafe } from '../liquidation/index.ts'
import { isParameterChangeAllowed } from '../listing/index.ts'
import { crossStatusWithMaint, isCacheRight, isolatedStatus } from '../margin/index.ts'
import { bestPoolPrice } from '../matching/index.ts'
import {
  type Account,
  addOpen,
  type BookSide,
  dustKey,
  type Exchange,
  findClientOrder,
  findOrder,
  findPosition,
  hasTriggers,
  holdersInAny,
  holdersOf,
  HOURS_AHEAD,
  isMarginCheckPending,
  liveOrders,
  type Market,
  NONE,
  OpenTransfers,
  type Order,
  orderAt,
  ordersIn,
  type Position,
  positionIn,
  sideOfTrigger,
  sleeveOf,
  WINDOW_HOURS,
} from '../state/index.ts'
import { queuedUntilMs } from '../transfers/index.ts'
import { assertCheapInvariants } from './cheapInvariants.ts'
import { assertSim } from './simInvariants.ts'

export function assertInvariants(exchange: Exchange): void {
  assertCheapInvariants(exchange)
  const held = heldIn(exchange, false)
  for (const market of exchange.markets) {
    assertFundingCovered(market, held[market.id]!)
    assertMarket(exchange, market)
  }
  assertExtras(exchange)
  assert(
    isParameterChangeAllowed(exchange.parameters, exchange.parameters),
    'parameters are within their ranges',
  )
  for (const account of exchange.accounts) assertAccount(exchange, account)
  assertHolders(exchange, held, false)
  assertSleeves(exchange)
  assertShares(exchange)
  assertRewards(exchange)
  assertWaiting(exchange)
  assertTransfers(exchange)
  assertSwitches(exchange)
  assertHolders(exchange, heldIn(exchange, true), true)
  for (const market of simMarkets(exchange)) {
    for (const side of [market.bids, market.asks]) assertSide(market, side)
    assertTriggers(market)
  }
  assertSim(exchange)
}

/** Invariants of single markets and accounts, for a caller that knows which ones a command has touched. */
export function assertTouched(
  exchange: Exchange,
  markets: Iterable<Market>,
  accounts: Iterable<Account>,
): void {
  for (const market of markets) assertMarket(exchange, market)
  for (const account of accounts) assertAccount(exchange, account)
}

function assertMarket(exchange: Exchange, market: Market): void {
  assertBook(exchange, market)
  assertTriggers(market)
  assertBackstop(market)
  assertLife(exchange, market)
}

const simMarkets = (exchange: Exchange): Market[] =>
  exchange.sim.markets.filter((market) => market !== undefined)

/** The indexes of holders of a domain, in total and by market. */
function assertHolders(exchange: Exchange, held: readonly Position[][], isSim: boolean): void {
  const holders = exchange.accounts
    .filter((account) => account.isSim === isSim && account.positions.length > 0)
    .map(({ id }) => id)
  assert(
    String(holdersOf(exchange.accountRows, isSim)) === String(holders),
    'holders are the accounts with positions',
  )
  held.forEach((positions, marketId) => {
    const ids = holdersInAny(exchange.accountRows, [marketId], isSim)
    const isEach = ids.every((id) => positionIn(exchange, exchange.account(id), marketId) !== undefined)
    assert(
      isEach && ids.length === positions.length,
      'holders of a market are the accounts with a position in it',
    )
  })
}

/** Positions of the users of a domain, by market. */
function heldIn(exchange: Exchange, ofSim: boolean): Position[][] {
  const held: Position[][] = exchange.markets.map(() => [])
  for (const { positions, isSim } of exchange.accounts)
    for (const position of isSim === ofSim ? positions : []) held[position.marketId]!.push(position)
  return held
}

/** FUNDING · 10^(SD + 6) + Σ n >= 0: the clearing account can always pay what positions are owed. */
function assertFundingCovered(market: Market, held: readonly Position[]): void {
  const own = [market.pool, market.backstop].filter((position) => position !== undefined)
  const positions = [...held, ...own]
  let sum = BigInt(market.fundingClearing) * 10n ** BigInt(market.spec.sizeDecimals + 6)
  for (const position of positions)
    sum +=
      BigInt(position.isLong ? position.size : -position.size) * (market.cumFunding - position.entryFunding)
  assert(sum >= 0n, `${market.spec.symbol}: funding clearing owes more than it is owed`)
}

function assertBook(exchange: Exchange, market: Market): void {
  const { symbol } = market.spec
  for (const side of [market.bids, market.asks]) assertSide(market, side)
  const bid = market.bids.levels.at(-1)?.price
  const ask = market.asks.levels.at(-1)?.price
  if (market.isCrossPending) return
  const poolAsk = bestPoolPrice(exchange, market, true)
  const poolBid = bestPoolPrice(exchange, market, false)
  assert(bid === undefined || poolAsk === undefined || bid < poolAsk, `${symbol}: a bid crosses the ladder`)
  assert(ask === undefined || poolBid === undefined || ask > poolBid, `${symbol}: an ask crosses the ladder`)
  assert(
    poolAsk === undefined || poolBid === undefined || poolBid < poolAsk,
    `${symbol}: the ladder crosses itself`,
  )
}

/** A dormant order is at its price on the side from which the mark comes; reached ones are retried by age. */
function assertTriggers(market: Market): void {
  const { symbol } = market.spec
  const { above, below, retrying } = market.triggers
  for (const side of [above, below]) {
    assertSide(market, side, side === above ? 'triggers above' : 'triggers below')
    for (const level of side.levels)
      for (let order = level.oldest; order !== undefined; order = order.younger)
        assert(
          order.isTrigger && !order.isTriggered && sideOfTrigger(market.triggers, order.words) === side,
          `${symbol}: a trigger waits on the wrong side`,
        )
  }
  let rank = 0
  for (const at of retrying) {
    const order = orderAt(above.orders, at)
    assert(order.isLive && order.isTriggered && order.rank > rank, `${symbol}: a retried trigger is off`)
    rank = order.rank
  }
}

/** Order extras agree with the flags of the rows, in both directions. */
function assertExtras(exchange: Exchange): void {
  let triggers = 0
  let names = 0
  const legs = new Set<string>()
  for (const account of exchange.accounts)
    for (const order of liveOrders(account)) {
      if (order.isTrigger) triggers += 1
      const { clientId, parentId } = order.extras ?? {}
      if (clientId !== undefined) {
        names += 1
        assert(
          findClientOrder(exchange, account.id, clientId) === order.at,
          'client ids name open orders, one each',
        )
      }
      if (parentId === undefined) continue
      const leg = `${parentId} ${order.orderType}`
      assert(order.isTrigger && order.reduceOnly, 'a leg is a take profit or a stop loss')
      assert(!legs.has(leg), 'a parent has one open leg of a kind')
      legs.add(leg)
    }
  assert(names === exchange.clientIds.size, 'client ids name open orders, one each')
  let indexed = 0
  for (const { triggers: held } of [...exchange.markets, ...simMarkets(exchange)]) {
    for (const side of [held.above, held.below])
      for (const level of side.levels)
        for (let order = level.oldest; order !== undefined; order = order.younger) indexed += 1
    indexed += held.retrying.length
  }
  assert(indexed === triggers, 'every trigger stands at its price or is retried')
}

function assertSide(market: Market, side: BookSide, what: string = side.isBid ? 'bids' : 'asks'): void {
  const name = `${market.spec.symbol} ${what}`
  const { levels } = side
  levels.forEach((level, at) => {
    const worse = at === 0 ? undefined : levels[at - 1]!.price
    assert(
      worse === undefined || (side.isBid ? worse < level.price : worse > level.price),
      `${name}: prices are not sorted`,
    )
    assert(level.oldest !== undefined, `${name}: empty level`)
    let size = 0
    let rank = 0
    for (let order: Order | undefined = level.oldest; order !== undefined; order = order.younger) {
      const remaining = order.size - order.filledSize
      assert(
        remaining > 0 && order.limitPrice === level.price && order.levelAt === level.at,
        `${name}: misplaced order`,
      )
      assert(order.isSim === (market.sim !== undefined), `${name}: an order of the other domain`)
      assert(order.rank > rank, `${name}: queue is not by age`)
      rank = order.rank
      size += remaining
      const { limitPrice, initMarginRatio } = order
      const reserved = order.reduceOnly
        ? 0
        : orderMargin({ limitPrice, initMarginRatio, remaining: lots(remaining) }, market.scale)
      assert(order.reservedMargin === reserved, `${name}: wrong reservation`)
    }
    assert(size === level.size, `${name}: level size is off`)
  })
}

/** The backstop has no position in isolated markets, and offers no more of a position than its minute allows. */
function assertBackstop({ spec, backstop }: Market): void {
  if (backstop === undefined) return
  const { size, offered } = backstop
  assert(!spec.isolated, `${spec.symbol}: the backstop holds an isolated market`)
  assert(
    size > 0 && offered >= 0 && offered <= size,
    `${spec.symbol}: the backstop offers what it does not hold`,
  )
}

/** A delisted market is empty and halted; derived figures agree. */
function assertLife(exchange: Exchange, market: Market): void {
  const { spec, mode, pool, longOi, shortOi } = market
  const { parameters } = exchange
  assert(
    market.makerFeeRate === makerFeeRate(spec.takerFeeRate, parameters.makerFeePercent) &&
      market.offHoursProfitPercent === offHoursProfitPercent(spec.asset, parameters.offHoursProfitPercent) &&
      market.fillBandBps === spec.risk.fillBandBps,
    `${spec.symbol}: what is worked out once follows the parameters`,
  )
  if (market.delistedAtMs === undefined) return
  assert(
    mode === 'HALT' && market.haltCause === 'DELISTED' && pool === undefined && longOi + shortOi === 0,
    `${spec.symbol}: a delisted market is empty`,
  )
  assert(
    market.bids.levels.length + market.asks.levels.length === 0 &&
      !hasTriggers(market.triggers) &&
      market.fundingClearing === 0,
    `${spec.symbol}: a delisted market has no orders and owes nothing`,
  )
}

function assertAccount(exchange: Exchange, account: Account): void {
  let before = -1
  for (const position of account.positions) {
    const { spec } = exchange.market(position.marketId)
    assert(position.marketId > before, 'positions are sorted')
    before = position.marketId
    assert(
      Number.isSafeInteger(position.size) && position.size > 0 && position.cost >= 0,
      'a position has a size',
    )
    assert(spec.isolated || position.isolatedMargin === 0, 'cross positions hold no margin of their own')
  }
  assertFar(exchange, account)
  assert(isCacheRight(exchange, account.id), `account ${account.id} stands otherwise than is remembered`)
  let count = 0
  let reserved = 0
  let reduceOnly = 0
  for (let order = account.oldestOrder; order !== undefined; order = order.youngerOfAccount) {
    assert(order.isLive && findOrder(exchange.orders, order.id) === order, 'a live order is known by its id')
    count += 1
    reserved += order.reservedMargin
    if (order.reduceOnly) reduceOnly += 1
  }
  assert(count === account.openOrders && reduceOnly === account.reduceOnlyOrders, 'order counters are right')
  assert(reserved === account.openOrderMargin, 'reserved margin is the sum over the orders')
  if (reduceOnly > 0) for (const market of exchange.markets) assertReduceOnly(exchange, account, market)
}

/** An account without a pending margin check is above its maintenance margins. */
function assertFar(exchange: Exchange, account: Account): void {
  const { marginStatus } = exchange.scratch
  const isDueOfSim = account.isSim && isMarginCheckPending(exchange.accountRows, account.id)
  assert(!isDueOfSim, `account ${account.id} of SIM is to be looked at among those of REAL`)
  if (!isSafe(exchange, account.id)) {
    const isSeen =
      account.isSim ||
      account.positions.length === 0 ||
      isMarginCheckPending(exchange.accountRows, account.id)
    assert(isSeen, `account ${account.id} may be near and is not looked at`)
    return
  }
  const check = (): void =>
    assert(marginStatus.equity >= marginStatus.maintMargin, `account ${account.id} is near and thought far`)
  crossStatusWithMaint(exchange, account.id)
  if (account.positions.some(({ marketId }) => !exchange.market(marketId).spec.isolated)) check()
  for (const { marketId } of account.positions) {
    const market = exchange.market(marketId)
    if (!market.spec.isolated) continue
    const at = findPosition(exchange.accountRows, exchange.positionRows, account.id, marketId)
    isolatedStatus(exchange, market, NONE, at)
    check()
  }
}

/** Resting reduce-only orders reduce a position and together do not exceed it. */
function assertReduceOnly(exchange: Exchange, account: Account, market: Market): void {
  const orders = ordersIn(exchange, account, market).filter((order) => order.reduceOnly)
  if (orders.length === 0) return
  const position = account.positions.find(({ marketId }) => marketId === market.id)
  assert(
    position !== undefined && orders.every(({ isBuy }) => isBuy !== position.isLong),
    'reduce-only needs a position',
  )
  const sum = orders
    .filter((order) => !order.isTrigger)
    .reduce((total, order) => total + order.size - order.filledSize, 0)
  assert(sum <= position.size, 'reduce-only orders fit into the position')
}

/** Every share has an owner, queued withdrawals are locked, and the sums of recent payments are right. */
function assertShares({ lp }: Exchange): void {
  for (const { list, oldCount, sum } of [lp.paidAtOnce, lp.paidScheduled])
    assert(
      sum === list.slice(oldCount).reduce((all, { size }) => all + size, 0),
      'the payments of a day are summed up',
    )
  let sum = lp.operatorShares
  const queued = new Map<number, number>()
  for (const { accountId, shares } of lp.queue) {
    assert(shares > 0, 'a scheduled withdrawal locks shares')
    queued.set(accountId, (queued.get(accountId) ?? 0) + shares)
  }
  for (const [accountId, { shares, scheduled }] of lp.holdings) {
    sum += shares
    assert(scheduled === (queued.get(accountId) ?? 0), 'scheduled shares are those of the queue')
    assert(scheduled <= shares && shares >= 0, 'an account has the shares that it locks')
    queued.delete(accountId)
  }
  assert(queued.size === 0, 'each account in the queue holds shares')
  assert(sum === lp.totalShares && lp.operatorShares >= 0, `${sum} shares are held, ${lp.totalShares} exist`)
}

/** The indexes of delayed takers by id and by account contain exactly the delayed takers. */
function assertWaiting({ delayed }: Exchange): void {
  let owned = 0
  for (const [accountId, own] of delayed.byAccount) {
    assert(own.size > 0, 'no entry is kept for an account that does not wait')
    for (const [id, one] of own)
      assert(one.accountId === accountId && delayed.byId.get(id) === one, 'an account has its own that wait')
    owned += own.size
  }
  assert(owned === delayed.byId.size && owned === delayed.count, 'those that wait are counted')
}

/** The next switch to fire is the earliest of all that are armed. */
function assertSwitches({ cancelTimers, switchTimes }: Exchange): void {
  let nextMs = Infinity
  for (const atMs of cancelTimers.values()) nextMs = Math.min(nextMs, atMs)
  assert(switchTimes.nextMs() === nextMs, 'the next switch is the next of all')
}

/** The indexes of open transfers equal a scan of all of them. */
function assertTransfers(exchange: Exchange): void {
  const { transfers, openTransfers } = exchange
  const found = new OpenTransfers()
  for (const transfer of transfers.values()) addOpen(found, transfer)
  for (const name of ['deposits', 'softOnChain'] as const)
    assert(
      openTransfers[name].size === found[name].size,
      `${name} of open transfers are those that there are`,
    )
  for (const [account, { transfers: own, suspended, soft }] of found.deposits) {
    const held = openTransfers.deposits.get(account)
    const isSame = held?.suspended === suspended && held.soft === soft && isInOrder(held.transfers, own)
    assert(isSame, 'open deposits of an address are in order, and add up')
  }
  for (const [chainId, sum] of found.softOnChain)
    assert(openTransfers.softOnChain.get(chainId) === sum, 'soft credits of a chain add up')
  assert(isInOrder(openTransfers.unapproved, found.unapproved), 'withdrawals wait in their order')
  const queuedMs = queuedUntilMs(exchange) ?? 0
  for (const { record, bookings } of found.unapproved) {
    const dueMs = Math.max(record.eligibleTimeMs ?? 0, bookings === undefined ? 0 : queuedMs)
    // The next tick handles what became due within this second.
    const isSeen = dueMs >= openTransfers.nextEligibleMs || openTransfers.nextEligibleMs <= exchange.timeMs
    assert(isSeen, 'no withdrawal is due unseen')
  }
  assertOutflow(exchange)
  assertDust(exchange)
}

/** The booked sums of hours equal their bookings; sums that may still be returned are there. */
function assertOutflow({ outflow, transfers, accounts }: Exchange): void {
  for (const [hour, { sum, owners }] of outflow.hours) {
    const sizes = [...owners.values()]
    const isSum = sizes.reduce((total, size) => total + size, 0) === sum
    assert(isSum && sizes.every((size) => size > 0), 'an hour is what its owners have of it')
    const isKept = hour > outflow.hour - WINDOW_HOURS && hour <= outflow.hour + HOURS_AHEAD
    assert(isKept, 'no hour is kept that does not count')
  }
  const returning = new Map<number, number>()
  for (const { record, bookings = [] } of transfers.values()) {
    const sum = bookings.reduce((total, { size }) => total + size, 0)
    assert(bookings.length === 0 || sum === record.size, 'a withdrawal is booked whole')
    const last = bookings.at(-1)?.hour ?? 0
    assert((record.eligibleTimeMs ?? record.postTimeMs) >= last * 3_600_000, 'none leaves before its hours')
    for (const { hour, size } of bookings) returning.set(hour, (returning.get(hour) ?? 0) + size)
  }
  for (const [hour, sum] of returning)
    assert(hour <= outflow.hour || sum <= outflow.hours.get(hour)!.sum, 'what was booked is there')
  assert(outflow.laneOwners.size > 0 || outflow.laneSum === 0, 'the lane has let owners through')
  assert(
    outflow.lately.length === 10 && outflow.days.length <= 30,
    'the breaker looks at ten minutes and thirty days',
  )
  for (const { withdrawals, withdrawalSum } of accounts)
    assert(
      withdrawals.reduce((total, { size }) => total + size, 0) === withdrawalSum,
      'what an owner has withdrawn adds up',
    )
}

/** SUSPENSE equals what waits: deposits of addresses without an account, and sums of dust. */
function assertDust({ dust, transfers, money, accounts }: Exchange): void {
  let waiting = 0
  for (const { suspendedFor, record } of transfers.values())
    if (suspendedFor !== undefined) waiting += record.size
  const owned = new Set(accounts.flatMap(({ isSim, address }) => (isSim ? [] : [address])))
  for (const [key, { chainId, account, size, status }] of dust.sums) {
    waiting += size
    assert(key === dustKey(chainId, account) && status === 'NEW', 'a sum of dust is of its address and chain')
    assert(size > 0 && (size < TRANSFER_MIN_USD6 || !owned.has(account)), 'a dollar of dust is released')
    assert(dust.marks.has(chainId), 'dust has been counted up to a place')
  }
  assert(waiting === money.SUSPENSE, `${waiting} wait, SUSPENSE has ${money.SUSPENSE}`)
}

function isInOrder<T>(some: ReadonlySet<T>, others: ReadonlySet<T>): boolean {
  const list = [...some]
  return list.length === others.size && [...others].every((one, at) => one === list[at])
}

/** The sum owed to referrers is there, a flag marks each referee, and no weight is negative. */
function assertRewards(exchange: Exchange): void {
  const { accrued, owners, referrers, codes, refereeCounts } = exchange.referrals
  for (const [code, owner] of owners) assert(codes.get(owner) === code, 'an account has its code')
  let counted = 0
  for (const count of refereeCounts.values()) counted += count
  assert(counted === referrers.size, 'who was referred is counted')
  let owed = 0
  for (const amount of accrued.values()) owed += amount
  assert(
    owed === exchange.money.REFERRAL,
    `referrers are owed ${owed}, REFERRAL has ${exchange.money.REFERRAL}`,
  )
  for (const account of exchange.accounts) {
    assert(account.isReferred === referrers.has(account.id), 'the flag says who was referred')
    assert(account.fillWeight >= 0, 'fills never weigh less than nothing')
  }
}

/** The running gross and class values of the pools equal a fresh sum. */
function assertSleeves(exchange: Exchange): void {
  for (const name of ['POOL', 'POOL_ISO'] as const) {
    let gross = 0
    const byClass = { stock: 0, crypto: 0, forex: 0 }
    for (const market of exchange.markets) {
      if (market.pool === undefined || market.index === undefined || sleeveOf(market) !== name) continue
      const value = valueOf(market.index, market.pool.size, market.scale)
      gross += value
      byClass[market.spec.asset] += market.pool.isLong ? value : -value
    }
    const { grossValue, classValue } = exchange.sleeves[name]
    assert(grossValue === gross, `${name}: gross value is off`)
    for (const asset of ['stock', 'crypto', 'forex'] as const)
      assert(classValue[asset] === byClass[asset], `${name}: ${asset} value is off`)
  }
}
