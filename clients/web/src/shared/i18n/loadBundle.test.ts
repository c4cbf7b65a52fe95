import { describe, expect, it, vi } from 'vitest'
import { createSafeStorage } from '../storage/safeStorage.ts'
import { createBundleLoader } from './loadBundle.ts'

const memory = () => {
  const held = new Map<string, string>()
  return createSafeStorage(
    () =>
      ({
        getItem: (key: string) => held.get(key) ?? null,
        setItem: (key: string, value: string) => void held.set(key, value),
        removeItem: (key: string) => void held.delete(key),
      }) as unknown as Storage,
  )
}
const answer = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status })

function loader(fetch: (url: string) => Promise<Response>, buildId = 'b1', storage = memory()) {
  const waits: number[] = []
  const load = createBundleLoader({
    fetch,
    storage,
    buildId,
    wait: async (delayMs) => void waits.push(delayMs),
  })
  return { load, waits, storage }
}

describe('translation loader', () => {
  it('[9.12] retries five times, first after 350 ms and twice as long before each next', async () => {
    const fetch = vi.fn(async () => answer({}, 503))
    const { load, waits } = loader(fetch)
    await expect(load('zh')).rejects.toThrow('HTTP 503')
    expect(waits).toEqual([350, 700, 1_400, 2_800, 5_600])
    expect(fetch).toHaveBeenCalledTimes(6)
  })

  it('[9.12] keeps the texts in local storage and does not read them twice', async () => {
    const fetch = vi.fn(async () => answer({ a: 'b' }))
    const first = loader(fetch)
    expect(await first.load('en')).toEqual({ a: 'b' })
    const again = loader(fetch, 'b1', first.storage)
    expect(await again.load('en')).toEqual({ a: 'b' })
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  it('reads the file of a new build although the old texts are stored', async () => {
    const first = loader(async () => answer({ a: 'old' }))
    await first.load('en')
    expect(await loader(async () => answer({ a: 'new' }), 'b2', first.storage).load('en')).toEqual({
      a: 'new',
    })
  })

  it('does not trust a damaged copy', async () => {
    const { load, storage } = loader(async () => answer({ a: 'b' }))
    storage.setItem('vest.locale.en', '{')
    expect(await load('en')).toEqual({ a: 'b' })
  })

  it('[9.12] runs at most ten reads at once', async () => {
    let running = 0
    let most = 0
    const finish: (() => void)[] = []
    const fetch = async (): Promise<Response> => {
      running += 1
      most = Math.max(most, running)
      await new Promise<void>((resolve) => finish.push(resolve))
      running -= 1
      return answer({})
    }
    const { load } = loader(fetch)
    const all = Promise.all(Array.from({ length: 14 }, (_, index) => load(`l${index}`)))
    while (finish.length > 0 || running > 0) {
      finish.shift()?.()
      await new Promise<void>((resolve) => setImmediate(resolve))
    }
    await all
    expect(most).toBe(10)
  })
})
