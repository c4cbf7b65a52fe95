/**
 * Keeps the final point: everything up to it is reported and can never change. The point moves once the memory of the chain
 * is durable and the head still stands; what became final is told before the cursor is written, and the final time after
 * it, so that a death in between repeats and loses nothing. On a chain that makes blocks on demand it asks for them while
 * callers wait.
 */
import { assert } from '@vest/protocol'
import type { ChainEvents, DepositLog } from '@vest/runtime'
import type { Chain, PublicClient, Transport } from 'viem'
import type { ChainRules } from '../chainRules.ts'
import type { ChainCursor, CursorStore } from '../cursorFile.ts'
import type { CompletionLog, WatchedVault } from '../vaultLogs.ts'
import type { Head, VaultNode } from '../vaultNode.ts'
import type { CompletionTracker } from './completionTracker.ts'
import type { DepositTracker } from './depositTracker.ts'
import type { Reserves } from './reserves.ts'
import type { WantedTimes } from './wantedTimes.ts'

/** On a quiet local chain a block is made this often, so that its time goes on and deadlines can pass. */
const QUIET_MAX_MS = 3_600_000

export interface FinalityOptions {
  readonly client: PublicClient<Transport, Chain>
  readonly watched: Pick<WatchedVault, 'chainId'>
  readonly rules: Pick<ChainRules, 'finality'>
  readonly startBlock: bigint
  readonly startUsd6: bigint
  readonly finalTimeEveryMs: number
  readonly cursor?: CursorStore
  readonly ensureDurable?: () => Promise<void>
  readonly mineForFinality?: () => Promise<void>
  readonly nowMs: () => number
  readonly events: Pick<ChainEvents, 'onFinalTime'>
}

export interface FinalityPorts {
  readonly node: Pick<VaultNode, 'blockAt' | 'isCanonical'>
  readonly deposits: Pick<DepositTracker, 'assertConfirmed' | 'finalUpTo' | 'tellFinal' | 'ids'>
  readonly completions: Pick<CompletionTracker, 'finalUpTo' | 'tellFinal' | 'ids'>
  readonly reserves: Pick<Reserves, 'tell' | 'expectedAt' | 'unsweptAt' | 'settle' | 'isTold'>
  readonly wanted: Pick<WantedTimes, 'dueMs' | 'settle'>
}

export interface Finality {
  /** Undefined before the first look. */
  point(): ChainCursor | undefined
  /** The point to begin at: what the cursor holds, or the block before the vault. */
  begin(): Promise<ChainCursor>
  /** Moves the point as far as it can, and tells what became final. True = there is more to do at once. */
  advance(head: Head, after: ChainCursor): Promise<boolean>
}

export function createFinality(
  options: FinalityOptions,
  { node, deposits, completions, reserves, wanted }: FinalityPorts,
): Finality {
  const { client, watched, rules, nowMs, events } = options
  const { blockAt, isCanonical } = node
  let final: ChainCursor | undefined
  let movedMs = 0

  return {
    point: () => final,
    begin: async () => (final = await firstPoint()),
    advance,
  }

  async function firstPoint(): Promise<ChainCursor> {
    const stored = options.cursor?.load()
    if (stored) return stored
    const before = await blockAt(options.startBlock - 1n)
    assert(
      before !== undefined,
      `chain ${watched.chainId} has not reached block ${options.startBlock - 1n}, where the vault begins`,
    )
    return { number: before.number, hash: before.hash, expectedUsd6: options.startUsd6, unswept: [] }
  }

  async function advance(head: Head, after: ChainCursor): Promise<boolean> {
    const finalNumber = await finalBlockNumber(head)
    await deposits.assertConfirmed(finalNumber)
    const state = await reserves.tell(head, after, finalNumber)
    if (state === 'FORGOTTEN' && options.mineForFinality) {
      // Whatever asks for the state of the final block has to find it.
      await options.mineForFinality()
      return true
    }
    const depositsFinal = deposits.finalUpTo(finalNumber)
    const completionsFinal = completions.finalUpTo(finalNumber)
    const isMoving =
      depositsFinal.length + completionsFinal.length > 0 ||
      (finalNumber > after.number && nowMs() - movedMs >= options.finalTimeEveryMs) ||
      (finalNumber >= after.number && (await reachesWanted(head, finalNumber)))
    if (isMoving) {
      await options.ensureDurable?.()
      const point = await blockAt(finalNumber)
      // Asked last: if this head still stands, so does every block below it that we speak of.
      if (point === undefined || !(await isCanonical(head))) return true
      await moveTo(point, after, depositsFinal, completionsFinal)
    }
    return mineIfWaiting(head)
  }

  async function moveTo(
    point: Head,
    after: ChainCursor,
    depositsFinal: readonly DepositLog[],
    completionsFinal: readonly CompletionLog[],
  ): Promise<void> {
    await deposits.tellFinal(depositsFinal)
    await completions.tellFinal(completionsFinal)
    final = {
      number: point.number,
      hash: point.hash,
      expectedUsd6: reserves.expectedAt(after, point.number),
      unswept: reserves.unsweptAt(after, point.number),
    }
    reserves.settle(point.number)
    movedMs = nowMs()
    await options.cursor?.save(final)
    await events.onFinalTime(point.timeMs)
    wanted.settle(point.timeMs)
  }

  async function finalBlockNumber(head: Head): Promise<bigint> {
    if (rules.finality.kind === 'depth') return head.number - BigInt(rules.finality.blocks) + 1n
    const block = await client.getBlock({ blockTag: rules.finality.tag })
    return block.number < head.number ? block.number : head.number
  }

  async function reachesWanted(head: Head, finalNumber: bigint): Promise<boolean> {
    const dueMs = wanted.dueMs(head)
    if (dueMs === Number.POSITIVE_INFINITY) return false
    const point = await blockAt(finalNumber)
    return point !== undefined && point.timeMs >= dueMs
  }

  async function mineIfWaiting(head: Head): Promise<boolean> {
    if (!options.mineForFinality) return false
    const isWaited =
      // Until its reserves are told once, nothing is released on this chain: one that has just begun has no final block yet.
      !reserves.isTold() ||
      deposits.ids().length + completions.ids().length > 0 ||
      wanted.dueMs(head) < Number.POSITIVE_INFINITY
    if (!isWaited && nowMs() - head.timeMs < QUIET_MAX_MS) return false
    await options.mineForFinality()
    return isWaited
  }
}
