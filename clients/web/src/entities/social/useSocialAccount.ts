/** The account at the network that the owner has linked ([6.8]); absent where this exchange posts nothing. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useSession } from '../session/index.ts'

export interface SocialAccount {
  readonly isThere: boolean
  readonly username: string | undefined
  readonly refresh: () => void
}

export function useSocialAccount(): SocialAccount {
  const client = useSession((state) => state.client)
  const address = useSession((state) => state.address)
  const isReady = useSession((state) => state.status === 'ready')
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: ['private', 'social', address],
    queryFn: () => client.socialAccount(),
    enabled: isReady,
    retry: false,
  })
  const refresh = useCallback(() => {
    void queries.invalidateQueries({ queryKey: ['private', 'social'] })
    void queries.invalidateQueries({ queryKey: ['referrals'] })
    void queries.invalidateQueries({ queryKey: ['referral'] })
  }, [queries])
  return { isThere: data !== undefined, username: data?.username ?? undefined, refresh }
}
