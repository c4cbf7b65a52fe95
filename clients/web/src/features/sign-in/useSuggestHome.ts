/**
 * Suggests the default chain to a wallet, once each time it is called, on every page but the one that leaves the wallet on
 * its own network ([2.10]).
 */
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useSession } from '../../entities/session/index.ts'
import { chainsQuery, suggestChain, type Eip1193Provider } from '../../entities/wallet/index.ts'
import { isCustomNetworkPath } from '../../shared/navigation/index.ts'

export function useSuggestHome(): (provider: Eip1193Provider) => void {
  const queries = useQueryClient()
  const router = useRouter()
  const client = useSession((state) => state.client)
  return useCallback(
    (provider) =>
      void suggestChain(provider, async () => {
        const chains = await queries.ensureQueryData(chainsQuery(client))
        return isCustomNetworkPath(router.state.location.pathname)
          ? undefined
          : chains.find(({ isDefault }) => isDefault)
      }),
    [queries, router, client],
  )
}
