/**
 * 9.2 to 9.7: evaluation and funded accounts. An account that holds a market with a new mark, was filled, was
 * paid funding, begins a day or stands at its goal is held against its limits. An account that has reached a limit loses
 * orders and positions and is frozen.
 */
import { REFUSAL } from '@vest/protocol'
import type { CapitalTerms, WithdrawProfit } from '@vest/engine'
import { type TwinCapital } from './capitalTerms.ts'
import { ceilDiv, floorDiv, min } from '../arithmetic.ts'
import { isUntrusted } from '../deleverage.ts'
import { withdrawable } from '../margin.ts'
import { closeAll } from './closeSim.ts'
import { takeOver } from './simDomain.ts'
import { equityOf, moveMoney } from '../values.ts'
import { noteReasons, payReleased } from './reviews.ts'
import { createTransfer } from '../transfers.ts'
import { noteNonce, type TwinAccount, type World } from '../world/index.ts'

const DAY_MS = 86_400_000
const dayOf = (atMs: number): number => Math.floor(atMs / DAY_MS)
const share = (size: bigint, ratio: number): bigint => floorDiv(size * BigInt(ratio), 10_000n)

const isBetween = (value: number, low: number, high: number): boolean =>
  Number.isInteger(value) && value >= low && value <= high

export function areTermsFine(terms: CapitalTerms, size: number): boolean {
  const { maxDailyLossRatio, maxDrawdownRatio, minTradingDays } = terms
  const shares = [maxDailyLossRatio, maxDrawdownRatio]
  const counts = [minTradingDays]
  if (terms.stage === 'EVAL') shares.push(terms.goalRatio as typeof maxDailyLossRatio)
  else {
    shares.push(terms.profitSplitRatio)
    counts.push(terms.firstProfitAfterMs, terms.profitEveryMs)
  }
  return (
    size <= 4e15 &&
    shares.every((one) => isBetween(one, 1, 10_000)) &&
    counts.every((one) => isBetween(one, 0, Number.MAX_SAFE_INTEGER))
  )
}

export const createCapital = (world: World, terms: CapitalTerms, size: bigint): TwinCapital => ({
  terms,
  size,
  openedMs: world.nowMs,
  status: terms.stage === 'EVAL' ? 'active' : 'funded_active',
  day: dayOf(world.nowMs),
  dayBalance: size,
  dailyLimit: size - share(size, terms.maxDailyLossRatio),
  passingMs: undefined,
  tradedOn: new Set(),
  profitMs: undefined,
  reason: undefined,
  endedMs: undefined,
})

const isRunning = ({ capital }: TwinAccount): boolean =>
  capital?.status === 'active' || capital?.status === 'funded_active'

/** Collateral and the margin of isolated positions: what is unrealised is left out. */
function balanceOf({ collateral, positions }: TwinAccount): bigint {
  let sum = collateral
  for (const { isolatedMargin } of positions.values()) sum += isolatedMargin
  return sum
}

/** By the timer: the accounts that begin a day, and those that stand at their goal. */
export function tickCapital(world: World): void {
  beginDays(world)
  for (const account of takeOver(world).accounts)
    if (isRunning(account) && account.capital?.passingMs !== undefined) account.isDue = true
}

/** 00:00 UTC has passed: the limit of the day is renewed from what the account has then. */
export function beginDays(world: World): void {
  const today = dayOf(world.nowMs)
  for (const account of takeOver(world).accounts) {
    const { capital } = account
    if (capital === undefined || !isRunning(account) || capital.day >= today) continue
    capital.day = today
    capital.dayBalance = balanceOf(account)
    capital.dailyLimit = capital.dayBalance - share(capital.size, capital.terms.maxDailyLossRatio)
    account.isDue = true
  }
}

const hasFilled = ({ booked }: TwinAccount): boolean => (booked?.fills.length ?? 0) > 0

/** Every account that is concerned, was filled or is due; true = one has ended. */
export function judgeAll(sim: World, isConcerned: (account: TwinAccount) => boolean): boolean {
  let hasEnded = false
  for (let id = 0; id < sim.accounts.length; id += 1) {
    const account = sim.accounts[id]!
    if (account.capital === undefined) continue
    if (hasFilled(account)) account.capital.tradedOn.add(dayOf(sim.nowMs))
    const isLooked = isConcerned(account) || hasFilled(account) || account.isDue === true
    delete account.isDue
    if (isLooked && isRunning(account) && !account.isFrozen) hasEnded = judge(sim, id) || hasEnded
  }
  return hasEnded
}

