/** The account's referral code and whether it let the exchange post for it; neither where no person is signed in. */
import { useQuery } from '@tanstack/react-query'
import { useIsPrimaryAccount } from '../../entities/account/usePortfolio.ts'
import { useSession } from '../../entities/session/index.ts'

export interface Referral {
  readonly refCode: string | undefined
  readonly hasPostAccess: boolean
  readonly isLoading: boolean
}

export function useReferral(): Referral {
  const client = useSession((state) => state.client)
  const address = useSession((state) => state.address)
  const isReady = useSession((state) => state.status === 'ready')
  const isPrimary = useIsPrimaryAccount()
  const { data, isLoading } = useQuery({
    queryKey: ['referrals', address],
    queryFn: () => client.referrals(),
    enabled: isReady && isPrimary,
  })
  return {
    refCode: data?.ref_code ?? undefined,
    hasPostAccess: data?.has_twitter_access === true,
    isLoading,
  }
}
