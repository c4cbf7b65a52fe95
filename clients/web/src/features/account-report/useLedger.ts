/** The whole past of an account, read by the client that is handed in: that of the session, or that of a link. */
import { useQuery } from '@tanstack/react-query'
import type { VestClient } from '@vest/sdk'
import { ledgerRows, otherRow, type LedgerRow, type LedgerSources } from '../../entities/ledger/index.ts'
import { wholeList } from '../../shared/wholeList.ts'
import { readDecimal } from '@vest/protocol'

export interface Ledger extends LedgerSources {
  readonly rows: readonly LedgerRow[]
}

/** `who`: whose it is, for the cache. */
export function useLedger(client: VestClient, who: string | undefined) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['ledger', who],
    enabled: who !== undefined,
    queryFn: async ({ signal }): Promise<Ledger> => {
      const [fills, funding, transfers, account] = await Promise.all([
        wholeList(client.pages.fills(), signal),
        wholeList(client.pages.fundingPayments(), signal),
        wholeList(client.pages.transfers(), signal),
        client.account(),
      ])
      const rows = ledgerRows({ fills, funding, transfers })
      const held = account.balances.reduce((sum, { total }) => sum + readDecimal(total, 6), 0)
      return { fills, funding, transfers, rows: [...rows, ...otherRow(rows, held, account.time)] }
    },
  })
  return { data, retry: isError && !isFetching ? () => void refetch() : undefined }
}
