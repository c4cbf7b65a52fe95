/**
 * Orders: the rows of 1.8 in their order, then a trial on a copy of the world. What the trial ends in is judged; a
 * copy that stands becomes the world, another is dropped with the code that the rules give it.
 */
import { REFUSAL } from '@vest/protocol'
import type { CancelOrder, PlaceOrder } from '@vest/engine'
import { guardrailRefusal, heldAfter } from './guardrails.ts'
import { isHardStale } from './staleness.ts'
import { type Verdict, isInWindow, isLateUnspent } from './signedWindow.ts'
import { ceilDiv, floorDiv, max, min } from './arithmetic.ts'
import { bandOf, isTooDear } from './band.ts'
import { costOf, isBeyondBound, noteLoss } from './bounds.ts'
import { charge, fillUser, settleFunding, takerFee } from './ledger.ts'
import { fillLegs, shrinkSibling } from './legs.ts'
import { crossStatus, isAffordable, isolatedStatus, isPurelyReducing } from './margin.ts'
import { charged, distributeFee, judgeWash } from './rewards.ts'
import { limitLots } from './pool.ts'
import { hasRoom, hasRoomForDormant } from './room.ts'
import { bestOfPool, bestOpposite, closeSweep, fitsOpenInterest, increaseOf, sweep } from './sweep.ts'
import {
  bookSide,
  noteNonce,
  dropDelayed,
  fork,
  isDormant,
  keep,
  marketBySymbol,
  ordersOf,
  remainingOf,
  removeOrder,
  standBefore,
  type TwinAccount,
  type TwinMarket,
  type TwinOrder,
  type World,
} from './world/index.ts'

const rejected = (code: number): Verdict => ({ status: 'REJECTED', code, filled: 0n })

/** The largest integer L whose ratio ⌈10⁴/L⌉ the market allows and whose round trip is exact. */
export function isLeverageAllowed(leverage: number, initMarginRatio: number): boolean {
  if (!Number.isSafeInteger(leverage) || leverage < 1 || leverage > 1_000) return false
  const ratio = ratioOf(BigInt(leverage))
  return ratio >= BigInt(initMarginRatio) && ceilDiv(ceilDiv(1_000_000n, ratio), 100n) === BigInt(leverage)
}
export const ratioOf = (leverage: bigint): bigint => ceilDiv(10_000n, leverage)

/** In SIM five at most, and by default. */
export function leverageOf(account: TwinAccount, market: TwinMarket): bigint {
  const cap = account.guardrails?.limits.leverageMax
  const own = chosenLeverage(account, market)
  return cap === undefined ? own : min(own, BigInt(cap))
}

function chosenLeverage(account: TwinAccount, market: TwinMarket): bigint {
  const chosen = account.leverages.get(market.id)
  if (chosen !== undefined) return chosen
  let most = 1
  for (let leverage = 1; leverage <= 1_000; leverage += 1)
    if (isLeverageAllowed(leverage, market.spec.initMarginRatio)) most = leverage
  return BigInt(Math.min(most, account.isSim ? 5 : 10))
}

/** A duplicate answers 3015 and leaves nothing; undefined = that. */
export function placeOrder(world: World, command: PlaceOrder): Verdict | undefined {
  if (isDuplicate(world, command)) return undefined
  for (const { id, nonce } of [command, ...legsOf(command)]) {
    world.registry.orderIds.add(id)
    noteNonce(world, `${command.signer} ${nonce}`, command.orderTimeMs)
  }
  return admit(world, command)
}

const legsOf = (command: PlaceOrder) =>
  [command.takeProfit, command.stopLoss].filter((leg) => leg !== undefined)

/** Check 7, legs included; a leg may share the nonce of its order. */
export function isDuplicate(world: World, command: PlaceOrder): boolean {
  const { orderIds, nonces } = world.registry
  const all = [command, ...legsOf(command)]
  const own = legsOf(command).flatMap(({ nonce }) => (nonce === command.nonce ? [] : [nonce]))
  return (
    all.some(({ id, nonce }) => orderIds.has(id) || nonces.has(`${command.signer} ${nonce}`)) ||
    new Set(all.map(({ id }) => id)).size < all.length ||
    new Set(own).size < own.length
  )
}

/** The order that this one replaces, which is gone already, and all that came after that; none = it waited for a price. */
export interface Replaced {
  readonly before: TwinOrder | undefined
  readonly younger: readonly string[]
}

