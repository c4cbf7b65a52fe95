/**
 * Keeps the deposits that are in doubt, from the block that holds them to the final one, and tells of them: credited, gone,
 * final. A deposit changes its state only after the handler that was told of it has ended, so a handler that fails is called
 * again at the next look.
 */
import type { Hex, Id } from '@vest/protocol'
import type { ChainEvents, DepositLog } from '@vest/runtime'
import type { ChainRules } from '../chainRules.ts'
import type { WatchedVault } from '../vaultLogs.ts'
import { BEHIND_LOOKS_MAX, type Head, type VaultNode } from '../vaultNode.ts'
import {
  awaitsFinality,
  awaitsReport,
  isDust,
  whenCredited,
  whenFound,
  whenLost,
  type DepositDoubt,
} from './depositDoubt.ts'

/** Two nodes of one chain tell different stories. It passes, or an operator looks. */
export class NodesDisagreeError extends Error {
  override readonly name = 'NodesDisagreeError'
}

export interface DepositTrackerOptions {
  readonly watched: Pick<WatchedVault, 'chainId'>
  readonly rules: Pick<ChainRules, 'softBlocks'>
  /** Soft credits of a former run. */
  readonly known: readonly { readonly id: Id; readonly txHash: Hex }[]
  readonly confirm?: (log: DepositLog) => Promise<boolean>
  readonly events: Pick<ChainEvents, 'onDeposit' | 'onDepositOrphaned' | 'onDepositFinal' | 'onDust'>
}

export interface DepositTracker {
  /** Takes over what was read; where the scan began anew, what is not found again is lost. */
  take(found: readonly DepositLog[], isContinued: boolean): void
  /**
   * Soft credits of a former run that lie outside the scanned blocks are looked up by their transaction. False = some are not
   * found, and are asked for again before they are called lost.
   */
  resolveKnown(): Promise<boolean>
  /** Tells of deposits that are deep enough below this head, and of those that are gone. */
  report(head: Head): Promise<void>
  /** Of the deposits up to a block, as reported: a second node must still have each where the first has it. */
  assertConfirmed(finalNumber: bigint): Promise<void>
  /** What may be told as final up to a block, in the order of the chain. */
  finalUpTo(finalNumber: bigint): readonly DepositLog[]
  tellFinal(logs: readonly DepositLog[]): Promise<void>
  /** Absent where it is not in doubt or no longer on the chain. */
  logOf(id: Id): DepositLog | undefined
  ids(): readonly Id[]
}

export function createDepositTracker(
  { watched, rules, known, confirm, events }: DepositTrackerOptions,
  { depositsOf }: Pick<VaultNode, 'depositsOf'>,
): DepositTracker {
  const deposits = new Map<Id, DepositDoubt>()
  let unresolved = [...known]
  /** Looks at which some of `unresolved` were not found. */
  let unknownLooks = 0

  return {
    take,
    resolveKnown,
    report,
    assertConfirmed,
    finalUpTo: (finalNumber) =>
      [...deposits.values()]
        .flatMap((doubt) =>
          awaitsFinality(doubt) && doubt.log.blockNumber <= finalNumber ? [doubt.log] : [],
        )
        .sort((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex),
    tellFinal,
    logOf: (id) => {
      const doubt = deposits.get(id)
      return doubt === undefined || doubt.state === 'GONE' ? undefined : doubt.log
    },
    ids: () => [...deposits.keys()],
  }

  function take(found: readonly DepositLog[], isContinued: boolean): void {
    if (!isContinued) loseAllBut(new Set(found.map(({ id }) => id)))
    for (const log of found) deposits.set(log.id, whenFound(deposits.get(log.id), log))
  }

  function loseAllBut(again: ReadonlySet<Id>): void {
    for (const [id, doubt] of deposits) {
      if (again.has(id)) continue
      const lost = whenLost(doubt)
      if (lost === undefined) deposits.delete(id)
      else deposits.set(id, lost)
    }
  }

  async function resolveKnown(): Promise<boolean> {
    const missing: typeof unresolved = []
    for (const one of unresolved) {
      const { id, txHash } = one
      const doubt = deposits.get(id)
      if (doubt === undefined) {
        const log = (await depositsOf(txHash)).find((deposit) => deposit.id === id)
        if (log === undefined) missing.push(one)
        else deposits.set(id, { state: 'SOFT', log })
      } else deposits.set(id, whenCredited(doubt))
    }
    unresolved = missing
    if (missing.length === 0) return true
    unknownLooks += 1
    if (unknownLooks <= BEHIND_LOOKS_MAX) return false
    for (const { id } of missing) deposits.set(id, { state: 'GONE' })
    unresolved = []
    return true
  }

  async function report(head: Head): Promise<void> {
    for (const [id, doubt] of deposits) {
      if (doubt.state === 'GONE') {
        await events.onDepositOrphaned(id)
        deposits.delete(id)
      } else if (awaitsReport(doubt, head.number, rules.softBlocks) && (await isConfirmed(doubt.log))) {
        await events.onDeposit(doubt.log)
        deposits.set(id, { state: 'SOFT', log: doubt.log })
      }
    }
  }

  async function isConfirmed(log: DepositLog): Promise<boolean> {
    return confirm === undefined || (await confirm(log))
  }

  async function assertConfirmed(finalNumber: bigint): Promise<void> {
    if (confirm === undefined) return
    for (const doubt of deposits.values())
      if (doubt.state !== 'GONE' && doubt.log.blockNumber <= finalNumber)
        if (!awaitsFinality(doubt) || !(await isConfirmed(doubt.log)))
          throw new NodesDisagreeError(
            `the two nodes of chain ${watched.chainId} do not agree on deposit ${doubt.log.id} in block ${doubt.log.blockNumber}`,
          )
  }

  async function tellFinal(logs: readonly DepositLog[]): Promise<void> {
    for (const log of logs) {
      if (isDust(log)) await events.onDust(log)
      else await events.onDepositFinal(log.id, log.blockHash)
      deposits.delete(log.id)
    }
  }
}
