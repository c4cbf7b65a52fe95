/**
 * 7: the LP pool as a list of everything that ever happened to it. Shares, the money put in, the shares that are still
 * young and the time that they were held are sums over that list, made when they are asked for.
 */
import { REFUSAL } from '@vest/protocol'
import type { CancelLpOrder, PlaceLpOrder } from '@vest/engine'
import { ceilDiv, floorDiv, max } from './arithmetic.ts'
import { settleFunding } from './ledger.ts'
import { withdrawable } from './margin.ts'
import { moveMoney, payBack } from './values.ts'
import { isHardStale } from './staleness.ts'
import { isInWindow, isLateUnspent, type Verdict } from './signedWindow.ts'
import { ownPositions, poolValue } from './pool.ts'
import { noteNonce, type TwinAccount, type World } from './world/index.ts'

const DOLLAR = 1_000_000n
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

const changesOf = (world: World, accountId: number) =>
  world.lp.changes.filter((change) => change.accountId === accountId)
export const sharesOf = (world: World, accountId: number): bigint =>
  changesOf(world, accountId).reduce((sum, { shares }) => sum + shares, 0n)
export const totalShares = (world: World): bigint =>
  world.lp.changes.reduce((sum, { shares }) => sum + shares, 0n)
export const scheduledOf = (world: World, accountId: number): bigint =>
  world.lp.queue.reduce((sum, one) => sum + (one.accountId === accountId ? one.shares : 0n), 0n)
const youngOf = (world: World, accountId: number): bigint =>
  changesOf(world, accountId)
    .filter(({ shares, atMs }) => shares > 0n && world.nowMs - atMs < world.parameters.lpLockMs)
    .reduce((sum, { shares }) => sum + shares, 0n)
const paidOfDay = (world: World, isScheduled: boolean): bigint =>
  world.lp.payments
    .filter((one) => one.isScheduled === isScheduled && world.nowMs - one.atMs < DAY_MS)
    .reduce((sum, { size }) => sum + size, 0n)

/** Since the last time that the account held nothing. */
export function netDeposits(world: World, accountId: number): bigint {
  let shares = 0n
  let money = 0n
  for (const change of changesOf(world, accountId)) {
    shares += change.shares
    money = shares === 0n ? 0n : money + change.money
  }
  return money
}

/** ∫ shares dt from a moment until now. */
export function shareTime(world: World, accountId: number, fromMs: number): bigint {
  let sum = 0n
  for (const { shares, atMs } of changesOf(world, accountId))
    sum += shares * BigInt(world.nowMs - Math.max(atMs, fromMs))
  return sum
}

/** The operator is account −1. */
export function seedPool(world: World, amount: bigint): void {
  const total = totalShares(world)
  const { high } = poolValue(world)
  if (total > 0n && (high <= 0n || total + floorDiv(amount * total, high) > BigInt(Number.MAX_SAFE_INTEGER)))
    return
  const shares = total === 0n ? amount : floorDiv(amount * total, high)
  world.lp.changes.push({ accountId: -1, shares, money: 0n, atMs: world.nowMs })
}

/** A duplicate is 4010 and leaves nothing; otherwise the verdict on the order. */
export function placeLpOrder(
  world: World,
  command: PlaceLpOrder,
): Verdict | { readonly code: typeof REFUSAL.ACTION_NOT_AVAILABLE } | undefined {
  const { nonces } = world.registry
  if (world.lp.ids.has(command.id) || nonces.has(`${command.signer} ${command.nonce}`)) return undefined
  const account = world.accounts.find(({ address }) => address === command.account)
  if (account?.isSim === true) return { code: REFUSAL.ACTION_NOT_AVAILABLE }
  noteNonce(world, `${command.signer} ${command.nonce}`, command.orderTimeMs)
  world.lp.ids.add(command.id)
  const code =
    account === undefined
      ? REFUSAL.LP_ACCOUNT_NOT_FOUND
      : (commonRefusal(world, account, command) ?? perform(world, account, command))
  if (code !== undefined) world.lp.ids.delete(command.id)
  if (code !== undefined) return { status: 'REJECTED', code, filled: 0n }
  return { status: command.orderType === 'SCHEDULE_WITHDRAW' ? 'NEW' : 'FILLED', filled: 0n }
}