/** All other checks, and what follows from them. */
export function admit(world: World, command: PlaceOrder, replaced?: Replaced, hasWaited = false): Verdict {
  const account = world.accounts.find(({ address }) => address === command.account)
  if (account?.exists !== true) return rejected(REFUSAL.ORDER_ACCOUNT_NOT_FOUND)
  const market = marketBySymbol(world, command.symbol)
  if (market === undefined || (world.isSim && !market.spec.evalAllowed && !command.reduceOnly))
    return rejected(REFUSAL.SYMBOL_REJECTED)
  const code = refusal(world, account, market, command, hasWaited)
  if (code !== undefined) return rejected(code)
  const { takerDelayMs } = world.parameters
  const limit = command.limitPrice === undefined ? undefined : BigInt(command.limitPrice)
  if (!hasWaited && takerDelayMs > 0 && isTaking(world, account, market, command, limit)) {
    if (replaced !== undefined) return { status: 'CANCELLED', code: REFUSAL.POST_ONLY_WOULD_TAKE, filled: 0n }
    const { isSim, nowMs: atMs } = world
    world.registry.delayed.push({ command, atMs, marketId: market.id, accountId: account.id, isSim })
    return { status: 'NEW', filled: 0n }
  }
  const order = orderOf(account, market, command, replaced?.before)
  if (isDormant(order)) return admitDormant(world, order)
  if (replaced?.before !== undefined && keepsPlace(replaced.before, order, command)) {
    const verdict = admitResting(world, order)
    if (verdict.status === 'NEW') {
      removeOrder(world, order.id)
      standBefore(world, order, replaced.younger)
    }
    return verdict
  }
  if (command.orderType === 'LIMIT' && command.timeInForce === 'POST_ONLY')
    return admitPostOnly(world, market, order)
  return admitTaker(world, market, order, command)
}

/** It takes nothing and rests only where it could fill; of what stands in its way, what cannot fill goes. */
export function admitPostOnly(world: World, market: TwinMarket, order: TwinOrder, isNew = true): Verdict {
  const { lowest, highest } = bandOf(market)
  const { isBuy } = order
  const price = isBuy ? min(order.price, highest) : max(order.price, lowest)
  const isReached = (met: { price: bigint }): boolean => (isBuy ? met.price <= price : met.price >= price)
  const inTheWay = bookSide(world, market.id, !isBuy).filter(isReached)
  const alive = inTheWay.some((met) => !isTooDear(market, !isBuy, met.price))
  const pool = bestOfPool(world, market, isBuy, order.accountId, order.reduceOnly)
  if ((alive && !world.isSim) || (pool !== undefined && isReached({ price: pool })))
    return { status: 'CANCELLED', code: REFUSAL.POST_ONLY_WOULD_TAKE, filled: 0n }
  if (price !== order.price) return { status: 'CANCELLED', code: REFUSAL.PRICE_CHECK_FAILED, filled: 0n }
  const verdict = admitResting(world, order, isNew)
  if (verdict.status === 'NEW' && !world.isSim) for (const { id } of inTheWay) removeOrder(world, id)
  return verdict
}

const keepsPlace = (before: TwinOrder, order: TwinOrder, command: PlaceOrder): boolean =>
  before.type === 'LIMIT' &&
  order.type === 'LIMIT' &&
  before.marketId === order.marketId &&
  before.isBuy === order.isBuy &&
  before.price === order.price &&
  before.timeInForce === command.timeInForce &&
  order.size < remainingOf(before)

