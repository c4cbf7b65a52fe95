/**
 * Whether the identity provider is up, as its public status page says ([7.28]). Asked only while the wallet is not ready:
 * first after five seconds of that, then every minute. A page that cannot be read says nothing, so what it said last
 * stands.
 */
import { isProviderUp } from '@vest/protocol'
import type { ClientClock } from '@vest/sdk'

export const PROVIDER_CHECK_DELAY_MS = 5_000
export const PROVIDER_REFRESH_MS = 60_000

export interface ProviderWatch {
  readonly clock: Pick<ClientClock, 'setTimeout' | 'clearTimeout'>
  /** True, false, or undefined where it is not known. */
  readonly read: () => Promise<boolean | undefined>
  readonly onKnown: (isUp: boolean) => void
}

/** Begins when the wallet is not ready; answers how to end it. */
export function watchProvider({ clock, read, onKnown }: ProviderWatch): () => void {
  let isEnded = false
  const ask = (): void => {
    read()
      .catch(() => undefined)
      .then((isUp) => {
        if (isEnded) return
        if (isUp !== undefined) onKnown(isUp)
        timer = clock.setTimeout(ask, PROVIDER_REFRESH_MS)
      })
  }
  let timer = clock.setTimeout(ask, PROVIDER_CHECK_DELAY_MS)
  return () => {
    isEnded = true
    clock.clearTimeout(timer)
  }
}

/** What the summary at this address says; undefined where there is none to ask. Throws where it cannot be read. */
export async function readProvider(
  statusUrl: string | null,
  fetch: (url: string, init: RequestInit) => Promise<Pick<Response, 'json'>>,
): Promise<boolean | undefined> {
  if (statusUrl === null) return undefined
  const answer = await fetch(statusUrl, { credentials: 'omit', cache: 'no-store' })
  return isProviderUp(await answer.json())
}
