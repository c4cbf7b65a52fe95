/**
 * What ended the account, from the certificate of its verdict: the one that the page of the programme offers, checked here
 * as there. `undefined`: it is on its way; `null`: the certificate does not show it, or could not be read.
 */
import { useQuery } from '@tanstack/react-query'
import { verdictCause, type VerdictCause } from '@vest/formulas'
import type { Address } from '@vest/protocol'
import { verifyVerdict } from '@vest/sdk'
import { useSessionKeeper } from '../../entities/session/index.ts'
import type { CapitalResult } from '../../live/index.ts'

export function useVerdictCause(account: string, result: CapitalResult): VerdictCause | null | undefined {
  const keeper = useSessionKeeper()
  const { data, isError } = useQuery({
    queryKey: ['private', 'verdict', account],
    queryFn: () => keeper.capital.verdict(account as Address),
    staleTime: Infinity,
    select: ({ certificate, signer }): VerdictCause | null => {
      const checked = verifyVerdict(certificate, signer)
      return checked.ok ? (verdictCause(checked.body) ?? null) : null
    },
    enabled: result !== 'passed',
  })
  return isError ? null : data
}