export function refusal(
  world: World,
  account: TwinAccount,
  market: TwinMarket,
  command: PlaceOrder,
  hasWaited = false,
): number | undefined {
  const { isBuy, reduceOnly, orderType } = command
  if (!['MARKET', 'LIMIT', 'STOP_LOSS', 'TAKE_PROFIT'].includes(orderType)) return REFUSAL.INVALID_ORDER_TYPE
  if (!Number.isSafeInteger(command.size)) return REFUSAL.INVALID_PARAMETER
  const size = BigInt(command.size)
  const price = command.limitPrice === undefined ? undefined : BigInt(command.limitPrice)
  const { mark } = market
  const held = account.positions.get(market.id)
  const isTrigger = isDormant({ type: orderType })
  if (size < 1n || (price !== undefined && price < 1n) || (price === undefined && orderType !== 'MARKET'))
    return REFUSAL.INVALID_PARAMETER
  if (size * max(price ?? 0n, mark ?? 0n) * market.scale > 10n ** 15n) return REFUSAL.INVALID_PARAMETER
  if (isTrigger && !reduceOnly) return REFUSAL.INVALID_PARAMETER
  const { clientId } = command
  if (clientId !== undefined) {
    if (!/^[A-Za-z0-9_-]{1,36}$/.test(clientId)) return REFUSAL.INVALID_PARAMETER
    if (world.orders.some((one) => one.accountId === account.id && one.clientId === clientId))
      return REFUSAL.INVALID_PARAMETER
    // Who waits is open too.
    const { delayed } = world.registry
    const isSameName = (one: PlaceOrder): boolean =>
      one.account === command.account && one.clientId === clientId
    if (!hasWaited && delayed.some((one) => isSameName(one.command))) return REFUSAL.INVALID_PARAMETER
  }
  for (const leg of legsOf(command)) {
    if (orderType !== 'LIMIT' || !Number.isSafeInteger(leg.price) || leg.price < 1)
      return REFUSAL.INVALID_PARAMETER
    if (size * BigInt(leg.price) * market.scale > 10n ** 15n) return REFUSAL.INVALID_PARAMETER
  }
  if (orderType === 'LIMIT' && !['GTC', 'FOK', 'IOC', 'POST_ONLY'].includes(command.timeInForce))
    return REFUSAL.INVALID_TIME_IN_FORCE
  if (!areLegsApart(command)) return REFUSAL.TP_SL_PRICE_REJECTED
  if (!hasWaited && !isInWindow(world, command)) return REFUSAL.ORDER_STALE
  if (market.mode === 'HALT') return REFUSAL.MARKET_CLOSED_REJECTED
  if (account.isFrozen) return REFUSAL.ACTION_NOT_AVAILABLE
  if (reduceOnly) {
    if (held === undefined) return REFUSAL.REDUCE_ONLY_INCREASES
    if (held.isLong === isBuy) return isTrigger ? REFUSAL.INCREASE_WITH_SL_TP : REFUSAL.REDUCE_ONLY_INCREASES
    const others = ordersOf(world, account.id, market.id).filter(
      (order) => order.reduceOnly && order.type === orderType,
    )
    const sum = others.reduce((total, order) => total + remainingOf(order), size)
    if ((orderType === 'MARKET' ? size : sum) > held.size) return REFUSAL.REDUCE_ONLY_EXCEEDS_SIZE
  } else if (market.mode === 'REDUCE_ONLY') return REFUSAL.HALTED_REDUCE_ONLY
  if (market.operatorMode === 'CANCEL_ONLY') return REFUSAL.HALTED_REDUCE_ONLY
  if (market.operatorMode === 'POST_ONLY' && isTaking(world, account, market, command, price))
    return REFUSAL.HALTED_REDUCE_ONLY
  const grows = reduceOnly ? 0n : increaseOf(held, { isBuy, size })
  if (world.solvency === 'INSOLVENT' && grows > 0n) return REFUSAL.INCREASE_DURING_INSOLVENCY
  const setting = ratioOf(leverageOf(account, market))
  if (command.initMarginRatio !== undefined && !reduceOnly && BigInt(command.initMarginRatio) !== setting)
    return REFUSAL.ORDER_CHANGES_LEVERAGE
  if (orderType === 'LIMIT' && mark !== undefined && isOutOfBand(price!, mark, isBuy))
    return REFUSAL.INVALID_LIMIT_PRICE
  if (mark === undefined) return REFUSAL.PRICE_STALE
  if (isTaking(world, account, market, command, price) && isHardStale(world, market))
    return REFUSAL.PRICE_STALE
  if (grows > 0n && !fitsOpenInterest(world, market, isBuy, grows)) return REFUSAL.OI_CAP_EXCEEDED
  // SIM: at most a fifth of the limit in one order; what takes at once finds that out by itself.
  const isResting = orderType === 'LIMIT' && ['GTC', 'POST_ONLY'].includes(command.timeInForce)
  // What only reduces may be larger where a ladder quotes.
  const isFree = reduceOnly && market.ladder !== undefined
  if (world.isSim && isResting && !isFree && isMoreThanOneOrder(world, market, size))
    return REFUSAL.CAPACITY_EXCEEDED
  return grows > 0n
    ? guardrailRefusal(world, account.id, market, heldAfter(held, { isBuy, size }))
    : undefined
}

