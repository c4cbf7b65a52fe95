/**
 * The limits that a person sets for an account. Nothing is opened on a day whose loss has reached the daily stop, during
 * a cool-down, or beyond the largest size; what is looser holds from the next day on.
 */
import { REFUSAL } from '@vest/protocol'
import type { GuardrailLimits, SetGuardrails } from '@vest/engine'
import type { TwinGuardrails } from './guardrailState.ts'
import { takeOver, worldOf } from './sim/simDomain.ts'
import { equityOf } from './values.ts'
import type { TwinAccount, TwinMarket, TwinPosition, World } from './world/index.ts'

const DAY_MS = 86_400_000
const LIMITS = ['dailyStopUsd6', 'sizeMaxUsd6', 'leverageMax'] as const

const won = (world: World, account: TwinAccount): bigint => equityOf(world, account) - account.netDeposits

/** What is unrealised left out. */
function realised(account: TwinAccount): bigint {
  let sum = account.collateral - account.netDeposits
  for (const { isolatedMargin } of account.positions.values()) sum += isolatedMargin
  return sum
}

export function setGuardrails(real: World, { account: address, limits }: SetGuardrails): number | undefined {
  const { coolDown } = limits
  const money = [limits.dailyStopUsd6, limits.sizeMaxUsd6, coolDown?.lossUsd6]
  const isFine = (value: number | undefined, most: number): boolean =>
    value === undefined || (Number.isSafeInteger(value) && value > 0 && value <= most)
  if (!money.every((one) => isFine(one, 1e15))) return REFUSAL.INVALID_PARAMETER
  if (!isFine(limits.leverageMax, 1_000) || !isFine(coolDown?.durationMs, DAY_MS))
    return REFUSAL.INVALID_PARAMETER
  const world = worldOf(real, address)
  const account = world.accounts.find((one) => one.address === address)
  if (account?.exists !== true) return REFUSAL.ACCOUNT_NOT_FOUND
  const wanted: GuardrailLimits = { ...limits }
  const own = account.guardrails
  if (own === undefined) {
    if (Object.keys(wanted).length > 0)
      account.guardrails = {
        limits: wanted,
        pending: undefined,
        day: Math.floor(real.nowMs / DAY_MS),
        dayBegin: won(world, account),
        isStopped: false,
        best: realised(account),
        coolUntilMs: undefined,
      }
    return undefined
  }
  if (own.limits.coolDown === undefined) own.best = realised(account)
  own.pending = isLooser(own.limits, wanted) ? wanted : undefined
  own.limits = strictestOf(own.limits, wanted)
  watch(world, account)
  return undefined
}

/** In some respect. */
export function isLooser(before: GuardrailLimits, wanted: GuardrailLimits): boolean {
  const [old, next] = [before.coolDown, wanted.coolDown]
  return (
    LIMITS.some((name) => (wanted[name] ?? Infinity) > (before[name] ?? Infinity)) ||
    (old !== undefined &&
      (next === undefined || next.lossUsd6 > old.lossUsd6 || next.durationMs < old.durationMs))
  )
}

function strictestOf(before: GuardrailLimits, wanted: GuardrailLimits): GuardrailLimits {
  const merged: Record<string, unknown> = {}
  for (const name of LIMITS) {
    const least = Math.min(before[name] ?? Infinity, wanted[name] ?? Infinity)
    if (least !== Infinity) merged[name] = least
  }
  const both = [before.coolDown, wanted.coolDown].filter((one) => one !== undefined)
  if (both.length > 0)
    merged['coolDown'] = {
      lossUsd6: Math.min(...both.map(({ lossUsd6 }) => lossUsd6)),
      durationMs: Math.max(...both.map(({ durationMs }) => durationMs)),
    }
  return merged
}

const isStopReached = (world: World, account: TwinAccount, { limits, dayBegin }: TwinGuardrails): boolean =>
  limits.dailyStopUsd6 !== undefined && dayBegin - won(world, account) >= BigInt(limits.dailyStopUsd6)

const isCoolDownDue = (account: TwinAccount, { limits, best }: TwinGuardrails): boolean =>
  limits.coolDown !== undefined && best - realised(account) >= BigInt(limits.coolDown.lossUsd6)

function watch(world: World, account: TwinAccount): void {
  const own = account.guardrails
  if (own === undefined) return
  if (isStopReached(world, account, own)) own.isStopped = true
  if (isCoolDownDue(account, own)) {
    own.coolUntilMs = world.nowMs + own.limits.coolDown!.durationMs
    own.best = realised(account)
  }
  if (realised(account) > own.best) own.best = realised(account)
}

/** By the timer. */
export function watchLosses(real: World): void {
  for (const world of [real, takeOver(real)])
    for (const account of world.accounts) if (!isPlace(world, account)) watch(world, account)
}

/** 00:00 UTC has passed. */
export function beginGuardedDays(real: World): void {
  const day = Math.floor(real.nowMs / DAY_MS)
  for (const world of [real, takeOver(real)])
    for (const account of world.accounts) {
      const own = account.guardrails
      if (own === undefined || own.day >= day || isPlace(world, account)) continue
      own.limits = own.pending ?? own.limits
      own.pending = undefined
      if (own.coolUntilMs !== undefined && own.coolUntilMs <= real.nowMs) own.coolUntilMs = undefined
      if (Object.keys(own.limits).length === 0 && own.coolUntilMs === undefined) {
        account.guardrails = undefined
        continue
      }
      Object.assign(own, { day, dayBegin: won(world, account), best: realised(account), isStopped: false })
    }
}

const isPlace = (world: World, account: TwinAccount): boolean => account.isSim && !world.isSim

/** Why nothing, or not so much, may be opened; the caller knows that something is. `world`: before anything has filled. */
export function guardrailRefusal(
  world: World,
  accountId: number,
  market: TwinMarket,
  after: bigint,
): number | undefined {
  const account = world.accounts[accountId]!
  const own = account.guardrails
  if (own === undefined) return undefined
  if (own.isStopped || isStopReached(world, account, own)) return REFUSAL.OWN_DAILY_STOP
  if (isCoolDownDue(account, own) || world.nowMs < (own.coolUntilMs ?? 0)) return REFUSAL.OWN_COOL_DOWN
  const { sizeMaxUsd6 } = own.limits
  const value = after * market.mark! * market.scale
  return sizeMaxUsd6 !== undefined && value > BigInt(sizeMaxUsd6) ? REFUSAL.OWN_SIZE_LIMIT : undefined
}

/** What the account would hold after an order that opens something. */
export const heldAfter = (
  held: TwinPosition | undefined,
  order: { readonly isBuy: boolean; readonly size: bigint },
): bigint => {
  if (held === undefined) return order.size
  return held.isLong === order.isBuy ? held.size + order.size : order.size - held.size
}
