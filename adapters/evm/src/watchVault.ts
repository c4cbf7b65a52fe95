/**
 * Watches one vault. It holds a final point (everything up to it is reported and can never change) and the
 * head it has scanned; between the two lie the deposits and completions that are still in doubt. Each poll
 * asks for the head, reads up to it, tells what became of deposits, and moves the final point. Each part in
 * `watch/` owns its state: what is read, what is in doubt, what must lie in the vault, what is final.
 * Handlers that fail are called again: nothing is forgotten, everything may be repeated.
 */
import type { Address, Hex, Id } from '@vest/protocol'
import type { ChainEvents, Confirmations, DepositLog } from '@vest/runtime'
import type { Chain, PublicClient, Transport } from 'viem'
import type { ChainRules } from './chainRules.ts'
import type { ChainPoint, CursorStore } from './cursorFile.ts'
import type { WatchedVault } from './vaultLogs.ts'
import { createVaultNode, type Head } from './vaultNode.ts'
import { createChainReader } from './watch/chainReader.ts'
import { createCompletionTracker } from './watch/completionTracker.ts'
import { createDepositTracker } from './watch/depositTracker.ts'
import { createFinality } from './watch/finality.ts'
import { createReserves } from './watch/reserves.ts'
import { createWantedTimes } from './watch/wantedTimes.ts'

export { FinalityBrokenError } from './watch/chainReader.ts'
export { NodesDisagreeError } from './watch/depositTracker.ts'
export { StateForgottenError } from './watch/reserves.ts'

export interface VaultWatchOptions {
  readonly client: PublicClient<Transport, Chain>
  readonly watched: WatchedVault
  readonly rules: ChainRules
  readonly startBlock: bigint
  /** What the vault held before it: the system's own money. */
  readonly startUsd6: bigint
  readonly rangeBlocks: bigint
  /** Another node's word on a deposit: it is credited, and final, only where that one has it in the same block. */
  readonly confirm?: (log: DepositLog) => Promise<boolean>
  /** Without a deposit or completion in doubt, the final point moves at most this often. */
  readonly finalTimeEveryMs: number
  readonly cursor?: CursorStore
  /** Makes the chain's own memory durable; FINAL waits for it. */
  readonly ensureDurable?: () => Promise<void>
  readonly mineForFinality?: () => Promise<void>
  /** Deposit addresses that hold at least a dollar in a final block. */
  readonly onUnswept?: (forwarders: readonly Address[], blockNumber: bigint) => void
  /** What an operator should know, and what does not hold up the watch. */
  readonly onTrouble?: (error: Error) => void
  readonly nowMs: () => number
  readonly known: readonly { readonly id: Id; readonly txHash: Hex }[]
  readonly events: ChainEvents
}

export interface VaultWatch {
  /** One look at the chain. True = there is more to do at once. */
  poll(): Promise<boolean>
  /** A caller waits for the final point to reach this time; it is told once more when it has. */
  wantFinalTime(timeMs: number): void
  /** The last block that is final and wholly reported; undefined before the first look. */
  finalPoint(): ChainPoint | undefined
  /** Of a deposit or withdrawal that is in a block and not final. */
  confirmationsOf(id: Id): Confirmations | undefined
}

export function watchVault(options: VaultWatchOptions): VaultWatch {
  const { rules, events } = options
  const node = createVaultNode(options)
  const deposits = createDepositTracker(options, node)
  const completions = createCompletionTracker(events)
  const reserves = createReserves(options, node)
  const wanted = createWantedTimes(options.nowMs)
  const finality = createFinality(options, { node, deposits, completions, reserves, wanted })
  const reader = createChainReader(options, {
    node,
    takeOver: (found, isContinued) => {
      deposits.take(found.deposits, isContinued)
      completions.take(found.completions, isContinued)
      reserves.take(found, isContinued)
    },
  })
  let confirmationsToldAt: Hex | undefined

  return {
    poll: async () => {
      const final = finality.point() ?? (await finality.begin())
      const head = await node.headBlock()
      if (reader.isBehind(head, final)) return false
      const target = await reader.nextTarget(head, final)
      const result = await reader.readTo(target, final)
      if (result !== 'READ') return result === 'MOVED'
      if (target !== head) return true
      if (!(await deposits.resolveKnown())) return false
      await deposits.report(head)
      const isMore = await finality.advance(head, final)
      tellConfirmations(head)
      return isMore
    },
    finalPoint: finality.point,
    confirmationsOf,
    wantFinalTime: wanted.add,
  }

  function confirmationsOf(id: Id): Confirmations | undefined {
    const log = deposits.logOf(id) ?? completions.logOf(id)
    const scanned = reader.scanned()
    return log === undefined || scanned === undefined
      ? undefined
      : {
          blockNumber: log.blockNumber,
          txHash: log.txHash,
          count: Number(scanned.number - log.blockNumber) + 1,
          needed: rules.finality.kind === 'depth' ? rules.finality.blocks : undefined,
        }
  }

  function tellConfirmations(head: Head): void {
    if (head.hash === confirmationsToldAt) return
    confirmationsToldAt = head.hash
    const ids = [...deposits.ids(), ...completions.ids()]
    if (ids.length > 0) events.onConfirmations?.(ids)
  }
}