/** 9.1: 20 % of Lim; while no ladder quotes, of the one that (1.1) gives. */
function isMoreThanOneOrder(sim: World, market: TwinMarket, size: bigint): boolean {
  const limit = market.ladder?.limit ?? max(1n, limitLots(sim, market, market.index!))
  return size * 100n > limit * 20n
}

/** Check 6: buy: tp > lp > sl; sell: tp < lp < sl. */
function areLegsApart({ isBuy, limitPrice, takeProfit, stopLoss }: PlaceOrder): boolean {
  const gains = (price: number): boolean => (isBuy ? price > limitPrice! : price < limitPrice!)
  const loses = (price: number): boolean => (isBuy ? price < limitPrice! : price > limitPrice!)
  return (
    (takeProfit === undefined || gains(takeProfit.price)) && (stopLoss === undefined || loses(stopLoss.price))
  )
}

/** POST_ONLY refuses what takes by its kind, and a GTC order that would. */
function isTaking(
  world: World,
  account: TwinAccount,
  market: TwinMarket,
  command: PlaceOrder,
  price: bigint | undefined,
): boolean {
  const { orderType, timeInForce, isBuy, reduceOnly } = command
  if (orderType === 'MARKET') return true
  if (orderType !== 'LIMIT' || timeInForce === 'POST_ONLY') return false
  return (
    timeInForce !== 'GTC' ||
    isCrossing(world, market, { accountId: account.id, isBuy, price: price!, reduceOnly })
  )
}

const isOutOfBand = (price: bigint, mark: bigint, isBuy: boolean): boolean =>
  price >= 10n * mark || 10n * price <= mark || (!isBuy && 2n * price <= mark)

export function isCrossing(
  world: World,
  market: TwinMarket,
  order: { accountId: number; isBuy: boolean; price: bigint; reduceOnly: boolean },
): boolean {
  const { isBuy, accountId, reduceOnly } = order
  const best = bestOpposite(world, market, isBuy, accountId, reduceOnly)
  return best !== undefined && (order.isBuy ? order.price >= best : order.price <= best)
}

function orderOf(
  account: TwinAccount,
  market: TwinMarket,
  command: PlaceOrder,
  before: TwinOrder | undefined,
): TwinOrder {
  const { isBuy, takeProfit, stopLoss, clientId, timeInForce } = command
  const inherits = before?.marketId === market.id && before.type === command.orderType
  return {
    timeInForce,
    clientId,
    takeProfit: takeProfit && { id: takeProfit.id, price: BigInt(takeProfit.price) },
    stopLoss: stopLoss && { id: stopLoss.id, price: BigInt(stopLoss.price) },
    parentId: inherits ? before.parentId : undefined,
    id: command.id,
    accountId: account.id,
    marketId: market.id,
    isBuy,
    type: command.orderType,
    size: BigInt(command.size),
    price: command.limitPrice === undefined ? protectedPrice(market, isBuy) : BigInt(command.limitPrice),
    reduceOnly: command.reduceOnly,
    initMarginRatio:
      command.initMarginRatio === undefined
        ? ratioOf(leverageOf(account, market))
        : BigInt(command.initMarginRatio),
    filled: 0n,
    isTriggered: false,
    signer: command.signer,
  }
}

function protectedPrice(market: TwinMarket, isBuy: boolean): bigint {
  const bps = ['BTC-PERP', 'ETH-PERP', 'SOL-PERP'].includes(market.spec.symbol) ? 30n : 500n
  return isBuy
    ? floorDiv(market.mark! * (10_000n + bps), 10_000n)
    : ceilDiv(market.mark! * (10_000n - bps), 10_000n)
}

function admitDormant(world: World, order: TwinOrder): Verdict {
  if (!hasRoomForDormant(world, order)) return rejected(REFUSAL.TOO_MANY_OPEN_ORDERS)
  world.orders.push(order)
  return { status: 'NEW', filled: 0n }
}

/** Matches no order: room and margin for the whole, then the end of its queue. */
export function admitResting(world: World, order: TwinOrder, isNew = true): Verdict {
  if (isNew && !hasRoom(world, order)) return rejected(REFUSAL.TOO_MANY_OPEN_ORDERS)
  const tried = fork(world)
  tried.orders.push({ ...order })
  if (!order.reduceOnly && !isEndAffordable(world, tried, order, false))
    return rejected(REFUSAL.MARGIN_CHECK_FAILED)
  const { isBuy, price } = order
  const cost = costOf(world.markets[order.marketId]!, { isBuy, price, lots: remainingOf(order) })
  if (isBeyondBound(world, order, cost)) return rejected(REFUSAL.DAILY_LOSS_LIMIT)
  world.orders.push(order)
  return { status: 'NEW', filled: 0n }
}

