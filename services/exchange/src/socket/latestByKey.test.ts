import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLatestByKey } from './latestByKey.ts'

describe('latest by key', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('hands over the latest of each key, once per delay, and rests when nothing comes', () => {
    const flushed: (readonly string[])[] = []
    const latest = createLatestByKey<string>(250, (values) => flushed.push(values))
    latest.put('a', 'a1')
    vi.advanceTimersByTime(249)
    latest.put('b', 'b1')
    latest.put('a', 'a2')
    expect(flushed).toEqual([])
    vi.advanceTimersByTime(1)
    expect(flushed).toEqual([['a2', 'b1']])
    expect(vi.getTimerCount()).toBe(0)
    latest.put('a', 'a3')
    vi.advanceTimersByTime(250)
    expect(flushed[1]).toEqual(['a3'])
  })

  it('hands over nothing of what was dropped, and nothing after the end', () => {
    const flushed: unknown[] = []
    const latest = createLatestByKey<string>(250, (values) => flushed.push(values))
    latest.put('a', 'a1')
    latest.drop('a')
    vi.advanceTimersByTime(250)
    latest.put('a', 'a2')
    latest.stop()
    vi.advanceTimersByTime(250)
    expect(flushed).toEqual([])
  })
})
