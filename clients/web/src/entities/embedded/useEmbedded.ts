/** The embedded wallet, loaded with its first call; and whether the exchange has such wallets at all. */
import { useQuery } from '@tanstack/react-query'
import { useSession, useSessionStore } from '../session/index.ts'
import type { EmbeddedWallet } from './embeddedWallet.ts'

export function useEmbeddedCall(): EmbeddedWallet['call'] {
  const session = useSessionStore()
  return async (method, params) => {
    const { embeddedWalletOf } = await import('./loadEmbedded.ts')
    return (await embeddedWalletOf(session.getState().client)).call(method, params)
  }
}

export function useIdentity() {
  const client = useSession((state) => state.client)
  return useQuery({
    queryKey: ['identity'],
    queryFn: () => client.identity(),
    staleTime: Number.POSITIVE_INFINITY,
    retry: 3,
  })
}
