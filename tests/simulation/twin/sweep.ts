/**
 * Matching on a world that may be thrown away: the best price first, at one price users before the pool, the older
 * user first. Every maker is tried on a fork of its own, so one that cannot stand by its word leaves no trace but
 * its cancelled order.
 */
import { type SweepInput, type Sweep } from './sweepResult.ts'
import { floorDiv, min } from './arithmetic.ts'
import { isTooDear, withinBand } from './band.ts'
import { costOf, noteLoss } from './bounds.ts'
import { guardrailRefusal } from './guardrails.ts'
import { charge, coverShortfall, fillBackstop, fillPool, fillUser, makerFee, payShortfall } from './ledger.ts'
import { fillLegs } from './legs.ts'
import { isAffordable, isPurelyReducing } from './margin.ts'
import { poolLevels, roomPercent } from './pool.ts'
import { mirroredLevels } from './sim/simLadder.ts'
import { charged, distributeFee } from './rewards.ts'
import {
  bookSide,
  fork,
  isDormant,
  keep,
  openInterest,
  ordersOf,
  remainingOf,
  removeOrder,
  type TwinMarket,
  type TwinOrder,
  type World,
} from './world/index.ts'

/** Fills within the limit. Fees of makers are charged here, the taker's by the caller. */
export function sweep(world: World, input: SweepInput): Sweep {
  const { marketId, isBuy, size, limit } = input
  const start = fork(world)
  const result: Sweep = {
    filled: 0n,
    value: 0n,
    openedValue: 0n,
    cost: 0n,
    trades: 0,
    stop: undefined,
    decreased: new Map(),
    parties: [input.accountId],
    makers: [],
    start,
    meetings: [],
  }
  const users =
    input.poolOnly === true || world.isSim ? [] : bookSide(world, marketId, !isBuy).map((order) => order.id)
  const market = world.markets[marketId]!
  const { accountId, hasAllRoom = false } = input
  const levels = world.isSim
    ? mirroredLevels(world, market, { accountId, isAsk: isBuy, lots: size, hasAllRoom })
    : poolLevels(world, market, isBuy)
  const isForced = input.isForced === true
  // The side that is dear for the pool: from there on nothing of it is an offer.
  const isOffer = isForced || levels[0] === undefined || !isTooDear(market, !isBuy, levels[0][0])
  const pool = (isOffer ? levels : []).map(([price, lots, party]) => ({ price, lots, party }))
  while (result.filled < size) {
    const maker = world.orders.find((order) => order.id === users[0])
    const cell = pool[0]
    if (maker === undefined && cell === undefined) {
      result.stop = 'CAPACITY'
      break
    }
    const isUser =
      maker !== undefined &&
      (cell === undefined || (isBuy ? maker.price <= cell.price : maker.price >= cell.price))
    const price = isUser ? maker.price : cell!.price
    const isBeyond = isBuy ? price > limit : price < limit
    if (isBeyond || (!isForced && isTooDear(market, isBuy, price))) {
      result.stop = 'PRICE'
      break
    }
    if (isUser) {
      users.shift()
      if (isTooDear(market, !isBuy, price)) removeOrder(world, maker.id)
      else meetMaker(world, start, input, result, maker)
    } else {
      const lots = min(cell!.lots, size - result.filled)
      takerFills(world, input, result, { price, lots })
      const fill = { isBuy: !isBuy, size: lots, price }
      if (cell!.party === 'pool') fillPool(world, world.markets[marketId]!, fill)
      else fillBackstop(world, world.markets[marketId]!, fill, true)
      cell!.lots -= lots
      if (cell!.lots === 0n) pool.shift()
    }
  }
  return result
}

/** The swept order's side of one fill. */
export function takerFills(
  world: World,
  input: SweepInput,
  result: Sweep,
  fill: { price: bigint; lots: bigint },
): void {
  const { isBuy, initMarginRatio } = input
  const market = world.markets[input.marketId]!
  const outcome = fillUser(world, world.accounts[input.accountId]!, market, {
    isBuy,
    size: fill.lots,
    price: fill.price,
    initMarginRatio,
    isMaker: input.poolOnly === true,
  })
  result.filled += fill.lots
  result.value += fill.price * fill.lots * market.scale
  result.openedValue += outcome.openedValue
  const cost = costOf(market, { isBuy, ...fill })
  result.cost += cost
  noteLoss(world, input, cost)
  result.trades += 1
  noteDecrease(result, input.accountId, outcome)
}

export function noteDecrease(
  result: Sweep,
  accountId: number,
  outcome: { isDecrease: boolean; isEnd: boolean },
): void {
  if (!outcome.isDecrease) return
  result.decreased.set(accountId, { isEnd: outcome.isEnd || result.decreased.get(accountId)?.isEnd === true })
}

