/**
 * Reads the chain from the final point to its head and remembers how far. If the scanned block is no longer on the chain,
 * everything after the final point is read again. A read counts only if the head was the same before and after it: then it is
 * taken over whole, otherwise nothing of it is. Where many nodes stand behind one address, what one of them does not have yet
 * is no loss: it is asked for again.
 */
import type { ChainPoint } from '../cursorFile.ts'
import type { VaultLogs, WatchedVault } from '../vaultLogs.ts'
import { BEHIND_LOOKS_MAX, type Head, type VaultNode } from '../vaultNode.ts'

/** What counted as final is gone. Nothing automatic is right any more: stop and reconcile. */
export class FinalityBrokenError extends Error {
  override readonly name = 'FinalityBrokenError'
}

/** After so many parts of the way to the head it is known what was read. */
const RANGES_AT_ONCE = 20n

export interface ChainReaderOptions {
  readonly watched: Pick<WatchedVault, 'chainId'>
  readonly rangeBlocks: bigint
}

export interface ChainReaderPorts {
  readonly node: Pick<VaultNode, 'blockAt' | 'stands' | 'isCanonical' | 'readRange'>
  /** Takes over what was read: after what was scanned before, or instead of it. */
  readonly takeOver: (found: VaultLogs, isContinued: boolean) => void
}

export interface ChainReader {
  /** One node of several that lacks the newest block that we know. A chain that has lost it says so again and again. */
  isBehind(head: Head, final: ChainPoint): boolean
  /** The head, or a block on the way to it: a watcher far behind reads for hours, and must not begin anew where one answer fails. */
  nextTarget(head: Head, final: ChainPoint): Promise<Head>
  /**
   * Reads up to `target`. MOVED: the chain is another one meanwhile. BEHIND: a node that was asked does not have the target
   * yet; its answers would be those of a chain that lost it. In both cases nothing was taken over.
   */
  readTo(target: Head, final: ChainPoint): Promise<'READ' | 'MOVED' | 'BEHIND'>
  /** The block up to which everything was read; undefined before the first read. */
  scanned(): ChainPoint | undefined
}

export function createChainReader(
  { watched, rangeBlocks }: ChainReaderOptions,
  { node, takeOver }: ChainReaderPorts,
): ChainReader {
  const { blockAt, stands, isCanonical, readRange } = node
  let scanned: ChainPoint | undefined
  /** Looks in a row at nodes that are behind what is known. */
  let behindLooks = 0

  return { isBehind, nextTarget, readTo, scanned: () => scanned }

  function isBehind(head: Head, final: ChainPoint): boolean {
    if (head.number >= (scanned ?? final).number) {
      behindLooks = 0
      return false
    }
    behindLooks += 1
    return behindLooks <= BEHIND_LOOKS_MAX
  }

  async function nextTarget(head: Head, final: ChainPoint): Promise<Head> {
    const farthest = (scanned ?? final).number + rangeBlocks * RANGES_AT_ONCE
    return head.number > farthest ? ((await blockAt(farthest)) ?? head) : head
  }

  async function readTo(target: Head, final: ChainPoint): Promise<'READ' | 'MOVED' | 'BEHIND'> {
    if (target.hash === scanned?.hash) return 'READ'
    const isContinued = await continuesTo(target)
    if (isContinued === undefined) return 'BEHIND'
    if (!isContinued) {
      const isFinal = await stands(final)
      if (isFinal === undefined && target.number >= final.number) return 'BEHIND'
      if (isFinal !== true)
        throw new FinalityBrokenError(
          `block ${final.number} of chain ${watched.chainId} was final and is no longer ${final.hash}`,
        )
    }
    const from = (isContinued ? scanned! : final).number + 1n
    const found = await readRange(from, target.number)
    if (found === undefined) return 'BEHIND'
    if (!(await isCanonical(target))) return 'MOVED'
    takeOver(found, isContinued)
    scanned = target
    return 'READ'
  }

  /** Whether what is scanned leads to the target; undefined = the node that was asked does not have it yet. */
  async function continuesTo(target: Head): Promise<boolean | undefined> {
    if (scanned === undefined || target.number < scanned.number) return false
    return target.parentHash === scanned.hash || (await stands(scanned))
  }
}
