/**
 * Loads the texts of one language ([9.12]): a copy of this build in local storage first, else the static file
 * with five retries, 350 ms before the first and twice as long before each next. At most ten reads run at once.
 * A language that cannot be loaded is an error to the caller, who falls back to English ([4.21]).
 */
import { TRANSLATION_PARALLEL_READS, TRANSLATION_RETRIES, TRANSLATION_RETRY_DELAY_MS } from '@vest/protocol'
import type { SafeStorage } from '../storage/safeStorage.ts'

export interface BundleOptions {
  readonly fetch: (url: string) => Promise<Response>
  readonly storage: SafeStorage
  readonly wait: (delayMs: number) => Promise<void>
  /** Names the build; texts of another build are not used. */
  readonly buildId: string
}

export type Bundle = Readonly<Record<string, unknown>>

const CACHE_PREFIX = 'vest.locale.'

export function createBundleLoader(options: BundleOptions): (language: string) => Promise<Bundle> {
  const { storage, buildId } = options
  let running = 0
  const queue: (() => void)[] = []

  async function slot<T>(read: () => Promise<T>): Promise<T> {
    if (running >= TRANSLATION_PARALLEL_READS) await new Promise<void>((resolve) => queue.push(resolve))
    running += 1
    try {
      return await read()
    } finally {
      running -= 1
      queue.shift()?.()
    }
  }

  async function read(language: string): Promise<Bundle> {
    const response = await options.fetch(`/locales/${language}.json?v=${buildId}`)
    if (!response.ok) throw new Error(`Texts of ${language}: HTTP ${response.status}`)
    const bundle: unknown = await response.json()
    if (typeof bundle !== 'object' || bundle === null || Array.isArray(bundle))
      throw new Error(`Texts of ${language}: not an object`)
    return bundle as Bundle
  }

  return async (language) => {
    const cached = readCache(storage, language, buildId)
    if (cached !== undefined) return cached
    let delayMs = TRANSLATION_RETRY_DELAY_MS
    for (let retry = 0; ; retry += 1) {
      try {
        const bundle = await slot(() => read(language))
        storage.setItem(CACHE_PREFIX + language, JSON.stringify({ buildId, bundle }))
        return bundle
      } catch (error) {
        if (retry >= TRANSLATION_RETRIES) throw error
        await options.wait(delayMs)
        delayMs *= 2
      }
    }
  }
}

function readCache(storage: SafeStorage, language: string, buildId: string): Bundle | undefined {
  const text = storage.getItem(CACHE_PREFIX + language)
  if (text === null) return undefined
  try {
    const held = JSON.parse(text) as { buildId?: unknown; bundle?: unknown }
    if (held.buildId !== buildId || typeof held.bundle !== 'object' || held.bundle === null) return undefined
    return held.bundle as Bundle
  } catch {
    // A damaged copy is as good as none: the file is read again.
    return undefined
  }
}
