import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { timeMs } from '@vest/protocol'
import { createListenKeys } from './listenKeys.ts'

const owner = { account: `0x${'11'.repeat(20)}`, apiKeyHash: `0x${'aa'.repeat(32)}` } as const
const other = { account: owner.account, apiKeyHash: `0x${'bb'.repeat(32)}` } as const
const HOUR_MS = 3_600_000
const nowMs = () => timeMs(Date.now())

describe('[7.10] listen keys', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('makes 32 hex digits and gives the same key while it is valid', () => {
    const keys = createListenKeys(nowMs)
    const key = keys.create(owner)
    expect(key).toMatch(/^[0-9a-f]{32}$/)
    expect(keys.create(owner)).toBe(key)
    expect(keys.create(other)).not.toBe(key)
    expect(keys.find(key)).toEqual({ state: 'valid', ...owner })
  })

  it('lives no longer than its API key, whatever is asked for', () => {
    const keys = createListenKeys(nowMs)
    const ended: string[] = []
    keys.onEnd((key) => ended.push(key))
    const short = { ...owner, expiryTimeMs: timeMs(Date.now() + 60_000) }
    const key = keys.create(short)
    vi.advanceTimersByTime(30_000)
    expect([keys.extend(short), keys.create(short)]).toEqual([key, key])
    vi.advanceTimersByTime(29_999)
    expect([keys.find(key).state, ended]).toEqual(['valid', []])
    vi.advanceTimersByTime(1)
    expect([keys.find(key).state, ended]).toEqual(['expired', [key]])
  })

  it('lives 60 minutes from the last POST or PUT', () => {
    const keys = createListenKeys(nowMs)
    const key = keys.create(owner)
    vi.advanceTimersByTime(HOUR_MS - 1)
    expect(keys.extend(owner)).toBe(key)
    vi.advanceTimersByTime(HOUR_MS - 1)
    expect(keys.find(key).state).toBe('valid')
    vi.advanceTimersByTime(1)
    expect(keys.find(key).state).toBe('expired')
    expect(keys.extend(owner)).toBe(undefined)
    expect(keys.create(owner)).not.toBe(key)
  })

  it('tells who listens when a key ends, by time or by hand', () => {
    const keys = createListenKeys(nowMs)
    const ended: string[] = []
    const unsubscribe = keys.onEnd((key) => ended.push(key))
    const first = keys.create(owner)
    keys.remove(owner)
    keys.remove(owner)
    const second = keys.create(owner)
    vi.advanceTimersByTime(HOUR_MS)
    expect(ended).toEqual([first, second])
    unsubscribe()
    keys.create(owner)
    keys.remove(owner)
    expect(ended).toHaveLength(2)
  })

  it('forgets ended keys after an hour, and never knew others', () => {
    const keys = createListenKeys(nowMs)
    const key = keys.create(owner)
    keys.remove(owner)
    expect(keys.find(key).state).toBe('expired')
    vi.advanceTimersByTime(HOUR_MS)
    expect(keys.find(key).state).toBe('unknown')
    expect(keys.find('0'.repeat(32)).state).toBe('unknown')
  })

  it('remembers the last one of an API key that ended, however many it has made and deleted', () => {
    const keys = createListenKeys(nowMs)
    const mine = Array.from({ length: 1_000 }, () => {
      const key = keys.create(owner)
      keys.remove(owner)
      return key
    })
    keys.create(other)
    keys.remove(other)
    expect(vi.getTimerCount()).toBe(2)
    expect(mine.map((key) => keys.find(key).state).lastIndexOf('unknown')).toBe(998)
    expect(keys.find(mine.at(-1)!).state).toBe('expired')
    vi.advanceTimersByTime(HOUR_MS)
    expect(keys.find(mine.at(-1)!).state).toBe('unknown')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('leaves no timer behind', () => {
    const keys = createListenKeys(nowMs)
    keys.create(owner)
    keys.remove(owner)
    keys.create(owner)
    keys.stop()
    expect(vi.getTimerCount()).toBe(0)
  })
})
