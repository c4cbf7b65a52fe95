/**
 * Shares, referrals and points as parts of the text of the state. Unused parts leave no trace in the text, so a state
 * without them keeps its text.
 */
import { recordPayment } from '../lp/index.ts'
import {
  type Exchange,
  type LpHolding,
  type LpPool,
  recordReferralCode,
  recordReferrer,
  type Referrals,
  weekOf,
} from '../state/index.ts'

const byKey = ([a]: readonly [number, unknown], [b]: readonly [number, unknown]): number => a - b

const sorted = <Value>(map: ReadonlyMap<number, Value>): (readonly [number, Value])[] => [...map].sort(byKey)

const unlessEmpty = <List extends readonly unknown[]>(list: List): List | undefined =>
  list.length === 0 ? undefined : list

export type PlainLpPool = ReturnType<typeof plainLpPool>

export function plainLpPool(lp: LpPool) {
  const { totalShares, operatorShares, blockedHour } = lp
  if (totalShares === 0 && lp.ids.size === 0) return undefined
  return {
    totalShares,
    operatorShares,
    blockedHour,
    holdings: unlessEmpty(sorted(lp.holdings)),
    queue: unlessEmpty(lp.queue),
    paidAtOnce: unlessEmpty(lp.paidAtOnce.list),
    paidScheduled: unlessEmpty(lp.paidScheduled.list),
    dailyPrices: unlessEmpty(lp.dailyPrices),
    ids: unlessEmpty([...lp.ids].sort()),
  }
}

export function readLpPool(lp: LpPool, plain: PlainLpPool): void {
  if (plain === undefined) return
  lp.totalShares = plain.totalShares
  lp.operatorShares = plain.operatorShares
  lp.blockedHour = plain.blockedHour
  for (const [accountId, holding] of plain.holdings ?? [])
    lp.holdings.set(accountId, { ...holding, young: [...holding.young] } satisfies LpHolding)
  for (const queued of plain.queue ?? []) lp.queue.push(queued)
  for (const paid of plain.paidAtOnce ?? []) recordPayment(lp.paidAtOnce, paid)
  for (const paid of plain.paidScheduled ?? []) recordPayment(lp.paidScheduled, paid)
  for (const price of plain.dailyPrices ?? []) lp.dailyPrices.push(price)
  for (const id of plain.ids ?? []) lp.ids.add(id)
}

export type PlainReferrals = ReturnType<typeof plainReferrals>

export function plainReferrals(referrals: Referrals) {
  const { owners, referrers, accrued, paid, clusters } = referrals
  if (owners.size === 0 && clusters.size === 0) return undefined
  return {
    owners: unlessEmpty([...owners].sort(([a], [b]) => (a < b ? -1 : 1))),
    referrers: unlessEmpty(sorted(referrers)),
    accrued: unlessEmpty(sorted(accrued)),
    paid: unlessEmpty(sorted(paid)),
    clusters: unlessEmpty(sorted(clusters)),
  }
}

/** Call it after the accounts were read. */
export function readReferrals(exchange: Exchange, plain: PlainReferrals): void {
  if (plain === undefined) return
  const { referrals, accounts } = exchange
  for (const [code, owner] of plain.owners ?? []) recordReferralCode(referrals, code, owner)
  for (const [account, referrer] of plain.referrers ?? []) {
    recordReferrer(referrals, account, referrer)
    accounts[account]!.isReferred = true
  }
  for (const [referrer, amount] of plain.accrued ?? []) referrals.accrued.set(referrer, amount)
  for (const [referrer, amount] of plain.paid ?? []) referrals.paid.set(referrer, amount)
  for (const [account, cluster] of plain.clusters ?? []) referrals.clusters.set(account, cluster)
}

export type PlainPoints = ReturnType<typeof plainPoints>

/** The week is nearly always that of the last command, and then not written. */
export function plainPoints({ points, timeMs }: Exchange) {
  const week = points.week === weekOf(timeMs) ? undefined : points.week
  if (week === undefined && points.totals.size === 0) return undefined
  return {
    week,
    totals: unlessEmpty(sorted(points.totals)),
    lastWeek: points.lastWeek,
    lastRows: unlessEmpty(points.lastRows),
  }
}

/** Call it after the accounts were read. */
export function readPoints({ points, timeMs, accounts }: Exchange, plain: PlainPoints): void {
  points.week = plain?.week ?? (accounts.length > 0 ? weekOf(timeMs) : undefined)
  if (plain === undefined) return
  for (const [accountId, row] of plain.totals ?? []) points.totals.set(accountId, row)
  points.lastWeek = plain.lastWeek
  points.lastRows = plain.lastRows ?? []
}