function meetMaker(world: World, start: World, input: SweepInput, result: Sweep, maker: TwinOrder): void {
  if (maker.accountId === input.accountId) return removeOrder(world, maker.id)
  const { marketId } = input
  const held = world.accounts[maker.accountId]!.positions.get(marketId)
  let lots = min(remainingOf(maker), input.size - result.filled)
  if (maker.reduceOnly) lots = held === undefined || held.isLong === maker.isBuy ? 0n : min(lots, held.size)
  if (lots === 0n) return removeOrder(world, maker.id)

  const tried = fork(world)
  const market = tried.markets[marketId]!
  const account = tried.accounts[maker.accountId]!
  const { isBuy, price, initMarginRatio } = maker
  const outcome = fillUser(tried, account, market, {
    isBuy,
    size: lots,
    price,
    initMarginRatio,
    isMaker: true,
  })
  const fee = charged(world, maker.accountId, makerFee(world, price * lots * market.scale, market))
  charge(account, market, fee, { value: outcome.openedValue, ratio: initMarginRatio })
  noteLoss(tried, maker, fee + costOf(market, { isBuy, price, lots }))
  advance(tried, maker.id, lots)
  const isReducing = isPurelyReducing(
    start.accounts[maker.accountId]!.positions.get(marketId),
    account.positions.get(marketId),
  )
  const facts = { before: start, after: tried, accountId: maker.accountId, marketId, isReducing }
  const grows = increaseOf(held, { isBuy, size: lots })
  const isRefused = !isAffordable(facts) || (grows > 0n && !fitsOpenInterest(world, market, isBuy, grows))
  if (isRefused) return removeOrder(world, maker.id)
  const after = account.positions.get(marketId)?.size ?? 0n
  if (grows > 0n && guardrailRefusal(start, maker.accountId, market, after) !== undefined)
    return removeOrder(world, maker.id)

  keep(world, tried)
  distributeFee(world, world.markets[marketId]!, fee, maker.accountId)
  result.meetings.push({ maker: maker.accountId, value: price * lots * market.scale, makerFee: fee })
  if (!result.parties.includes(maker.accountId)) result.parties.push(maker.accountId)
  noteDecrease(result, maker.accountId, outcome)
  result.makers.push({ order: { ...maker, filled: maker.filled + lots }, lots })
  takerFills(world, input, result, { price, lots })
}

/** A resting order has filled by so many lots; a full one leaves. */
export function advance(world: World, id: string, lots: bigint): void {
  const order = world.orders.find((one) => one.id === id)!
  order.filled += lots
  if (order.filled === order.size) removeOrder(world, id)
}

/** After a sweep: reduce-only orders that no longer fit, accounts that owe without a position, legs of makers. */
export function closeSweep(world: World, input: SweepInput, result: Sweep): void {
  for (const accountId of result.parties) {
    const decrease = result.decreased.get(accountId)
    if (decrease !== undefined) trimReduceOnly(world, accountId, input.marketId, decrease.isEnd)
    coverIsolatedLoss(world, result.start, accountId, input.marketId)
    coverShortfall(world, world.accounts[accountId]!)
  }
  for (const { order, lots } of result.makers) fillLegs(world, order, lots)
}

/** What an isolated position has lost beyond its margin when it ended in this sweep is not its account's to pay. */
function coverIsolatedLoss(world: World, start: World, accountId: number, marketId: number): void {
  const account = world.accounts[accountId]!
  const before = start.accounts[accountId]!.collateral
  if (!world.markets[marketId]!.spec.isolated) return
  if (account.positions.has(marketId) || account.collateral >= before) return
  payShortfall(world, before - account.collateral, 'POOL_ISO')
  account.collateral = before
}

/** 4.8: oldest first, with a running sum; a position that ended takes everything along, its TP and SL too. */
export function trimReduceOnly(world: World, accountId: number, marketId: number, isEnd: boolean): void {
  const left = isEnd ? 0n : (world.accounts[accountId]!.positions.get(marketId)?.size ?? 0n)
  let sum = 0n
  for (const order of ordersOf(world, accountId, marketId)) {
    if (!order.reduceOnly) continue
    if (left === 0n) removeOrder(world, order.id)
    else if (!isDormant(order)) {
      if (sum + remainingOf(order) > left) removeOrder(world, order.id)
      else sum += remainingOf(order)
    }
  }
}

/** Lots by which a fill would grow the position in its own direction. */
export function increaseOf(
  held: { isLong: boolean; size: bigint } | undefined,
  fill: { isBuy: boolean; size: bigint },
): bigint {
  if (held === undefined || held.isLong === fill.isBuy) return fill.size
  return fill.size > held.size ? fill.size - held.size : 0n
}

/** N(I, open interest of the side + grows) <= cap · session share. */
export function fitsOpenInterest(world: World, market: TwinMarket, isBuy: boolean, grows: bigint): boolean {
  if (market.index === undefined) return false
  if (world.isSim) {
    const held = openInterest(world, market.id, true) + openInterest(world, market.id, false)
    return (held + grows) * market.index * market.scale <= 1_000_000_000_000_000n
  }
  const cap = floorDiv(BigInt(market.spec.risk.openInterestCapUsd6) * roomPercent(market), 100n)
  return (openInterest(world, market.id, isBuy) + grows) * market.index * market.scale <= cap
}

/** The best price of the other side, users and pool; in SIM what the ladder gives the account. */
export function bestOpposite(
  world: World,
  market: TwinMarket,
  isBuy: boolean,
  accountId: number,
  hasAllRoom: boolean,
): bigint | undefined {
  const user = world.isSim ? undefined : bookSide(world, market.id, !isBuy)[0]?.price
  const pool = bestOfPool(world, market, isBuy, accountId, hasAllRoom)
  if (user === undefined || pool === undefined) return user ?? pool
  return isBuy === user < pool ? user : pool
}

/** The first price that the pool offers, or its mirror in SIM. */
export function bestOfPool(
  world: World,
  market: TwinMarket,
  isBuy: boolean,
  accountId: number,
  hasAllRoom: boolean,
): bigint | undefined {
  if (market.mark === undefined) return undefined
  const levels = world.isSim
    ? mirroredLevels(world, market, { accountId, isAsk: isBuy, lots: 1n, hasAllRoom })
    : poolLevels(world, market, isBuy, 1)
  return withinBand(market, levels)[0]?.[0]
}
