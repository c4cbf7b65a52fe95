import { describe, expect, it, vi } from 'vitest'
import { createManualClock } from '@vest/sdk/testing/manualClock'
import { PROVIDER_REFRESH_MS, readProvider, watchProvider } from './watchProvider.ts'

describe('the watch over the identity provider', () => {
  it('[7.28] asks first when the wallet was not ready for five seconds, then every minute', async () => {
    const clock = createManualClock()
    const read = vi.fn(async () => false)
    const onKnown = vi.fn()
    const stop = watchProvider({ clock, read, onKnown })
    await clock.advance(4_999)
    expect(read).not.toHaveBeenCalled()
    await clock.advance(1)
    expect([read.mock.calls.length, onKnown.mock.calls]).toEqual([1, [[false]]])
    await clock.advance(PROVIDER_REFRESH_MS)
    expect(read).toHaveBeenCalledTimes(2)
    stop()
    await clock.advance(PROVIDER_REFRESH_MS)
    expect(read).toHaveBeenCalledTimes(2)
  })

  it('[7.28] a wallet that is ready in time asks nothing', async () => {
    const clock = createManualClock()
    const read = vi.fn(async () => false)
    const stop = watchProvider({ clock, read, onKnown: vi.fn() })
    await clock.advance(4_000)
    stop()
    await clock.advance(PROVIDER_REFRESH_MS)
    expect(read).not.toHaveBeenCalled()
  })

  it('a page that cannot be read, or says nothing, changes nothing and is asked again', async () => {
    const clock = createManualClock()
    const away = async (): Promise<boolean> => {
      throw new Error('away')
    }
    const answers = [away, async () => undefined, async () => true]
    const onKnown = vi.fn()
    const stop = watchProvider({ clock, read: () => answers.shift()!(), onKnown })
    await clock.advance(5_000 + PROVIDER_REFRESH_MS)
    expect(onKnown).not.toHaveBeenCalled()
    await clock.advance(PROVIDER_REFRESH_MS)
    expect(onKnown.mock.calls).toEqual([[true]])
    stop()
  })

  it('an answer that comes after the wallet is ready is not told', async () => {
    const clock = createManualClock()
    let answer = (_isUp: boolean): void => undefined
    const onKnown = vi.fn()
    const stop = watchProvider({ clock, read: () => new Promise((resolve) => (answer = resolve)), onKnown })
    await clock.advance(5_000)
    stop()
    answer(false)
    await clock.advance(PROVIDER_REFRESH_MS)
    expect(onKnown).not.toHaveBeenCalled()
  })

  it('reads the summary without credentials, and nothing where none is watched', async () => {
    const fetch = vi.fn(async () => ({ json: async () => ({ page: { status: 'HASISSUES' } }) }))
    expect(await readProvider('https://status.example/summary.json', fetch)).toBe(false)
    expect(fetch).toHaveBeenCalledWith('https://status.example/summary.json', {
      credentials: 'omit',
      cache: 'no-store',
    })
    expect(await readProvider(null, fetch)).toBeUndefined()
    expect(fetch).toHaveBeenCalledTimes(1)
  })
})
