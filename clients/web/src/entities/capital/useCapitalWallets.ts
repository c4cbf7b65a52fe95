/**
 * The wallets that the signed-in person has in the programme, whichever account is on screen: read from the exchange,
 * moved at once by the events of any of them ([7.30]), and read anew after each.
 */
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { foldCapital, readCapital, useLive, type CapitalFacts } from '../../live/index.ts'
import { useSession, useSessionKeeper } from '../session/index.ts'

export interface CapitalWallet {
  readonly account: string
  readonly facts: CapitalFacts
}

const CAPITAL_WALLETS = ['private', 'capitalWallets']

export interface CapitalWallets {
  /** Oldest first; undefined until they are known, and of a person without e-mail or Google. */
  readonly wallets: readonly CapitalWallet[] | undefined
  readonly hasFailed: boolean
}

/** `everyMs`: asked again this often, where a screen waits for a change. */
export function useCapitalWallets(everyMs?: number): CapitalWallets {
  const keeper = useSessionKeeper()
  const primary = useSession((state) => state.primary)
  const { data, isError } = useQuery({
    queryKey: [...CAPITAL_WALLETS, primary],
    queryFn: async () =>
      (await keeper.capital.wallets()).map(({ account, entry }) => ({ account, facts: readCapital(entry) })),
    enabled: primary !== undefined,
    staleTime: 0,
    refetchInterval: everyMs ?? false,
  })
  return { wallets: primary === undefined ? undefined : data, hasFailed: isError }
}

export const refreshCapitalWallets = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: CAPITAL_WALLETS })

/** Once for the whole app. */
export function useFollowCapital(): void {
  const live = useLive()
  const queries = useQueryClient()
  useEffect(
    () =>
      live.onCapital((event) => {
        const account = event.address.toLowerCase()
        queries.setQueriesData<readonly CapitalWallet[]>({ queryKey: CAPITAL_WALLETS }, (held) =>
          held?.map((wallet) =>
            wallet.account === account ? { ...wallet, facts: foldCapital(wallet.facts, event) } : wallet,
          ),
        )
        void refreshCapitalWallets(queries)
      }),
    [live, queries],
  )
}
