/** Single deposits by the hashes of their transactions, for a reader that watches nothing: it has only to tell what is there. */
import { InvariantError, type Hex, type SolanaCarrier } from '@vest/protocol'
import type { DepositLog } from '@vest/runtime'
import { depositLogOf, signatureOf, type LogFacts } from './depositLogs.ts'
import { callChain } from './callChain.ts'
import { vaultMoveOf, type WatchedVault } from './vaultMove.ts'
import { readTransaction } from './watchVault.ts'

export type { WatchedVault as WatchedSolanaVault } from './vaultMove.ts'

/**
 * Undefined: no such transaction is confirmed, it failed, or it brought nothing. `logIndex` is 0: the place of a
 * transaction in its slot is for the watcher to say.
 */
export function createDepositReader(
  options: LogFacts & { readonly ask: SolanaCarrier; readonly watched: WatchedVault },
): (txHash: Hex) => Promise<DepositLog | undefined> {
  const call = callChain(options.ask)
  return async (txHash) => {
    const signature = signatureOf(txHash)
    const answer = await readTransaction(call, signature)
    const move = answer === null ? undefined : vaultMoveOf(answer, options.watched)
    if (move === undefined || move.amount <= 0n) return undefined
    try {
      return depositLogOf(signature, move, options)
    } catch (error) {
      // A node that tells nonsense proves nothing.
      if (error instanceof InvariantError) return undefined
      throw error
    }
  }
}
