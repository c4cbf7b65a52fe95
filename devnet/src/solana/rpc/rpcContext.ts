/** The slot that an answer speaks of. */
import type { LandedTransaction } from '../cluster.ts'
import { BLOCKHASH_SLOTS, type ClusterTime } from '../clusterTime.ts'
import { isFinal } from './rpcParameters.ts'

export const VERSION = { 'solana-core': '3.0.0', 'feature-set': 0 }

export interface RpcContext {
  /** The value as that of now. */
  inContext<Value>(value: Value): {
    readonly context: { readonly slot: number; readonly apiVersion: string }
    readonly value: Value
  }
  /** The newest one, or the newest that is final. */
  slotAt(commitment: unknown): number
  isKnown(landed: LandedTransaction, commitment: unknown): boolean
  latestBlockhash(commitment: unknown): {
    readonly blockhash: string
    readonly lastValidBlockHeight: number
  }
}

export function createRpcContext(time: Pick<ClusterTime, 'slot' | 'finalSlot' | 'blockhash'>): RpcContext {
  const slotAt = (commitment: unknown): number => (isFinal(commitment) ? time.finalSlot() : time.slot())
  return {
    inContext: (value) => ({
      context: { slot: time.slot(), apiVersion: VERSION['solana-core'] },
      value,
    }),
    slotAt,
    isKnown: ({ slot }, commitment) => slot <= slotAt(commitment),
    latestBlockhash(commitment) {
      const slot = slotAt(commitment)
      return { blockhash: time.blockhash(slot), lastValidBlockHeight: slot + BLOCKHASH_SLOTS }
    },
  }
}
