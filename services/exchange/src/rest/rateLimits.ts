/**
 * Token buckets of the edge: requests per key or address, orders and cancels per account, registrations and
 * failed signatures per address, which means per network in the new family (`networkOf.ts`). They are approximate and
 * live in memory; limits on money are the engine's. Callers on this machine are exempt unless told otherwise.
 */
import type { NamedCall } from '@vest/protocol'
import {
  BAD_SIGNATURES_BLOCK_MS,
  BAD_SIGNATURES_MAX,
  BAD_SIGNATURES_WINDOW_MS,
  CANCELS_BURST,
  CANCELS_PER_SECOND,
  ORDERS_BURST,
  ORDERS_PER_SECOND,
  RATE_ENTRIES_MAX,
  REGISTRATIONS_PER_MINUTE,
  REQUESTS_PER_WINDOW,
  REQUESTS_WINDOW_MS,
} from '../limits.ts'
import { networkOf } from '../networkOf.ts'

export type BucketName = NamedCall['bucket']

export interface Taken {
  readonly ok: boolean
  readonly remaining: number
  readonly limit: number
  /** Seconds until the next token; 0 when one was taken. */
  readonly retryAfterS: number
}

export interface RateLimits {
  take(bucket: BucketName, subject: string, nowMs: number): Taken
  /** Counts one failed signature against each subject. */
  noteBadSignature(subjects: readonly string[], nowMs: number): void
  /** Seconds for which one of the subjects is still blocked, 0 if none. */
  blockedForS(subjects: readonly string[], nowMs: number): number
}

const BUCKETS: Readonly<Record<BucketName, { readonly burst: number; readonly perMs: number }>> = {
  requests: { burst: REQUESTS_PER_WINDOW, perMs: REQUESTS_PER_WINDOW / REQUESTS_WINDOW_MS },
  orders: { burst: ORDERS_BURST, perMs: ORDERS_PER_SECOND / 1_000 },
  cancels: { burst: CANCELS_BURST, perMs: CANCELS_PER_SECOND / 1_000 },
  registrations: { burst: REGISTRATIONS_PER_MINUTE, perMs: REGISTRATIONS_PER_MINUTE / 60_000 },
}

interface Bucket {
  tokens: number
  atMs: number
}
/** Of one subject. */
type Buckets = Record<BucketName, Bucket | undefined>
interface Failures {
  count: number
  sinceMs: number
  blockedUntilMs: number
}

const NO_BUCKETS: Buckets = {
  requests: undefined,
  orders: undefined,
  cancels: undefined,
  registrations: undefined,
}

export function createRateLimits(): RateLimits {
  const buckets: Kept<Buckets> = { young: new Map(), old: new Map() }
  const failures = new Map<string, Failures>()
  return {
    take: (name, subject, nowMs) => takeToken(buckets, name, networkOf(subject), nowMs),
    noteBadSignature: (subjects, nowMs) => {
      for (const subject of subjects) noteFailure(failures, networkOf(subject), nowMs)
    },
    blockedForS(subjects, nowMs) {
      let untilMs = nowMs
      if (failures.size > 0)
        for (const subject of subjects)
          untilMs = Math.max(untilMs, failures.get(networkOf(subject))?.blockedUntilMs ?? 0)
      return Math.ceil((untilMs - nowMs) / 1_000)
    },
  }
}

function takeToken(kept: Kept<Buckets>, name: BucketName, subject: string, nowMs: number): Taken {
  const { burst, perMs } = BUCKETS[name]
  let buckets = keptOf(kept, subject)
  if (buckets === undefined) keep(kept, subject, (buckets = { ...NO_BUCKETS }))
  const bucket = (buckets[name] ??= { tokens: burst, atMs: nowMs })
  // A wall clock that jumps back adds nothing and takes nothing.
  bucket.tokens = Math.min(burst, bucket.tokens + Math.max(0, nowMs - bucket.atMs) * perMs)
  bucket.atMs = nowMs
  if (bucket.tokens < 1)
    return {
      ok: false,
      remaining: 0,
      limit: burst,
      retryAfterS: Math.ceil((1 - bucket.tokens) / perMs / 1_000),
    }
  bucket.tokens -= 1
  return { ok: true, remaining: Math.floor(bucket.tokens), limit: burst, retryAfterS: 0 }
}

function noteFailure(failures: Map<string, Failures>, subject: string, nowMs: number): void {
  const known = failures.get(subject)
  const row =
    known && nowMs - known.sinceMs < BAD_SIGNATURES_WINDOW_MS
      ? known
      : { count: 0, sinceMs: nowMs, blockedUntilMs: 0 }
  row.count += 1
  if (row.count >= BAD_SIGNATURES_MAX) row.blockedUntilMs = nowMs + BAD_SIGNATURES_BLOCK_MS
  remember(failures, subject, row)
}

/**
 * Rows of the latest callers. Those that no request needed since the younger half filled up are forgotten when it is
 * full again, so that one that is in use is found without being moved.
 */
interface Kept<Row> {
  young: Map<string, Row>
  old: Map<string, Row>
}

function keptOf<Row>(kept: Kept<Row>, key: string): Row | undefined {
  const row = kept.young.get(key)
  if (row !== undefined) return row
  const former = kept.old.get(key)
  if (former !== undefined) keep(kept, key, former)
  return former
}

function keep<Row>(kept: Kept<Row>, key: string, row: Row): void {
  if (kept.young.size >= RATE_ENTRIES_MAX / 2) {
    kept.old = kept.young
    kept.young = new Map()
  }
  kept.young.set(key, row)
}

/** Keeps the most recently used entries: re-inserting moves a key to the end, the first one is the idlest. */
function remember<Row>(rows: Map<string, Row>, key: string, row: Row): void {
  rows.delete(key)
  rows.set(key, row)
  if (rows.size > RATE_ENTRIES_MAX) rows.delete(rows.keys().next().value as string)
}