/** The end state is judged with its funding settled, even where nothing fills and nothing will be settled. */
function isEndAffordable(before: World, end: World, order: TwinOrder, isReducing: boolean): boolean {
  const { accountId, marketId } = order
  const after = fork(end)
  settleFunding(after.accounts[accountId]!, after.markets[marketId]!)
  return isAffordable({ before, after, accountId, marketId, isReducing })
}

export function admitTaker(
  world: World,
  market: TwinMarket,
  order: TwinOrder,
  command: PlaceOrder,
  isNew = true,
): Verdict {
  const isGtc = order.type === 'LIMIT' && command.timeInForce === 'GTC'
  const canRest = isGtc && !isTooDear(market, order.isBuy, order.price)
  if (canRest && !isCrossing(world, market, order)) return admitResting(world, order, isNew)
  const { accountId, marketId, isBuy, initMarginRatio } = order
  const size = remainingOf(order)
  const input = {
    accountId,
    marketId,
    isBuy,
    size,
    limit: order.price,
    initMarginRatio,
    signer: order.signer,
    hasAllRoom: order.reduceOnly,
  }
  const tried = fork(world)
  const result = sweep(tried, input)
  const stopCode = result.stop === 'CAPACITY' ? REFUSAL.CAPACITY_EXCEEDED : REFUSAL.PRICE_CHECK_FAILED
  const isWhole = order.type === 'MARKET' || command.timeInForce === 'FOK'
  if (isWhole && result.filled < size)
    return rejected(isWholeAffordable(world, order) ? stopCode : REFUSAL.MARGIN_CHECK_FAILED)

  const rest = canRest ? size - result.filled : 0n
  // Own orders that it met have gone, and their room is its own.
  if (rest > 0n && isNew && !hasRoom(tried, order)) return rejected(REFUSAL.TOO_MANY_OPEN_ORDERS)
  const fee = charged(world, accountId, takerFee(result.value, market))
  const triedMarket = tried.markets[marketId]!
  if (result.filled > 0n)
    charge(tried.accounts[accountId]!, triedMarket, fee, {
      value: result.openedValue,
      ratio: initMarginRatio,
    })
  const end = fork(tried)
  if (rest > 0n) end.orders.push({ ...order, filled: order.filled + result.filled })
  const positions = [world, tried].map((one) => one.accounts[accountId]!.positions.get(marketId))
  const isReducing = order.reduceOnly || (rest === 0n && isPurelyReducing(positions[0], positions[1]))
  if ((result.filled > 0n || rest > 0n) && !isEndAffordable(world, end, order, isReducing))
    return rejected(REFUSAL.MARGIN_CHECK_FAILED)
  const toRest = rest > 0n ? costOf(market, { isBuy, price: order.price, lots: rest }) : 0n
  if (isBeyondBound(world, order, result.cost + fee + toRest)) return rejected(REFUSAL.DAILY_LOSS_LIMIT)

  if (result.filled > 0n) {
    noteLoss(tried, order, fee)
    distributeFee(tried, triedMarket, fee, accountId)
    judgeWash(tried, input, result, fee)
    closeSweep(tried, input, result)
  }
  keep(world, tried)
  const { filled } = result
  const left = { ...order, filled: order.filled + filled }
  if (filled < size && rest > 0n) world.orders.push(left)
  if (filled > 0n) fillLegs(world, left, filled)
  if (filled === size) return { status: 'FILLED', filled }
  if (rest === 0n) return { status: 'CANCELLED', code: isGtc ? REFUSAL.PRICE_CHECK_FAILED : stopCode, filled }
  return { status: filled > 0n ? 'PARTIALLY_FILLED' : 'NEW', filled }
}

/** Would a fill of the whole size at the mark be affordable? */
function isWholeAffordable(world: World, order: TwinOrder): boolean {
  const { accountId, marketId, isBuy, size, initMarginRatio } = order
  const after = fork(world)
  const market = after.markets[marketId]!
  const account = after.accounts[accountId]!
  const price = market.mark!
  const { openedValue } = fillUser(after, account, market, { isBuy, size, price, initMarginRatio })
  charge(account, market, charged(world, accountId, takerFee(price * size * market.scale, market)), {
    value: openedValue,
    ratio: initMarginRatio,
  })
  const held = world.accounts[accountId]!.positions.get(marketId)
  const isReducing = order.reduceOnly || isPurelyReducing(held, account.positions.get(marketId))
  return isAffordable({ before: world, after, accountId, marketId, isReducing })
}

