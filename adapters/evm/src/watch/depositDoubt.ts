/**
 * What a watch knows of a deposit that is not final yet, and what a look at the chain makes of it: rules alone. They keep
 * nothing and tell nothing; the tracker of deposits does both.
 */
import { TRANSFER_MIN_USD6 } from '@vest/protocol'
import type { DepositLog } from '@vest/runtime'

/**
 * SEEN: not reported yet, or in another block, and credited there: `isCredited`. SOFT: reported. GONE: reported, and no
 * longer on the chain.
 */
export type DepositDoubt =
  | { readonly state: 'SEEN'; readonly log: DepositLog; readonly isCredited: boolean }
  | { readonly state: 'SOFT'; readonly log: DepositLog }
  | { readonly state: 'GONE' }

/** Below a dollar a log is told once, when it is final. */
export const isDust = ({ amountUsd6 }: DepositLog): boolean => amountUsd6 < TRANSFER_MIN_USD6

/** What may be told as final: dust that was not told before, other deposits that were announced. */
export const awaitsFinality = (
  doubt: DepositDoubt,
): doubt is Exclude<DepositDoubt, { readonly state: 'GONE' }> =>
  doubt.state === 'SOFT' || (doubt.state === 'SEEN' && isDust(doubt.log))

/** What may be told for the first time, or again in another block: in a block that lies deep enough. */
export const awaitsReport = (
  doubt: DepositDoubt,
  headNumber: bigint,
  softBlocks: number,
): doubt is Extract<DepositDoubt, { readonly state: 'SEEN' }> =>
  doubt.state === 'SEEN' &&
  !isDust(doubt.log) &&
  headNumber - doubt.log.blockNumber + 1n >= BigInt(softBlocks)

/** Does an account hold its money that has to be told that it is gone? */
const isCredited = (doubt: DepositDoubt | undefined): boolean =>
  doubt !== undefined && (doubt.state !== 'SEEN' || doubt.isCredited)

/** The log was read, whatever was known of the deposit before. */
export function whenFound(before: DepositDoubt | undefined, log: DepositLog): DepositDoubt {
  // In another block than reported, it is reported again: its finality will be that of the new block.
  const isReported = before?.state === 'SOFT' && before.log.blockHash === log.blockHash
  return isReported ? { state: 'SOFT', log } : { state: 'SEEN', log, isCredited: isCredited(before) }
}

/** The blocks were read again, and it is in none of them. Undefined = no account has to be told: it is forgotten. */
export const whenLost = (doubt: DepositDoubt): DepositDoubt | undefined =>
  isCredited(doubt) ? { state: 'GONE' } : undefined

/** A former run has credited it. */
export const whenCredited = (doubt: DepositDoubt): DepositDoubt =>
  doubt.state === 'SEEN' ? { state: 'SEEN', log: doubt.log, isCredited: true } : doubt
