import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ARMED_MS, useArmed } from './armed.ts'

const isArmed = (): boolean => useArmed.getState().isArmed

beforeEach(() => {
  vi.useFakeTimers()
  useArmed.getState().disarm()
})
afterEach(() => vi.useRealTimers())

describe('armed keys', () => {
  it('disarm after five minutes, counted from the last use', () => {
    const { toggle, keep } = useArmed.getState()
    toggle()
    vi.advanceTimersByTime(ARMED_MS - 1)
    keep()
    vi.advanceTimersByTime(ARMED_MS - 1)
    expect(isArmed()).toBe(true)
    vi.advanceTimersByTime(1)
    expect(isArmed()).toBe(false)
  })

  it('are never armed by use', () => {
    useArmed.getState().keep()
    expect(isArmed()).toBe(false)
  })

  it('an old time does not disarm what was armed anew', () => {
    const { toggle } = useArmed.getState()
    toggle()
    vi.advanceTimersByTime(ARMED_MS - 1)
    toggle()
    toggle()
    vi.advanceTimersByTime(2)
    expect(isArmed()).toBe(true)
  })
})
