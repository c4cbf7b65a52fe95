/** The whole past of an account, read by the client that is handed in: that of the session, or that of a link. */
import { useQuery } from '@tanstack/react-query'
import type { VestClient } from '@vest/sdk'
import {
  ledgerRows,
  otherRow,
  usd6Of,
  type LedgerRow,
  type LedgerSources,
} from '../../entities/ledger/index.ts'
import { wholeList } from '../../shared/wholeList.ts'

export interface Ledger extends LedgerSources {
  readonly rows: readonly LedgerRow[]
}

/** `cacheKey`: one for each account; undefined: nothing is read. */
export function useLedger(client: VestClient, cacheKey: string | undefined) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['ledger', cacheKey],
    enabled: cacheKey !== undefined,
    queryFn: async ({ signal }): Promise<Ledger> => {
      const [fills, funding, transfers, account] = await Promise.all([
        wholeList(client.pages.fills(), signal),
        wholeList(client.pages.fundingPayments(), signal),
        wholeList(client.pages.transfers(), signal),
        client.account(),
      ])
      const rows = ledgerRows({ fills, funding, transfers })
      const held = account.balances.reduce((sum, { total }) => sum + usd6Of(total), 0)
      return { fills, funding, transfers, rows: [...rows, ...otherRow(rows, held, account.time)] }
    },
  })
  return { data, retry: isError && !isFetching ? () => void refetch() : undefined }
}
