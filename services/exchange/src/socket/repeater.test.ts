import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRepeater } from './repeater.ts'

describe('what rests is told again', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('within two seconds of the last time, each by itself', () => {
    const repeated: [string, number][] = []
    const begun = performance.now()
    const repeater = createRepeater((name) => repeated.push([name, performance.now() - begun]))
    repeater.watch(['a', 'b'])
    for (let second = 0; second < 4; second += 1) {
      vi.advanceTimersByTime(1_000)
      repeater.said('b')
    }
    vi.advanceTimersByTime(2_000)
    const timesOf = (wanted: string) => repeated.filter(([name]) => name === wanted).map(([, ms]) => ms)
    const gaps = timesOf('a').map((ms, at, all) => ms - (all[at - 1] ?? 0))
    expect(gaps.length).toBeGreaterThanOrEqual(3)
    expect(Math.max(...gaps)).toBeLessThanOrEqual(2_000)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000)
    // What is said once a second anyway need not be repeated.
    expect(timesOf('b')).toEqual([5_500])
    repeater.stop()
  })

  it('only while a client listens: no timer runs for nothing', () => {
    const repeated: string[] = []
    const repeater = createRepeater((name) => repeated.push(name))
    expect(vi.getTimerCount()).toBe(0)
    repeater.watch(['a'])
    expect(vi.getTimerCount()).toBe(1)
    repeater.watch([])
    expect(vi.getTimerCount()).toBe(0)
    repeater.watch(['a'])
    repeater.stop()
    expect(vi.getTimerCount()).toBe(0)
    expect(repeated).toEqual([])
  })
})