export function cancelOrder(world: World, command: CancelOrder): number | undefined {
  const { nonces } = world.registry
  if (nonces.has(`${command.signer} ${command.nonce}`)) return REFUSAL.DUPLICATE
  if (isLateUnspent(world, command)) return REFUSAL.ORDER_STALE
  noteNonce(world, `${command.signer} ${command.nonce}`, command.orderTimeMs)
  if (!isInWindow(world, command)) return REFUSAL.ORDER_STALE
  const order = world.orders.find(({ id }) => id === command.id)
  if (order === undefined || world.accounts[order.accountId]!.address !== command.account) {
    const isMeant = (one: PlaceOrder): boolean => one.id === command.id && one.account === command.account
    return dropDelayed(world, (one) => isMeant(one.command)).length > 0 ? undefined : REFUSAL.ORDER_NOT_FOUND
  }
  removeOrder(world, order.id)
  return undefined
}

/** Step 5 of 1.11: TP and SL whose price the mark has reached, in order of age. */
export function fireTriggers(world: World, marketId: number): void {
  const ids = world.orders
    .filter((order) => order.marketId === marketId && isDormant(order))
    .map(({ id }) => id)
  for (const id of ids) {
    const market = world.markets[marketId]!
    const order = world.orders.find((one) => one.id === id)
    if (order === undefined || market.mark === undefined) continue
    const isAbove = (order.type === 'TAKE_PROFIT') !== order.isBuy
    const isReached = isAbove ? market.mark >= order.price : market.mark <= order.price
    if (isReached || order.isTriggered) fire(world, market, order, market.mark)
  }
}

function fire(world: World, market: TwinMarket, order: TwinOrder, mark: bigint): void {
  const { accountId, marketId, isBuy } = order
  const account = world.accounts[accountId]!
  const held = account.positions.get(marketId)
  if (held === undefined || held.isLong === isBuy) return removeOrder(world, order.id)
  const { equity } = market.spec.isolated
    ? isolatedStatus(world, marketId, held)
    : crossStatus(world, account)
  if (equity <= 0n) return
  order.isTriggered = true
  const band = BigInt(world.parameters.triggerProtectionBps)
  const limit = isBuy
    ? floorDiv(mark * (10_000n + band), 10_000n)
    : max(1n, ceilDiv(mark * (10_000n - band), 10_000n))
  const size = min(remainingOf(order), held.size)
  const unpaid = tryFire(world, order, size, limit)
  if (unpaid === undefined) return
  // Every lot may lose its share of what is left after the fee, and no more.
  const perLot = floorDiv(equity - unpaid, size * market.scale)
  const bound = isBuy ? min(limit, mark + perLot) : max(limit, mark - perLot)
  tryFire(world, order, size, bound)
}

/** Sells, or buys back, within the limit; the fee that would have been charged if the account cannot bear it. */
function tryFire(world: World, order: TwinOrder, size: bigint, limit: bigint): bigint | undefined {
  const { accountId, marketId, isBuy, initMarginRatio } = order
  const market = world.markets[marketId]!
  const input = {
    accountId,
    marketId,
    isBuy,
    size,
    limit,
    initMarginRatio,
    signer: order.signer,
    hasAllRoom: true,
  }
  const tried = fork(world)
  const result = sweep(tried, input)
  if (result.filled === 0n) return undefined
  const fee = charged(world, accountId, takerFee(result.value, market))
  charge(tried.accounts[accountId]!, tried.markets[marketId]!, fee, {
    value: result.openedValue,
    ratio: initMarginRatio,
  })
  if (!isAffordable({ before: world, after: tried, accountId, marketId, isReducing: true })) return fee
  if (isBeyondBound(world, order, result.cost + fee)) return fee
  noteLoss(tried, order, fee)
  const fired = tried.orders.find(({ id }) => id === order.id)!
  fired.filled += result.filled
  if (fired.filled === fired.size) removeOrder(tried, fired.id)
  distributeFee(tried, tried.markets[marketId]!, fee, accountId)
  judgeWash(tried, input, result, fee)
  closeSweep(tried, input, result)
  keep(world, tried)
  shrinkSibling(world, order, result.filled)
  return undefined
}
