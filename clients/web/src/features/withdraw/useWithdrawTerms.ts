/**
 * What a withdrawal would cost and when it would leave, before it is asked for: the allowance of 24 hours, and what
 * the exchange says of this sum. Until it has answered, what follows from the quick limit alone.
 */
import { useQuery } from '@tanstack/react-query'
import {
  REFUSAL,
  formatUsd6,
  readDecimal,
  type TimeMs,
  timeMs,
  usd6,
  type Usd6,
  WITHDRAW_DELAY_MS,
} from '@vest/protocol'
import { ApiError } from '@vest/sdk'
import { useSession } from '../../entities/session/index.ts'
import { isDelayed, type WithdrawForm } from './withdrawForm.ts'

export interface Eligible {
  readonly timeMs: TimeMs
  /** Above the quick limit; otherwise others leave before it. */
  readonly isDelayed: boolean
}

export interface Allowance {
  readonly usedUsd6: Usd6
  readonly thresholdUsd6: Usd6
  readonly remainingUsd6: Usd6
}

export interface Shortage {
  readonly availableUsd6: Usd6
  readonly otherChains: readonly number[]
}

export interface WithdrawTerms {
  readonly allowance: Allowance | undefined
  /** Absent = at once, or not known yet. */
  readonly eligible: Eligible | undefined
  /** Less than the sum lies in the vault of the chain: how much, and which chains could pay the sum. */
  readonly shortage: Shortage | undefined
  /** The exchange would refuse it now. */
  readonly refusalCode: number | undefined
}

export function useWithdrawTerms(form: WithdrawForm | undefined, chainId: number | undefined): WithdrawTerms {
  const account = useSession((state) => state.address)
  const client = useSession((state) => state.client)
  const { data } = useQuery({
    queryKey: ['private', 'allowance', account],
    queryFn: () => client.withdrawAllowance(),
    staleTime: 0,
  })
  const asked =
    form?.kind === 'ready' && chainId !== undefined
      ? { chainId, size: formatUsd6(form.size), recipient: form.recipient }
      : undefined
  const { data: quote, error } = useQuery({
    queryKey: ['private', 'withdrawQuote', account, asked],
    queryFn: () => client.withdrawQuote(asked!),
    enabled: asked !== undefined,
    staleTime: 0,
    retry: false,
  })
  const usd = (text: string): Usd6 => usd6(readDecimal(text, 6))
  const allowance = data && {
    usedUsd6: usd(data.used24h),
    thresholdUsd6: usd(data.quickThreshold),
    remainingUsd6: usd(data.quickRemaining),
  }
  const eligible = (): Eligible | undefined => {
    if (form?.size === undefined) return undefined
    if (asked !== undefined && quote !== undefined)
      return quote.eligibleTime === null
        ? undefined
        : { timeMs: timeMs(quote.eligibleTime), isDelayed: !quote.quick }
    if (!isDelayed(form.size, allowance?.remainingUsd6)) return undefined
    return { timeMs: timeMs(Date.now() + (data?.delayMs ?? WITHDRAW_DELAY_MS)), isDelayed: true }
  }
  const shortage = (): Shortage | undefined => {
    if (form?.size === undefined || asked === undefined || quote === undefined || quote.available === null)
      return undefined
    const availableUsd6 = usd(quote.available)
    return availableUsd6 < form.size ? { availableUsd6, otherChains: quote.otherChains } : undefined
  }
  return {
    allowance,
    eligible: eligible(),
    shortage: shortage(),
    // Only a cap says no to the sum itself; a fee above it, no keeper can take and the owner can pay.
    refusalCode:
      error instanceof ApiError && error.code === REFUSAL.TRANSFER_WITHDRAW_CAP_EXCEEDED
        ? error.code
        : undefined,
  }
}
