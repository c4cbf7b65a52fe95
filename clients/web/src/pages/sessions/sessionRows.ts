/** What the page of sessions shows of the keys that may act for an account. Pure. */
import { readUsd6, type ApiKeyRow, type SessionsAnswer, type SignInWay, type Usd6 } from '@vest/protocol'
import { DAY_MS, HOUR_MS } from '../../shared/durations.ts'

export interface KeyRow {
  readonly id: string
  readonly isProgram: boolean
  /** The program's name; a session has none. */
  readonly label: string | undefined
  readonly signer: string
  readonly canTrade: boolean
  readonly allowedFrom: readonly string[]
  /** What it may give away in a day, and what it has; undefined = no bound. */
  readonly loss: { readonly max: Usd6; readonly today: Usd6 } | undefined
  readonly isCurrent: boolean
  readonly madeMs: number
  /** The network that it was made from, cut short; undefined = not known. */
  readonly madeFrom: string | undefined
  /** Browser and system in which it was made. */
  readonly browser: string | undefined
  /** How a browser came in; undefined for keys. */
  readonly cameWith: SignInWay | undefined
  /** Undefined = until it is ended. */
  readonly endsMs: number | undefined
  readonly usedMs: number | undefined
  readonly usedFrom: string | undefined
}

export const keyRowOf = (row: ApiKeyRow): KeyRow => ({
  id: row.id,
  isProgram: row.kind === 'program',
  label: row.kind === 'program' ? row.label : undefined,
  signer: row.signingAddr,
  canTrade: row.scopes.includes('trade'),
  allowedFrom: row.ipAllowList,
  loss:
    row.maxDailyLoss === null
      ? undefined
      : { max: readUsd6(row.maxDailyLoss), today: readUsd6(row.lostToday ?? '0') },
  isCurrent: row.isCurrent,
  madeMs: row.createTime,
  madeFrom: row.createdFrom ?? undefined,
  browser: row.browser ?? undefined,
  cameWith: undefined,
  endsMs: row.expiryTime ?? undefined,
  usedMs: row.lastUsedTime ?? undefined,
  usedFrom: row.lastUsedFrom ?? undefined,
})

/** A browser that a person is signed in with: named by what it said of itself, from a network that is cut short. */
export const signInRowOf = (row: SessionsAnswer['sessions'][number]): KeyRow => ({
  id: row.sessionId,
  isProgram: false,
  label: row.browser,
  signer: row.sessionId,
  canTrade: false,
  allowedFrom: [],
  loss: undefined,
  isCurrent: row.isCurrent,
  madeMs: row.createdTime,
  madeFrom: row.network,
  browser: undefined,
  cameWith: row.method,
  endsMs: row.expiryTime,
  usedMs: row.lastUsedTime,
  usedFrom: undefined,
})

/** The networks of a machine that speaks to itself. */
const OWN_MACHINE: ReadonlySet<string> = new Set(['127.0.0.0/24', '0:0:0:0::/64'])
export const isOwnMachine = (network: string): boolean => OWN_MACHINE.has(network)

/** The session that asks first, then by last use, then by age: the newest first. */
export const byUse = (a: KeyRow, b: KeyRow): number =>
  Number(b.isCurrent) - Number(a.isCurrent) || (b.usedMs ?? 0) - (a.usedMs ?? 0) || b.madeMs - a.madeMs

/** A key that ends within two days says so. */
const SOON_MS = 2 * DAY_MS

export interface TimeLeft {
  /** Whole days from two days on, whole hours below; rounded down. */
  readonly unit: 'days' | 'hours'
  readonly count: number
  readonly isSoon: boolean
  /** Percent of its life. */
  readonly share: number
}

/** Undefined for a key without an end. */
export function timeLeftOf({ madeMs, endsMs }: KeyRow, nowMs: number): TimeLeft | undefined {
  if (endsMs === undefined) return undefined
  const leftMs = Math.max(0, endsMs - nowMs)
  const isSoon = leftMs < SOON_MS
  return {
    unit: isSoon ? 'hours' : 'days',
    count: Math.floor(leftMs / (isSoon ? HOUR_MS : DAY_MS)),
    isSoon,
    share: Math.min(100, Math.floor((100 * leftMs) / Math.max(1, endsMs - madeMs))),
  }
}

/** How long ago, in the largest unit that fits; undefined within the last minute. */
export function agoOf(
  timeMs: number,
  nowMs: number,
): { readonly unit: 'minutes' | 'hours' | 'days'; readonly count: number } | undefined {
  const minutes = Math.floor((nowMs - timeMs) / 60_000)
  if (minutes < 1) return undefined
  if (minutes < 60) return { unit: 'minutes', count: minutes }
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? { unit: 'hours', count: hours } : { unit: 'days', count: Math.floor(hours / 24) }
}
