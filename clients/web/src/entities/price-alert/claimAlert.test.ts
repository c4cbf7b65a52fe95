import { afterEach, describe, expect, it, vi } from 'vitest'
import { claimAlert } from './claimAlert.ts'

afterEach(() => vi.unstubAllGlobals())

/** Locks as all tabs of a browser share them. */
function locks() {
  const held = new Set<string>()
  return {
    request(
      name: string,
      options: { readonly ifAvailable: true },
      run: (lock: object | null) => Promise<unknown> | undefined,
    ) {
      expect(options).toEqual({ ifAvailable: true })
      if (held.has(name)) return Promise.resolve(run(null))
      held.add(name)
      return Promise.resolve(run({})).finally(() => held.delete(name))
    },
  }
}

describe('claiming an alert', () => {
  it('succeeds once, however often and whenever it is tried', async () => {
    vi.stubGlobal('navigator', { locks: locks() })
    const told: string[] = []
    claimAlert('a', () => told.push('first'))
    claimAlert('a', () => told.push('second'))
    await new Promise((resolve) => setImmediate(resolve))
    claimAlert('a', () => told.push('later'))
    claimAlert('b', () => told.push('another'))
    expect(told).toEqual(['first', 'another'])
  })

  it('without locks the storage that tabs share has to do', () => {
    vi.stubGlobal('navigator', {})
    const told: string[] = []
    claimAlert('a', () => told.push('told'))
    expect(told).toEqual(['told'])
  })
})
