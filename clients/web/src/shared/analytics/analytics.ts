/**
 * First-party counting ([7.32]): off unless the operator names a path of this origin and the user has agreed. Until the page
 * has loaded, events wait in a queue; then they go out in small batches. An event is one of the two kinds below and holds
 * nothing else: no address, no order, no text that was typed, no identifier.
 */
import type { SafeStorage } from '../storage/safeStorage.ts'
import type { Counter } from './counterSignals.ts'

export type AnalyticsEvent =
  { readonly kind: 'page'; readonly page: string } | { readonly kind: 'search'; readonly length: number }

export const SEARCH_LENGTH_MIN = 3
export const SEARCH_WAIT_MS = 400
const SEND_EVERY_MS = 5_000
/** More than a visit has; beyond it the oldest are dropped. */
const QUEUE_MAX = 200

const CONSENT_KEY = 'vest.analytics'

export const hasAgreed = (storage: SafeStorage): boolean => storage.getItem(CONSENT_KEY) === 'yes'
export function setAgreed(storage: SafeStorage, agreed: boolean): void {
  if (agreed) storage.setItem(CONSENT_KEY, 'yes')
  else storage.removeItem(CONSENT_KEY)
}

/** First words of the paths that the app has. */
const PAGES: ReadonlySet<string> = new Set([
  ...['trade', 'markets', 'portfolio', 'sessions', 'deposit', 'vest-capital', 'payment'],
  ...['liquidity-providing', 'referrals', 'points', 'join', 'notices', 'statistics', 'view', 'status'],
  ...['terms', 'privacy', 'custom-network-withdraw', 'oauth'],
])

/** The first word of a path names a page; what stands behind it, or is no page, may name a person. */
export function pageOf(path: string): string {
  const page = path.split('/')[1] || 'trade'
  return PAGES.has(page) ? page : 'not-found'
}

export interface AnalyticsOptions {
  readonly isAllowed: () => boolean
  /** Sends one batch; its loss is ignored. */
  readonly send: (batch: string) => void
  readonly setTimeout: (act: () => void, delayMs: number) => unknown
  readonly clearTimeout: (timer: unknown) => void
}

export interface Analytics extends Counter {
  /** The page has loaded: what waits may go. */
  ready(): void
  flush(): void
}

export function createAnalytics({ isAllowed, send, ...clock }: AnalyticsOptions): Analytics {
  const queue: AnalyticsEvent[] = []
  let isReady = false
  let sending: unknown
  let searching: unknown

  function push(event: AnalyticsEvent): void {
    if (!isAllowed()) return
    queue.push(event)
    if (queue.length > QUEUE_MAX) queue.shift()
    if (isReady) sending ??= clock.setTimeout(flush, SEND_EVERY_MS)
  }
  function flush(): void {
    clock.clearTimeout(sending)
    sending = undefined
    const batch = queue.splice(0)
    if (isReady && isAllowed() && batch.length > 0) send(JSON.stringify({ events: batch }))
  }
  return {
    ready() {
      isReady = true
      flush()
    },
    page: (path) => push({ kind: 'page', page: pageOf(path) }),
    search(text) {
      clock.clearTimeout(searching)
      const { length } = text.trim()
      if (length < SEARCH_LENGTH_MIN) return
      searching = clock.setTimeout(() => push({ kind: 'search', length }), SEARCH_WAIT_MS)
    },
    flush,
  }
}