function judge(sim: World, id: number): boolean {
  const account = sim.accounts[id]!
  const { terms, size, dailyLimit, tradedOn } = account.capital!
  const held = [...account.positions.keys()].map((marketId) => sim.markets[marketId]!)
  if (held.some((market) => isUntrusted(sim, market))) return false
  if (held.length > 0 && held.every(({ mode }) => mode === 'HALT')) return false
  const equity = equityOf(sim, account)
  const [good, bad] = terms.stage === 'EVAL' ? ['goal_passed', 'goal_failed'] : ['', 'funded_failed']
  if (equity <= size - share(size, terms.maxDrawdownRatio))
    return end(sim, id, `${bad}_max_drawdown`, account)
  if (equity <= dailyLimit) return end(sim, id, `${bad}_max_daily_loss`, account)
  const capital = account.capital!
  const isAtGoal =
    terms.stage === 'EVAL' &&
    equity >= size + ceilDiv(size * BigInt(terms.goalRatio), 10_000n) &&
    tradedOn.size >= terms.minTradingDays
  if (!isAtGoal) capital.passingMs = undefined
  else if (capital.passingMs === undefined) capital.passingMs = sim.nowMs
  else if (sim.nowMs - capital.passingMs >= 1_000) return end(sim, id, good!, account)
  return false
}

function end(sim: World, id: number, status: string, { capital }: TwinAccount): true {
  closeAll(sim, id)
  capital!.status = status
  capital!.reason = undefined
  capital!.passingMs = undefined
  capital!.endedMs = sim.nowMs
  sim.accounts[id]!.isFrozen = true
  return true
}

/** 9.7 */
export function withdrawProfit(
  world: World,
  command: WithdrawProfit,
): { readonly code?: number; readonly refusal?: number; readonly isWaiting?: boolean } {
  const { id, signer, nonce, account: address } = command
  const { transfers, nonces } = world.registry
  if (transfers.has(id) || nonces.has(`${signer} ${nonce}`)) return { code: REFUSAL.TRANSFER_DUPLICATE }
  noteNonce(world, `${signer} ${nonce}`, command.orderTimeMs)
  const refusal = pay(world, command)
  const size = BigInt(command.sizeUsd6)
  const isWaiting = refusal === undefined && world.reviews!.some((one) => one.id === id)
  const transfer = createTransfer(world, { id, type: 'WITHDRAW_PROFIT', account: address, size, chainId: 0 })
  transfer.isOpen = false
  transfer.status = refusal === undefined ? (isWaiting ? 'NEW' : 'FILLED') : 'REJECTED'
  if (refusal !== undefined) transfers.delete(id)
  return refusal === undefined ? { isWaiting } : { refusal }
}

function pay(
  world: World,
  { id, account: address, sizeUsd6, recipient, signals = [] }: WithdrawProfit,
): number | undefined {
  const sim = takeOver(world)
  const account = sim.accounts.find((one) => one.address === address)
  if (account === undefined)
    return world.accounts.some((one) => one.address === address)
      ? REFUSAL.INVALID_PARAMETER
      : REFUSAL.TRANSFER_ACCOUNT_NOT_FOUND
  const { capital } = account
  if (capital?.terms.stage !== 'FUNDED' || recipient !== account.ownerId || sizeUsd6 < 1_000_000)
    return REFUSAL.INVALID_PARAMETER
  if (account.isFrozen || !isRunning(account)) return REFUSAL.ACTION_NOT_AVAILABLE
  const size = BigInt(sizeUsd6)
  const most = min(account.collateral - capital.size, withdrawable(sim, account))
  if (account.positions.size > 0 || size > most) return REFUSAL.TRANSFER_MARGIN_CHECK_FAILED
  const { profitSplitRatio, firstProfitAfterMs, profitEveryMs, minTradingDays } = capital.terms
  const payout = share(size, profitSplitRatio)
  const isEarly =
    world.nowMs - capital.openedMs < firstProfitAfterMs ||
    world.nowMs - (capital.profitMs ?? -Infinity) < profitEveryMs ||
    capital.tradedOn.size < minTradingDays
  if (isEarly) return REFUSAL.TRANSFER_WITHDRAW_CAP_EXCEEDED
  moveMoney(account, -size)
  sim.money.POOL += size
  capital.dayBalance -= size
  capital.dailyLimit -= size
  capital.profitMs = world.nowMs
  world.reviews!.push({
    id,
    wallet: address,
    signals: signals.length,
    decisions: 0,
    paid: { size, share: payout },
    state: signals.length === 0 ? 'RELEASED' : 'WAITING',
  })
  payReleased(world)
  noteReasons(world, address)
  return undefined
}
