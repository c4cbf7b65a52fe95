/**
 * Reckons by the logs what must lie in the vault and at its deposit addresses, and tells at each new final block what the
 * block says lies there. It tells nothing where the node no longer has the state of that block, and nothing of a branch that
 * is gone meanwhile.
 */
import { TRANSFER_MIN_USD6, type Address, type Hex } from '@vest/protocol'
import type { ChainEvents } from '@vest/runtime'
import type { ChainCursor } from '../cursorFile.ts'
import { unitsPerUsd6 } from '../tokenAmount.ts'
import type { ReserveMove, VaultLogs, WatchedVault } from '../vaultLogs.ts'
import type { Head, VaultNode } from '../vaultNode.ts'

/** The node no longer has the state of a final block, so that nothing can be said of the reserves in it. */
export class StateForgottenError extends Error {
  override readonly name = 'StateForgottenError'
}

/** A local node that came back has states from its new head on: so many blocks on, a final one is among them. */
const STATES_FORGOTTEN_MAX = 4

export interface ReservesOptions {
  readonly watched: WatchedVault
  readonly events: Pick<ChainEvents, 'onReserves'>
  readonly onUnswept?: (forwarders: readonly Address[], blockNumber: bigint) => void
  readonly onTrouble?: (error: Error) => void
}

export interface Reserves {
  /** Takes over what was read, after what was read before or instead of it. */
  take(found: Pick<VaultLogs, 'moves' | 'touched'>, isContinued: boolean): void
  /**
   * What the logs up to the newest final block say must be there, and what that block says is. FORGOTTEN: the node has no
   * state of that block, and may have one of a block a little later. LOST: it has had none for so long that more blocks
   * help no more. In both cases nothing was told.
   */
  tell(head: Head, after: ChainCursor, finalNumber: bigint): Promise<'KNOWN' | 'FORGOTTEN' | 'LOST'>
  /** What lies in the vault after a block, by the logs up to it. */
  expectedAt(after: ChainCursor, blockNumber: bigint): bigint
  /** Deposit addresses that may hold money after a final block. */
  unsweptAt(after: ChainCursor, blockNumber: bigint): readonly Address[]
  /** The final point has come to this block: the cursor holds what the logs up to it say. */
  settle(blockNumber: bigint): void
  isTold(): boolean
}

export function createReserves(
  { watched, events, onUnswept, onTrouble }: ReservesOptions,
  { blockAt, isCanonical, balancesIn }: Pick<VaultNode, 'blockAt' | 'isCanonical' | 'balancesIn'>,
): Reserves {
  /** Of the scanned blocks behind the final point. */
  let moves: readonly ReserveMove[] = []
  let touched: VaultLogs['touched'] = []
  /** In the newest final block that was looked at. */
  let emptied: { readonly blockNumber: bigint; readonly forwarders: ReadonlySet<Address> } | undefined
  let toldAt: Hex | undefined
  /** Looks in a row at final blocks whose state the node no longer had. */
  let statesForgotten = 0

  return { take, tell, expectedAt, unsweptAt, settle, isTold: () => toldAt !== undefined }

  function take(found: Pick<VaultLogs, 'moves' | 'touched'>, isContinued: boolean): void {
    moves = isContinued ? [...moves, ...found.moves] : found.moves
    touched = isContinued ? [...touched, ...found.touched] : found.touched
  }

  function expectedAt(after: ChainCursor, blockNumber: bigint): bigint {
    return moves.reduce(
      (sum, move) => (move.blockNumber <= blockNumber ? sum + move.deltaUsd6 : sum),
      after.expectedUsd6,
    )
  }

  function unsweptAt(after: ChainCursor, blockNumber: bigint): readonly Address[] {
    const all = new Set(after.unswept)
    for (const one of touched) if (one.blockNumber <= blockNumber) all.add(one.forwarder)
    return [...all].filter(
      (forwarder) => emptied?.blockNumber !== blockNumber || !emptied.forwarders.has(forwarder),
    )
  }

  async function tell(
    head: Head,
    after: ChainCursor,
    finalNumber: bigint,
  ): Promise<'KNOWN' | 'FORGOTTEN' | 'LOST'> {
    if (finalNumber < after.number) return 'KNOWN'
    const point = await blockAt(finalNumber)
    if (point === undefined || point.hash === toldAt) return 'KNOWN'
    const holders = [watched.vault, ...unsweptAt(after, finalNumber)]
    const balances = await balancesIn(finalNumber, holders)
    if (balances === undefined) return forgotten(finalNumber)
    statesForgotten = 0
    // A branch that is gone meanwhile says nothing about the logs of this one.
    if (!(await isCanonical(head))) return 'KNOWN'
    await events.onReserves({
      blockNumber: finalNumber,
      expectedUsd6: expectedAt(after, finalNumber),
      foundUsd6: balances.reduce((sum, raw) => sum + raw, 0n) / unitsPerUsd6(watched.decimals),
    })
    toldAt = point.hash
    tellUnswept(holders.map((holder, at) => ({ holder, raw: balances[at]! })).slice(1), finalNumber)
    return 'KNOWN'
  }

  function forgotten(finalNumber: bigint): 'FORGOTTEN' | 'LOST' {
    if (statesForgotten === 0)
      onTrouble?.(
        new StateForgottenError(
          `the node of chain ${watched.chainId} has no state of block ${finalNumber}: reserves are looked at again in a later one`,
        ),
      )
    statesForgotten += 1
    return statesForgotten <= STATES_FORGOTTEN_MAX ? 'FORGOTTEN' : 'LOST'
  }

  function tellUnswept(
    forwarders: readonly { readonly holder: Address; readonly raw: bigint }[],
    blockNumber: bigint,
  ): void {
    emptied = {
      blockNumber,
      forwarders: new Set(forwarders.filter(({ raw }) => raw === 0n).map(({ holder }) => holder)),
    }
    const worthwhile = BigInt(TRANSFER_MIN_USD6) * unitsPerUsd6(watched.decimals)
    const full = forwarders.filter(({ raw }) => raw >= worthwhile)
    if (full.length > 0)
      onUnswept?.(
        full.map(({ holder }) => holder),
        blockNumber,
      )
  }

  function settle(blockNumber: bigint): void {
    moves = moves.filter((move) => move.blockNumber > blockNumber)
    touched = touched.filter((one) => one.blockNumber > blockNumber)
  }
}
