/**
 * 8.2 and 8.3: who referred whom and what that is worth, what fees weigh for points, which fills weigh nothing, and
 * what happens on Monday at midnight.
 */
import { REFUSAL } from '@vest/protocol'
import type { ApplyReferral, SetReferralCode } from '@vest/engine'
import { ceilDiv, floorDiv, max, min } from './arithmetic.ts'
import { shareTime, totalShares } from './lp.ts'
import { poolValue } from './pool.ts'
import type { Sweep, SweepInput } from './sweepResult.ts'
import { payBack } from './values.ts'
import { sleeveOf, type TwinMarket, type TwinMeeting, type TwinPosition, type World } from './world/index.ts'

const WEEK_MS = 604_800_000
const MONDAY_MS = 345_600_000
const WEEK_POINTS = 1_000_000n * 1_000_000n

/** A referred account pays 5 % less. */
export const charged = (world: World, accountId: number, fee: bigint): bigint =>
  world.referrals.referrers.has(accountId) ? fee - floorDiv(fee * 5n, 100n) : fee

const multiplierOf = (market: TwinMarket): bigint => (market.spec.asset === 'stock' ? 15n : 10n)

/** 8.2: a tenth to who referred the payer; of the rest a tenth to insurance, three to the treasury, the rest to the pool. */
export function distributeFee(world: World, market: TwinMarket, net: bigint, accountId: number): void {
  if (net === 0n) return
  if (world.isSim) {
    world.money.POOL += net
    return
  }
  const account = world.accounts[accountId]!
  account.hasTraded = true
  account.weight += net * multiplierOf(market)
  const { referrers, accrued } = world.referrals
  const referrer = referrers.get(accountId)
  const earns = referrer !== undefined && isReferralEarning(world, accountId, referrer)
  const share = earns ? floorDiv(net * 10n, 100n) : 0n
  if (referrer !== undefined && share > 0n) accrued.set(referrer, (accrued.get(referrer) ?? 0n) + share)
  world.money.REFERRAL += share
  const rest = net - share
  const insurance = floorDiv(rest * 10n, 100n)
  const treasury = floorDiv(rest * 30n, 100n)
  world.money.INSURANCE += insurance
  world.money.TREASURY += treasury
  world.money[sleeveOf(market)] += rest - insurance - treasury
}

const isKin = (world: World, a: number, b: number): boolean => {
  const cluster = world.referrals.clusters.get(a)
  return cluster !== undefined && cluster === world.referrals.clusters.get(b)
}

/** Kin that becomes known later earns nothing either. */
const isReferralEarning = (world: World, referee: number, referrer: number): boolean =>
  !isKin(world, referee, referrer)

/** After a sweep that stands and whose fees are distributed: takes off what was no real trade. */
export function judgeWash(world: World, input: SweepInput, result: Sweep, fee: bigint): void {
  if (result.meetings.length === 0) return
  const { accountId: taker, marketId, isBuy } = input
  const multiplier = multiplierOf(world.markets[marketId]!)
  const before = (id: number): TwinPosition | undefined => result.start.accounts[id]!.positions.get(marketId)
  const takenBack = new Set<number>()
  const verdict = (id: number, other: number, isFillBuy: boolean): 'counts' | 'own' | 'wash' => {
    if (isKin(world, id, other)) return 'own'
    const held = before(id)
    const isWash =
      held?.met?.accountId === other && held.isLong !== isFillBuy && world.nowMs - held.met.sinceMs <= 30_000
    return isWash ? 'wash' : 'counts'
  }
  const takeBack = (id: number): void => {
    if (takenBack.has(id)) return
    takenBack.add(id)
    const held = before(id)!
    // What this command gave has not been earned before it.
    const earlier = max(0n, result.start.accounts[id]!.weight)
    world.accounts[id]!.weight -= min(weightOfLate(world, held.met!), earlier)
    const now = world.accounts[id]!.positions.get(marketId)
    if (now?.met !== undefined) now.met = { ...now.met, growths: [] }
  }
  let excluded = 0n
  for (const { maker, value, makerFee } of result.meetings) {
    const ofTaker = verdict(taker, maker, isBuy)
    const ofMaker = verdict(maker, taker, !isBuy)
    if (ofTaker !== 'counts') excluded += value
    if (ofTaker === 'wash') takeBack(taker)
    if (ofMaker !== 'counts') world.accounts[maker]!.weight -= makerFee * multiplier
    if (ofMaker === 'wash') takeBack(maker)
  }
  world.accounts[taker]!.weight -= ceilDiv(fee * excluded, result.value) * multiplier
  for (const { maker, value, makerFee } of result.meetings) {
    const ofTaker =
      verdict(taker, maker, isBuy) === 'counts' ? floorDiv(fee * value, result.value) * multiplier : 0n
    const ofMaker = verdict(maker, taker, !isBuy) === 'counts' ? makerFee * multiplier : 0n
    meet(world, marketId, { id: taker, other: maker, isBuy, weight: ofTaker })
    meet(world, marketId, { id: maker, other: taker, isBuy: !isBuy, weight: ofMaker })
  }
}

/** A position that has grown knows with whom. */
function meet(
  world: World,
  marketId: number,
  by: { id: number; other: number; isBuy: boolean; weight: bigint },
): void {
  const position = world.accounts[by.id]!.positions.get(marketId)
  if (position === undefined || position.isLong !== by.isBuy) return
  const { met } = position
  const { nowMs } = world
  const growth = { atMs: nowMs, weight: by.weight }
  if (met?.accountId !== by.other || nowMs - met.sinceMs > 30_000)
    position.met = { accountId: by.other, sinceMs: nowMs, growths: [growth] }
  else position.met = { ...met, sinceMs: nowMs, growths: [...met.growths.filter(isLate(nowMs)), growth] }
}

