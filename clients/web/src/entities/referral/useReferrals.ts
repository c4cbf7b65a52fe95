/** What the exchange tells of the account's code and of those who came by it; reading it makes no code. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useIsPrimaryAccount } from '../account/usePortfolio.ts'
import { useSession } from '../session/index.ts'
import { wholeList } from '../../shared/wholeList.ts'

const EVERY_MS = 30_000

function useOwn<T>(name: string, ask: (client: ReturnType<typeof useClient>) => Promise<T>) {
  const client = useClient()
  const address = useSession((state) => state.address)
  const isReady = useSession((state) => state.status === 'ready')
  const isPrimary = useIsPrimaryAccount()
  const asked = useQuery({
    queryKey: ['referral', address, name],
    queryFn: () => ask(client),
    enabled: isReady && isPrimary,
    staleTime: 0,
    refetchInterval: EVERY_MS,
  })
  return {
    data: asked.data,
    retry: asked.isError && !asked.isFetching ? () => void asked.refetch() : undefined,
  }
}
const useClient = () => useSession((state) => state.client)

export const useReferrals = () => useOwn('own', (client) => client.referrals({ draw: '0' }))
export const useReferees = () => useOwn('referees', (client) => client.referees())
export const useReferralDays = () => useOwn('days', (client) => client.referralDays())
/** Money from inside: what referrals brought, and the profits of capital accounts. */
export const useReferralPayouts = () =>
  useOwn('payouts', async (client) =>
    (await wholeList(client.pages.transfers({ orderType: 'INTERNAL_DEPOSIT' }))).filter(
      ({ orderType }) => orderType === 'INTERNAL_DEPOSIT',
    ),
  )

export function useRefreshReferrals(): () => void {
  const queries = useQueryClient()
  return useCallback(() => {
    void queries.invalidateQueries({ queryKey: ['referral'] })
    void queries.invalidateQueries({ queryKey: ['referrals'] })
  }, [queries])
}
