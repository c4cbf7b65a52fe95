/**
 * Codes by which an account shows that an address is its owner's: six digits, ten minutes, five tries. They are kept in
 * memory alone: after a restart the account asks for another.
 */
import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import type { Address } from '@vest/protocol'

export const CODE_MS = 600_000
const TRIES_MAX = 5
const HOUR_MS = 3_600_000
/** Codes in an hour, for an account and for an address. */
const CODES_PER_HOUR = 5
/** Counted at once; the oldest is forgotten. */
const COUNTED_MAX = 10_000

interface Asked {
  readonly email: string
  readonly hash: Buffer
  readonly expiryMs: number
  tries: number
}

export interface MailConfirmations {
  /** Undefined: too many were asked for. */
  begin(account: Address, email: string): { readonly code: string; readonly expiryMs: number } | undefined
  /** The address, or why it is not confirmed. */
  confirm(account: Address, code: string): { readonly email: string } | 'wrong' | 'ended'
}

export function createMailConfirmations(nowMs: () => number): MailConfirmations {
  const asked = new Map<Address, Asked>()
  const counts = new Map<string, readonly number[]>()
  const isFree = (holder: string): boolean => recent(holder).length < CODES_PER_HOUR
  const recent = (holder: string): readonly number[] =>
    (counts.get(holder) ?? []).filter((timeMs) => timeMs > nowMs() - HOUR_MS)
  const count = (holder: string): void => {
    counts.set(holder, [...recent(holder), nowMs()])
    for (const oldest of counts.keys()) {
      if (counts.size <= COUNTED_MAX) break
      counts.delete(oldest)
    }
  }

  return {
    begin(account, email) {
      if (!isFree(account) || !isFree(email)) return undefined
      count(account)
      count(email)
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      const expiryMs = nowMs() + CODE_MS
      asked.set(account, { email, hash: hashOf(code), expiryMs, tries: 0 })
      for (const [holder, { expiryMs: endMs }] of asked) if (endMs <= nowMs()) asked.delete(holder)
      return { code, expiryMs }
    },
    confirm(account, code) {
      const open = asked.get(account)
      if (open === undefined || open.expiryMs <= nowMs() || open.tries >= TRIES_MAX) return 'ended'
      open.tries += 1
      if (!timingSafeEqual(open.hash, hashOf(code))) return 'wrong'
      asked.delete(account)
      return { email: open.email }
    },
  }
}

const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest()