function commonRefusal(world: World, account: TwinAccount, command: PlaceLpOrder): number | undefined {
  const { sizeUsd6: size, orderType } = command
  if (!account.exists) return REFUSAL.LP_ACCOUNT_NOT_FOUND
  if (!['DEPOSIT', 'IMMEDIATE_WITHDRAW', 'SCHEDULE_WITHDRAW'].includes(orderType))
    return REFUSAL.INVALID_PARAMETER
  if (!Number.isSafeInteger(size) || size <= 0) return REFUSAL.INVALID_PARAMETER
  if (orderType === 'DEPOSIT' && BigInt(size) < DOLLAR) return REFUSAL.INVALID_PARAMETER
  if (!isInWindow(world, command)) return REFUSAL.LP_ORDER_STALE
  if (world.solvency === 'INSOLVENT' || poolValue(world).low <= 0n) return REFUSAL.LP_DURING_INSOLVENCY
  return isStale(world) ? REFUSAL.LP_PRICE_STALE : undefined
}

/** A hard-stale price where the pool holds more than a hundredth of NAV, its backstop included. */
function isStale(world: World): boolean {
  const most = floorDiv(poolValue(world).low, 100n)
  return world.markets
    .filter((market) => isHardStale(world, market) || market.isHeld)
    .some((market) => {
      const held = ownPositions(market).reduce((sum, { size }) => sum + size, 0n)
      return held * (market.index ?? 0n) * market.scale > most
    })
}

function perform(world: World, account: TwinAccount, command: PlaceLpOrder): number | undefined {
  const { low, high, initMargin } = poolValue(world)
  const total = totalShares(world)
  const size = BigInt(command.sizeUsd6)
  const accountId = account.id
  const held = sharesOf(world, accountId)
  if (command.orderType === 'DEPOSIT') {
    if (account.collateral < size) return REFUSAL.LP_INSUFFICIENT_BALANCE
    if (withdrawable(world, account) < size) return REFUSAL.LP_MARGIN_CHECK_FAILED
    if (high + size > BigInt(world.parameters.lpNavCapUsd6)) return REFUSAL.LP_WITHDRAW_CAP_EXCEEDED
    const shares = floorDiv(size * total, high)
    if (shares === 0n || shares + total > BigInt(Number.MAX_SAFE_INTEGER)) return REFUSAL.LP_EXECUTION_FAILED
    for (const marketId of account.positions.keys()) settleFunding(account, world.markets[marketId]!)
    moveMoney(account, -size)
    world.money.POOL += size
    world.lp.changes.push({ accountId, shares, money: size, atMs: world.nowMs })
    return undefined
  }
  if (held === 0n) return REFUSAL.LP_WITHDRAW_WITHOUT_SHARES
  const burn = ceilDiv(size * total, low)
  const free = held - scheduledOf(world, accountId)
  if (burn > free) return REFUSAL.LP_WITHDRAW_EXCEEDS_BALANCE
  // Less than a dollar is no withdrawal while the free shares would bring a micro-dollar more.
  const isRest = ceilDiv((size + 1n) * total, low) > free
  if (size < DOLLAR && !isRest) return REFUSAL.INVALID_PARAMETER
  if (command.orderType === 'SCHEDULE_WITHDRAW') {
    const { id } = command
    const own = world.lp.queue.filter((one) => one.accountId === accountId)
    if (own.length >= 20) return REFUSAL.LP_WITHDRAW_CAP_EXCEEDED
    world.lp.queue.push({
      id,
      accountId,
      shares: burn,
      executeMs: world.nowMs + world.parameters.lpScheduleMs,
    })
    return undefined
  }
  if (burn > free - youngOf(world, accountId)) return REFUSAL.LP_WITHDRAW_CAP_EXCEEDED
  if (paidOfDay(world, false) + size > floorDiv(low * BigInt(world.parameters.lpImmediateCapPercent), 100n))
    return REFUSAL.LP_WITHDRAW_CAP_EXCEEDED
  const paid = size - ceilDiv(size * BigInt(world.parameters.lpImmediateFeeBps), 10_000n)
  if ((low - paid) * 100n < initMargin * 150n) return REFUSAL.LP_WITHDRAW_CAP_EXCEEDED
  world.lp.payments.push({ isScheduled: false, size, atMs: world.nowMs })
  pay(world, accountId, burn, paid)
  return undefined
}

