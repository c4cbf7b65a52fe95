/**
 * What the banner says of the service ([2.24]): maintenance that the operator has announced, trouble that the exchange
 * has, or an identity provider that is not up while the wallet does not become ready ([7.28]). Undefined = nothing.
 */
import { useQuery } from '@tanstack/react-query'
import { systemClock } from '@vest/sdk'
import { useEffect, useState } from 'react'
import { useSession } from '../session/index.ts'
import { useIsWalletReady } from '../wallet/index.ts'
import { readProvider, watchProvider } from './watchProvider.ts'

export interface ServiceTrouble {
  readonly kind: 'maintenance' | 'issues'
  /** The operator's own words, or those of the exchange. */
  readonly message: string | undefined
}

const STATUS_REFRESH_MS = 60_000

export function useServiceTrouble(): ServiceTrouble | undefined {
  const client = useSession((state) => state.client)
  const isProviderDown = useIsProviderDown()
  const { data } = useQuery({
    queryKey: ['status'],
    queryFn: () => client.status(),
    refetchInterval: STATUS_REFRESH_MS,
  })
  const message = data?.message ?? undefined
  if (data?.status === 'UNDERMAINTENANCE') return { kind: 'maintenance', message }
  if (data?.status === 'HASISSUES') return { kind: 'issues', message }
  return isProviderDown ? { kind: 'maintenance', message: undefined } : undefined
}

function useIsProviderDown(): boolean {
  const client = useSession((state) => state.client)
  const isReady = useIsWalletReady()
  const [isUp, setIsUp] = useState(true)
  useEffect(() => {
    if (isReady) return setIsUp(true)
    const read = async () =>
      readProvider((await client.identity()).statusUrl, (url, init) => fetch(url, init))
    return watchProvider({ clock: systemClock, read, onKnown: setIsUp })
  }, [isReady, client])
  return !isUp
}
