/**
 * From when on a withdrawal may be approved, before it is asked for: what the exchange says of this sum, and until it
 * has answered what follows from the quick limit alone. Absent = at once.
 */
import { useQuery } from '@tanstack/react-query'
import { formatUsd6, readDecimal, type TimeMs, timeMs, usd6, WITHDRAW_DELAY_MS } from '@vest/protocol'
import { useSession } from '../../entities/session/index.ts'
import { isDelayed, type WithdrawForm } from './withdrawForm.ts'

export interface Eligible {
  readonly timeMs: TimeMs
  /** Above the quick limit; otherwise others leave before it. */
  readonly isDelayed: boolean
}

export function useEligibleTime(
  form: WithdrawForm | undefined,
  chainId: number | undefined,
): Eligible | undefined {
  const account = useSession((state) => state.address)
  const client = useSession((state) => state.client)
  const { data: allowance } = useQuery({
    queryKey: ['private', 'allowance', account],
    queryFn: () => client.withdrawAllowance(),
    staleTime: 0,
  })
  const asked =
    form?.kind === 'ready' && chainId !== undefined
      ? { chainId, size: formatUsd6(form.size), recipient: form.recipient }
      : undefined
  const { data: quote } = useQuery({
    queryKey: ['private', 'withdrawQuote', account, asked],
    queryFn: () => client.withdrawQuote(asked!),
    enabled: asked !== undefined,
    staleTime: 0,
    retry: false,
  })
  if (form?.size === undefined) return undefined
  if (asked !== undefined && quote !== undefined)
    return quote.eligibleTime === null
      ? undefined
      : { timeMs: timeMs(quote.eligibleTime), isDelayed: !quote.quick }
  const left = allowance === undefined ? undefined : usd6(readDecimal(allowance.quickRemaining, 6))
  if (!isDelayed(form.size, left)) return undefined
  return { timeMs: timeMs(Date.now() + (allowance?.delayMs ?? WITHDRAW_DELAY_MS)), isDelayed: true }
}
