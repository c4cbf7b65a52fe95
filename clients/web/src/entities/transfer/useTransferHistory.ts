/**
 * Every transfer of the account, newest first. The live layer knows what has happened since it was opened; what was
 * before is read when the list is shown, and where both know a transfer the live layer is the newer one.
 */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { EMPTY_ACCOUNT, mergeTransfers, type Transfer } from '../../live/index.ts'
import { wholeList } from '../../shared/wholeList.ts'
import { useSession } from '../session/SessionContext.tsx'
import { newestFirst, useTransfers } from './useTransfers.ts'

export interface TransferHistory {
  readonly transfers: readonly Transfer[]
  readonly isLoaded: boolean
  /** They reach back to the first one. */
  readonly isWhole: boolean
  /** Present where it could not be read: asks again. */
  readonly retry: (() => void) | undefined
}

export function useTransferHistory(): TransferHistory {
  const client = useSession((state) => state.client)
  const address = useSession((state) => state.address)
  const isReady = useSession((state) => state.status === 'ready')
  const known = useTransfers()
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['transferHistory', address],
    queryFn: ({ signal }) => wholeList(client.pages.transfers(), signal),
    enabled: isReady,
  })
  const transfers = useMemo(() => {
    if (data === undefined) return known
    const { transfers: read } = mergeTransfers(EMPTY_ACCOUNT, data)
    // Its events say less than its row: what they leave out stays as it was read.
    const merged = new Map(read)
    for (const transfer of known) {
      // How far it is goes out of date; only the newer one knows.
      const { progress: _, ...row } = read.get(transfer.id) ?? transfer
      merged.set(transfer.id, { ...row, ...transfer })
    }
    return newestFirst(merged.values())
  }, [data, known])
  return {
    transfers,
    isLoaded: transfers.length > 0 || data !== undefined,
    isWhole: data !== undefined,
    retry: isError && !isFetching ? () => void refetch() : undefined,
  }
}
