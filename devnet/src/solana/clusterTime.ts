/**
 * The time of devnet's Solana cluster. Slots pass by the clock and blockhashes follow from their slot, so that nothing has
 * to run for either, and a restart finds both where they would have been.
 */
import { createHash } from 'node:crypto'
import { getBase58Decoder } from '@solana/kit'

export const SLOT_MS = 400
/** A transaction is taken while its blockhash is among the newest so many. */
export const BLOCKHASH_SLOTS = 150
/** A slot is final after so many more: two seconds, where the real network takes thirteen. */
export const FINAL_AFTER_SLOTS = 5
/** Before the first there is nothing, and it is final. */
const FIRST_SLOT = FINAL_AFTER_SLOTS + 1
export const SLOTS_PER_EPOCH = 432_000

export interface ClusterTime {
  readonly genesisHash: string
  /** The newest; never less than before, whatever the clock does. */
  slot(): number
  finalSlot(): number
  /** From now until a slot is final. */
  untilFinalMs(slot: number): number
  blockhash(slot: number): string
  /** The slot of a blockhash that transactions may still name. */
  slotOf(blockhash: string): number | undefined
}

export function createClusterTime(options: {
  readonly genesisMs: number
  readonly seed: string
  /** Of the newest transaction: time goes on from there. */
  readonly slotMin: number
  readonly nowMs: () => number
}): ClusterTime {
  const { genesisMs, seed, nowMs } = options
  let newest = options.slotMin
  const slot = (): number => {
    newest = Math.max(newest, FIRST_SLOT + Math.floor((nowMs() - genesisMs) / SLOT_MS))
    return newest
  }
  const hashOf = (text: string): string =>
    getBase58Decoder().decode(createHash('sha256').update(`${seed}:${text}`).digest())
  const blockhash = (of: number): string => hashOf(String(of))
  return {
    genesisHash: hashOf('genesis'),
    slot,
    finalSlot: () => slot() - FINAL_AFTER_SLOTS,
    untilFinalMs: (of) =>
      Math.max(0, (of + FINAL_AFTER_SLOTS - FIRST_SLOT) * SLOT_MS - (nowMs() - genesisMs)),
    blockhash,
    slotOf(hash) {
      const now = slot()
      for (let of = now; of >= Math.max(0, now - BLOCKHASH_SLOTS); of -= 1)
        if (blockhash(of) === hash) return of
      return undefined
    },
  }
}
