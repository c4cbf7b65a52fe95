/**
 * The browsers that the owner of an embedded wallet is signed in with, and their ends. They are identity's own, apart
 * from the signers of accounts: ending one closes the wallet there, and the next sign-in there needs a new code.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { SessionsAnswer } from '@vest/protocol'
import { useState } from 'react'
import { useSession } from '../../entities/session/index.ts'
import { byUse, signInRowOf, type KeyRow } from './sessionRows.ts'

const REFRESH_MS = 30_000

export interface SignInsState {
  /** False: this account is of no embedded wallet. */
  readonly isThere: boolean
  readonly rows: readonly KeyRow[]
  readonly others: readonly KeyRow[]
  readonly isLoading: boolean
  readonly retry: (() => void) | undefined
  /** The id of the row that ends, or `all`. */
  readonly ending: string | undefined
  /** Rejects where not all could be ended. */
  end(rows: readonly KeyRow[]): Promise<void>
}

export function useSignIns(): SignInsState {
  const client = useSession((state) => state.client)
  const email = useSession((state) => state.email)
  const queries = useQueryClient()
  const [ending, setEnding] = useState<string>()
  const wallet = async () =>
    (await import('../../entities/embedded/loadEmbedded.ts')).embeddedWalletOf(client)
  const { data, isError, refetch } = useQuery({
    queryKey: ['private', 'signIns', email],
    queryFn: async (): Promise<SessionsAnswer> => (await wallet()).call('sessions.list', {}),
    enabled: email !== undefined,
    staleTime: 0,
    refetchInterval: REFRESH_MS,
    retry: false,
  })
  const rows = (data?.sessions ?? []).map(signInRowOf).toSorted(byUse)
  return {
    isThere: email !== undefined,
    rows,
    others: rows.filter(({ isCurrent }) => !isCurrent),
    isLoading: data === undefined && !isError,
    retry: isError && data === undefined ? () => void refetch() : undefined,
    ending,
    async end(ended) {
      setEnding(ended.length === 1 ? ended[0]!.id : 'all')
      try {
        const frame = await wallet()
        for (const { id } of ended) await frame.call('sessions.end', { sessionId: id })
      } finally {
        setEnding(undefined)
        void queries.invalidateQueries({ queryKey: ['private', 'signIns'] })
      }
    },
  }
}
