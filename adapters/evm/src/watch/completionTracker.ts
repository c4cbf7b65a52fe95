/**
 * Keeps the withdrawals whose completion is in a block that is not final, and tells of each once its block is. What a scan
 * that began anew does not find again is forgotten: it was never told.
 */
import type { Id } from '@vest/protocol'
import type { ChainEvents } from '@vest/runtime'
import type { CompletionLog } from '../vaultLogs.ts'

export interface CompletionTracker {
  take(found: readonly CompletionLog[], isContinued: boolean): void
  finalUpTo(finalNumber: bigint): readonly CompletionLog[]
  tellFinal(logs: readonly CompletionLog[]): Promise<void>
  logOf(id: Id): CompletionLog | undefined
  ids(): readonly Id[]
}

export function createCompletionTracker(
  events: Pick<ChainEvents, 'onWithdrawalCompleted'>,
): CompletionTracker {
  const completions = new Map<Id, CompletionLog>()
  return {
    take: (found, isContinued) => {
      if (!isContinued) completions.clear()
      for (const completion of found) completions.set(completion.id, completion)
    },
    finalUpTo: (finalNumber) =>
      [...completions.values()].filter(({ blockNumber }) => blockNumber <= finalNumber),
    tellFinal: async (logs) => {
      for (const { id, txHash, feeUsd6 } of logs) {
        await events.onWithdrawalCompleted(id, txHash, feeUsd6)
        completions.delete(id)
      }
    },
    logOf: (id) => completions.get(id),
    ids: () => [...completions.keys()],
  }
}