function pay(world: World, accountId: number, shares: bigint, money: bigint): void {
  world.lp.changes.push({ accountId, shares: -shares, money: -money, atMs: world.nowMs })
  world.money.POOL -= money
  moveMoney(world.accounts[accountId]!, money)
  payBack(world, world.accounts[accountId]!, money)
}

/** An order that waits in the queue may leave it; what was paid of it stays paid. */
export function cancelLpOrder(world: World, command: CancelLpOrder): number | undefined {
  const { id, signer, nonce, account } = command
  if (world.registry.nonces.has(`${signer} ${nonce}`)) return REFUSAL.DUPLICATE
  if (isLateUnspent(world, command)) return REFUSAL.ORDER_STALE
  noteNonce(world, `${signer} ${nonce}`, command.orderTimeMs)
  if (!isInWindow(world, command)) return REFUSAL.ORDER_STALE
  const isMeant = (one: World['lp']['queue'][number]): boolean =>
    one.id === id && world.accounts[one.accountId]!.address === account
  const left = world.lp.queue.filter((one) => !isMeant(one))
  if (left.length === world.lp.queue.length) return REFUSAL.ORDER_NOT_FOUND
  world.lp.queue.splice(0, world.lp.queue.length, ...left)
  return undefined
}

/** Scheduled withdrawals and the daily price. */
export function tickLp(world: World): void {
  const { lp, nowMs } = world
  const total = totalShares(world)
  const today = Math.floor(nowMs / DAY_MS)
  if (total > 0n && !lp.prices.has(today))
    lp.prices.set(today, max(0n, floorDiv(poolValue(world).low * DOLLAR, total)))
  const hour = Math.floor(nowMs / HOUR_MS)
  const isAllowed = world.solvency !== 'INSOLVENT' && lp.blockedHour !== hour
  while (isAllowed && lp.queue.length > 0 && nowMs >= lp.queue[0]!.executeMs) {
    if (poolValue(world).low <= 0n || isStale(world)) return
    if (!payFirst(world)) {
      lp.blockedHour = hour
      return
    }
    lp.blockedHour = undefined
  }
}

/** true = the first of the queue was paid whole. */
function payFirst(world: World): boolean {
  const { queue, payments } = world.lp
  const first = queue[0]!
  const { low } = poolValue(world)
  const total = totalShares(world)
  const room = max(0n, floorDiv(low * 25n, 100n) - paidOfDay(world, true))
  const isWhole = floorDiv(first.shares * low, total) <= room
  const shares = isWhole ? first.shares : floorDiv(room * total, low)
  if (shares === 0n) return false
  const money = floorDiv(shares * low, total)
  first.shares -= shares
  if (isWhole) queue.shift()
  payments.push({ isScheduled: true, size: money, atMs: world.nowMs })
  pay(world, first.accountId, shares, money)
  return isWhole
}

/** (7.5), in hundredths of a percent. */
export function yield30d(world: World): bigint | undefined {
  const today = Math.floor(world.nowMs / DAY_MS)
  const days = [...world.lp.prices.keys()]
  const from = days.filter((day) => day <= today - 30).at(-1) ?? days[0]
  const total = totalShares(world)
  if (from === undefined || total === 0n) return undefined
  const before = world.lp.prices.get(from)!
  if (before === 0n) return undefined
  const now = max(0n, floorDiv(poolValue(world).low * DOLLAR, total))
  return floorDiv((now - before) * 365n * 10_000n, before * BigInt(Math.max(1, today - from)))
}
