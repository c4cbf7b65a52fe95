import { describe, expect, it } from 'vitest'
import { RATE_ENTRIES_MAX } from '../limits.ts'
import { createRateLimits } from './rateLimits.ts'

const T = 1_700_000_000_000

describe('rate limits', () => {
  it('[8.6] gives 200 requests at once and then one per 50 ms', () => {
    const limits = createRateLimits()
    for (let i = 0; i < 200; i += 1) expect(limits.take('requests', 'a', T).remaining).toBe(199 - i)
    expect(limits.take('requests', 'a', T)).toEqual({ ok: false, remaining: 0, limit: 200, retryAfterS: 1 })
    expect(limits.take('requests', 'a', T + 49).ok).toBe(false)
    expect(limits.take('requests', 'a', T + 50).ok).toBe(true)
    expect(limits.take('requests', 'a', T + 50).ok).toBe(false)
  })

  it('keeps callers and buckets apart', () => {
    const limits = createRateLimits()
    for (let i = 0; i < 100; i += 1) limits.take('orders', 'a', T)
    expect(limits.take('orders', 'a', T).ok).toBe(false)
    expect(limits.take('orders', 'b', T).ok).toBe(true)
    expect(limits.take('cancels', 'a', T).limit).toBe(200)
    expect(limits.take('registrations', 'a', T).limit).toBe(30)
  })

  it('takes the addresses of one network of the new family for one caller', () => {
    const limits = createRateLimits()
    for (let i = 0; i < 30; i += 1) limits.take('registrations', `2001:db8:1:2::${i.toString(16)}`, T)
    expect(limits.take('registrations', '2001:db8:1:2:ffff::1', T).ok).toBe(false)
    expect(limits.take('registrations', '2001:db8:1:3::1', T).ok).toBe(true)
    for (let i = 0; i < 20; i += 1) limits.noteBadSignature([`2001:db8:1:2::${i.toString(16)}`], T)
    expect(limits.blockedForS(['2001:db8:1:2::abcd'], T)).toBe(60)
    expect(limits.blockedForS(['2001:db8:1:3::1'], T)).toBe(0)
  })

  it('who keeps coming is not forgotten however many others come; who stays away is', () => {
    const limits = createRateLimits()
    for (let i = 0; i < 100; i += 1) {
      limits.take('orders', 'a', T)
      limits.take('orders', 'away', T)
    }
    for (let other = 0; other < 2 * RATE_ENTRIES_MAX; other += 1) {
      limits.take('requests', `address ${other}`, T)
      if (other % 10_000 === 0) expect(limits.take('orders', 'a', T).ok).toBe(false)
    }
    expect(limits.take('orders', 'away', T).remaining).toBe(99)
  })

  it('gains nothing when the clock jumps back', () => {
    const limits = createRateLimits()
    for (let i = 0; i < 100; i += 1) limits.take('orders', 'a', T)
    expect(limits.take('orders', 'a', T - 60_000).ok).toBe(false)
    expect(limits.take('orders', 'a', T - 60_000 + 20).ok).toBe(true)
  })

  it('blocks for a minute after 20 failed signatures within a minute', () => {
    const limits = createRateLimits()
    for (let i = 0; i < 19; i += 1) limits.noteBadSignature(['key', 'address'], T + i)
    expect(limits.blockedForS(['key'], T + 19)).toBe(0)
    limits.noteBadSignature(['key', 'address'], T + 20)
    expect(limits.blockedForS(['key'], T + 20)).toBe(60)
    expect(limits.blockedForS(['other', 'address'], T + 50_020)).toBe(10)
    expect(limits.blockedForS(['key', 'address'], T + 60_020)).toBe(0)
  })

  it('forgets failures that lie a minute apart', () => {
    const limits = createRateLimits()
    for (let i = 0; i < 40; i += 1) limits.noteBadSignature(['key'], T + i * 4_000)
    expect(limits.blockedForS(['key'], T + 160_000)).toBe(0)
  })
})