/** In this half-minute of the clock, or in the one before it. */
const isLate =
  (nowMs: number) =>
  ({ atMs }: { readonly atMs: number }): boolean =>
    Math.floor(atMs / 30_000) >= Math.floor(nowMs / 30_000) - 1

/** What can be taken back. */
const weightOfLate = ({ nowMs }: World, { growths }: TwinMeeting): bigint =>
  growths.filter(isLate(nowMs)).reduce((sum, { weight }) => sum + weight, 0n)

export function setReferralCode(
  world: World,
  { account: address, code }: SetReferralCode,
): number | undefined {
  const account = world.accounts.find((one) => one.address === address)
  const { codes } = world.referrals
  if (account?.isSim === true) return REFUSAL.ACTION_NOT_AVAILABLE
  if (account?.exists !== true) return REFUSAL.ACCOUNT_NOT_FOUND
  if (!/^[A-Z0-9]{6,12}$/.test(code)) return REFUSAL.INVALID_PARAMETER
  if (codes.get(code) === account.id) return undefined
  if (codes.has(code)) return REFUSAL.REFERRAL_CLAIMED_BY_OTHER
  if ([...codes.values()].includes(account.id)) return REFUSAL.REFERRAL_ALREADY_USED
  codes.set(code, account.id)
  return undefined
}

export function applyReferral(world: World, { account: address, code }: ApplyReferral): number | undefined {
  const account = world.accounts.find((one) => one.address === address)
  const { codes, referrers } = world.referrals
  if (account === undefined) return REFUSAL.ACCOUNT_NOT_FOUND
  if (account.isSim) return REFUSAL.ACTION_NOT_AVAILABLE
  const owner = codes.get(code)
  if (owner === undefined) return REFUSAL.REFERRAL_NOT_FOUND
  if (referrers.has(account.id) || owner === account.id || isKin(world, owner, account.id))
    return REFUSAL.REFERRAL_ALREADY_USED
  if (account.hasTraded && world.nowMs > account.registeredMs + WEEK_MS) return REFUSAL.REFERRAL_ALREADY_USED
  referrers.set(account.id, owner)
  return undefined
}

export function setCluster(world: World, address: string, cluster: number): number | undefined {
  const account = world.accounts.find((one) => one.address === address)
  if (account === undefined) return REFUSAL.ACCOUNT_NOT_FOUND
  if (!Number.isSafeInteger(cluster) || cluster < 0) return REFUSAL.INVALID_PARAMETER
  world.referrals.clusters.set(account.id, cluster)
  return undefined
}

export const weekOf = (atMs: number): number => Math.floor((atMs - MONDAY_MS) / WEEK_MS)

/** Monday, 00:00 UTC: points are given and referrers paid. */
export function turnWeek(world: World): void {
  const week = weekOf(world.nowMs)
  const { points, referrals } = world
  if (points.week === undefined || points.week === week) return
  points.week = week
  givePoints(world)
  for (const account of world.accounts) {
    const amount = referrals.accrued.get(account.id) ?? 0n
    account.weight = 0n
    for (const position of account.positions.values())
      if (position.met !== undefined) position.met = { ...position.met, growths: [] }
    if (amount < 1_000_000n) continue
    referrals.accrued.delete(account.id)
    referrals.paid.set(account.id, (referrals.paid.get(account.id) ?? 0n) + amount)
    world.money.REFERRAL -= amount
    account.collateral += amount
    payBack(world, account, amount)
  }
  points.sinceMs = world.nowMs
}

function givePoints(world: World): void {
  const { points, referrals } = world
  const { low } = poolValue(world)
  const total = totalShares(world)
  const weights = world.accounts.map(({ id, weight }) => {
    const time = shareTime(world, id, points.sinceMs)
    const forLp =
      low > 0n && total > 0n ? floorDiv(time * low * 2n, total * BigInt(WEEK_MS) * 1_000n) * 10n : 0n
    return { id, forLp, all: weight + forLp }
  })
  const sum = weights.reduce((all, one) => all + one.all, 0n)
  if (sum === 0n) return
  const parts = weights
    .filter(({ all }) => all > 0n)
    .map((one) => ({
      ...one,
      units: (WEEK_POINTS * one.all) / sum,
      left: (WEEK_POINTS * one.all) % sum,
    }))
  const lacking = WEEK_POINTS - parts.reduce((all, { units }) => all + units, 0n)
  parts.sort((a, b) => (a.left === b.left ? a.id - b.id : a.left > b.left ? -1 : 1))
  parts.slice(0, Number(lacking)).forEach((part) => (part.units += 1n))
  const give = (id: number, what: 'trading' | 'lp' | 'referral', units: bigint): void => {
    const row = points.totals.get(id) ?? { trading: 0n, lp: 0n, referral: 0n }
    row[what] += units
    points.totals.set(id, row)
  }
  for (const { id, forLp, all, units } of parts) {
    const ofLp = floorDiv(units * forLp, all)
    give(id, 'lp', ofLp)
    give(id, 'trading', units - ofLp)
    const referrer = referrals.referrers.get(id)
    if (referrer !== undefined && isReferralEarning(world, id, referrer))
      give(referrer, 'referral', floorDiv(units * 10n, 100n))
  }
}
