/**
 * Watches one vault. It holds a final point (everything up to it is reported and can never change) and the
 * head it has scanned; between the two lie the deposits and completions that are still in doubt. Each poll
 * asks for the head; if the scanned block is no longer on the chain, everything after the final point is
 * read again, and what is not found again is orphaned. A read counts only if the head was the same before
 * and after it. Where many nodes stand behind one address, what one of them does not have yet is no loss: it is asked
 * for again. Handlers that fail are called again: nothing is forgotten, everything may be repeated.
 */
import { assert, TRANSFER_MIN_USD6, type Address, type Hex, type Id } from '@vest/protocol'
import type { ChainEvents, Confirmations, DepositLog } from '@vest/runtime'
import type { Chain, PublicClient, Transport } from 'viem'
import type { ChainRules } from './chainRules.ts'
import type { ChainCursor, ChainPoint, CursorStore } from './cursorFile.ts'
import { unitsPerUsd6 } from './tokenAmount.ts'
import type { CompletionLog, ReserveMove, VaultLogs, WatchedVault } from './vaultLogs.ts'
import { createVaultNode, type Head } from './vaultNode.ts'

/** What counted as final is gone. Nothing automatic is right any more: stop and reconcile. */
export class FinalityBrokenError extends Error {
  override readonly name = 'FinalityBrokenError'
}

/** Two nodes of one chain tell different stories. It passes, or an operator looks. */
export class NodesDisagreeError extends Error {
  override readonly name = 'NodesDisagreeError'
}

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

/** The node no longer has the state of a final block, so that nothing can be said of the reserves in it. */
export class StateForgottenError extends Error {
  override readonly name = 'StateForgottenError'
}

/**
 * SEEN: not reported yet, or in another block, and credited there: `isCredited`. SOFT: reported. GONE: reported, and no
 * longer on the chain.
 */
type InDoubt =
  | { readonly state: 'SEEN'; readonly log: DepositLog; readonly isCredited: boolean }
  | { readonly state: 'SOFT'; readonly log: DepositLog }
  | { readonly state: 'GONE' }

/** Below a dollar a log is told once, when it is final. */
const isDust = ({ amountUsd6 }: DepositLog): boolean => amountUsd6 < TRANSFER_MIN_USD6

/** What may be told as final: dust that was not told before, other deposits that were announced. */
const awaitsFinality = (doubt: InDoubt): doubt is Exclude<InDoubt, { readonly state: 'GONE' }> =>
  doubt.state === 'SOFT' || (doubt.state === 'SEEN' && isDust(doubt.log))

/** Does an account hold its money that has to be told that it is gone? */
const isCredited = (doubt: InDoubt | undefined): boolean =>
  doubt !== undefined && (doubt.state !== 'SEEN' || doubt.isCredited)

/** After so many parts of the way to the head it is known what was read. */
const RANGES_AT_ONCE = 20n

/**
 * Looks in a row at which a node lacked what was there before. Many nodes answer at one address, some of them a few blocks
 * behind; what all of them lack is gone.
 */
const BEHIND_LOOKS_MAX = 5

/** A local node that came back has states from its new head on: so many blocks on, a final one is among them. */
const STATES_FORGOTTEN_MAX = 4

/** On a quiet local chain a block is made this often, so that its time goes on and deadlines can pass. */
const QUIET_MAX_MS = 3_600_000

export function watchVault(options: VaultWatchOptions): VaultWatch {
  const { client, watched, rules, events, nowMs } = options
  const { headBlock, blockAt, stands, isCanonical, readRange, depositsOf, balancesIn } =
    createVaultNode(options)
  let final: ChainCursor | undefined
  /** Of the scanned blocks behind the final point. */
  let moves: readonly ReserveMove[] = []
  let touched: VaultLogs['touched'] = []
  /** In the newest final block that was looked at. */
  let emptied: { readonly blockNumber: bigint; readonly forwarders: ReadonlySet<Address> } | undefined
  let reservesToldAt: Hex | undefined
  let confirmationsToldAt: Hex | undefined
  /** Looks in a row at final blocks whose state the node no longer had. */
  let statesForgotten = 0
  let finalMovedMs = 0
  let scanned: ChainPoint | undefined
  /** Looks in a row at nodes that are behind what is known; looks at which some of `unresolved` were not found. */
  let behindLooks = 0
  let unknownLooks = 0
  /** Times at which callers wait for the chain to be final. */
  let wantedMs: number[] = []
  let unresolved = [...options.known]
  const deposits = new Map<Id, InDoubt>()
  let completions = new Map<Id, CompletionLog>()

  return {
    poll: async () => {
      final ??= await firstFinalPoint()
      const head = await headBlock()
      if (isBehind(head, scanned ?? final)) return false
      const target = await nextTarget(head, final)
      if (target.hash !== scanned?.hash) {
        const result = await scan(target, final)
        if (result !== 'READ') return result === 'MOVED'
      }
      if (target !== head) return true
      if (!(await resolveKnown())) return false
      await report(head)
      const isMore = await finalize(head, final)
      tellConfirmations(head)
      return isMore
    },
    finalPoint: () => final,
    confirmationsOf: (id) => {
      const log = inDoubt(id)
      return log === undefined || scanned === undefined
        ? undefined
        : {
            blockNumber: log.blockNumber,
            txHash: log.txHash,
            count: Number(scanned.number - log.blockNumber) + 1,
            needed: rules.finality.kind === 'depth' ? rules.finality.blocks : undefined,
          }
    },
    wantFinalTime: (timeMs) => {
      if (!wantedMs.includes(timeMs)) wantedMs.push(timeMs)
    },
  }

  function inDoubt(id: Id): Pick<DepositLog, 'blockNumber' | 'txHash'> | undefined {
    const doubt = deposits.get(id)
    return doubt !== undefined && doubt.state !== 'GONE' ? doubt.log : completions.get(id)
  }

  function tellConfirmations(head: Head): void {
    if (head.hash === confirmationsToldAt) return
    confirmationsToldAt = head.hash
    const ids = [...deposits.keys(), ...completions.keys()]
    if (ids.length > 0) events.onConfirmations?.(ids)
  }

  async function firstFinalPoint(): Promise<ChainCursor> {
    const stored = options.cursor?.load()
    if (stored) return stored
    const before = await blockAt(options.startBlock - 1n)
    assert(
      before !== undefined,
      `chain ${watched.chainId} has not reached block ${options.startBlock - 1n}, where the vault begins`,
    )
    return { number: before.number, hash: before.hash, expectedUsd6: options.startUsd6, unswept: [] }
  }

  /** One node of several that lacks the newest block that we know. A chain that has lost it says so again and again. */
  function isBehind(head: Head, newest: ChainPoint): boolean {
    if (head.number >= newest.number) {
      behindLooks = 0
      return false
    }
    behindLooks += 1
    return behindLooks <= BEHIND_LOOKS_MAX
  }

  // ---------------------------------------------------------------- reading

  /** The head, or a block on the way to it: a watcher far behind reads for hours, and must not begin anew where one answer fails. */
  async function nextTarget(head: Head, after: ChainPoint): Promise<Head> {
    const from = scanned ?? after
    const farthest = from.number + options.rangeBlocks * RANGES_AT_ONCE
    return head.number > farthest ? ((await blockAt(farthest)) ?? head) : head
  }

  /**
   * Reads up to `head`. MOVED: the chain is another one meanwhile. BEHIND: a node that was asked does not have the head
   * yet; its answers would be those of a chain that lost it. In both cases nothing was taken over.
   */
  async function scan(head: Head, after: ChainPoint): Promise<'READ' | 'MOVED' | 'BEHIND'> {
    const continues = await continuesTo(head)
    if (continues === undefined) return 'BEHIND'
    if (!continues) {
      const isFinal = await stands(after)
      if (isFinal === undefined && head.number >= after.number) return 'BEHIND'
      if (isFinal !== true)
        throw new FinalityBrokenError(
          `block ${after.number} of chain ${watched.chainId} was final and is no longer ${after.hash}`,
        )
    }
    const from = (continues ? scanned!.number : after.number) + 1n
    const found = await readRange(from, head.number)
    if (found === undefined) return 'BEHIND'
    if (!(await isCanonical(head))) return 'MOVED'
    if (!continues) {
      const again = new Set(found.deposits.map(({ id }) => id))
      for (const [id, doubt] of deposits)
        if (!again.has(id)) {
          if (isCredited(doubt)) deposits.set(id, { state: 'GONE' })
          else deposits.delete(id)
        }
      completions = new Map()
      moves = []
      touched = []
    }
    moves = [...moves, ...found.moves]
    touched = [...touched, ...found.touched]
    for (const log of found.deposits) {
      const before = deposits.get(log.id)
      // In another block than reported, it is reported again: its finality will be that of the new block.
      const isReported = before?.state === 'SOFT' && before.log.blockHash === log.blockHash
      const doubt: InDoubt = isReported
        ? { state: 'SOFT', log }
        : { state: 'SEEN', log, isCredited: isCredited(before) }
      deposits.set(log.id, doubt)
    }
    for (const completion of found.completions) completions.set(completion.id, completion)
    scanned = head
    return 'READ'
  }

  /** Whether what is scanned leads to the head; undefined = the node that was asked does not have it yet. */
  async function continuesTo(head: Head): Promise<boolean | undefined> {
    if (scanned === undefined || head.number < scanned.number) return false
    return head.parentHash === scanned.hash || (await stands(scanned))
  }

  /**
   * Soft credits of a former run that lie outside the scanned blocks are looked up by their transaction. False = some are not
   * found, and are asked for again before they are called lost.
   */
  async function resolveKnown(): Promise<boolean> {
    const missing: typeof unresolved = []
    for (const known of unresolved) {
      const { id, txHash } = known
      const doubt = deposits.get(id)
      if (doubt === undefined) {
        const log = (await depositsOf(txHash)).find((one) => one.id === id)
        if (log === undefined) missing.push(known)
        else deposits.set(id, { state: 'SOFT', log })
      } else if (doubt.state === 'SEEN') deposits.set(id, { ...doubt, isCredited: true })
    }
    unresolved = missing
    if (missing.length === 0) return true
    unknownLooks += 1
    if (unknownLooks <= BEHIND_LOOKS_MAX) return false
    for (const { id } of missing) deposits.set(id, { state: 'GONE' })
    unresolved = []
    return true
  }

  // ---------------------------------------------------------------- reporting

  async function report(head: Head): Promise<void> {
    for (const [id, doubt] of deposits) {
      if (doubt.state === 'GONE') {
        await events.onDepositOrphaned(id)
        deposits.delete(id)
      } else if (
        doubt.state === 'SEEN' &&
        !isDust(doubt.log) &&
        head.number - doubt.log.blockNumber + 1n >= BigInt(rules.softBlocks) &&
        (await isConfirmed(doubt.log))
      ) {
        await events.onDeposit(doubt.log)
        deposits.set(id, { state: 'SOFT', log: doubt.log })
      }
    }
  }

  async function isConfirmed(log: DepositLog): Promise<boolean> {
    return options.confirm === undefined || (await options.confirm(log))
  }

  /** Of the deposits up to a block, as reported: a second node must still have each where the first has it. */
  async function assertConfirmed(finalNumber: bigint): Promise<void> {
    for (const doubt of deposits.values())
      if (doubt.state !== 'GONE' && doubt.log.blockNumber <= finalNumber)
        if (!awaitsFinality(doubt) || !(await isConfirmed(doubt.log)))
          throw new NodesDisagreeError(
            `the two nodes of chain ${watched.chainId} do not agree on deposit ${doubt.log.id} in block ${doubt.log.blockNumber}`,
          )
  }

  /** Deposit addresses that may hold money after a final block. */
  function unsweptAt(from: ChainCursor, blockNumber: bigint): readonly Address[] {
    const all = new Set(from.unswept)
    for (const one of touched) if (one.blockNumber <= blockNumber) all.add(one.forwarder)
    return [...all].filter(
      (forwarder) => emptied?.blockNumber !== blockNumber || !emptied.forwarders.has(forwarder),
    )
  }

  function expectedAt(from: ChainCursor, blockNumber: bigint): bigint {
    return moves.reduce(
      (sum, move) => (move.blockNumber <= blockNumber ? sum + move.deltaUsd6 : sum),
      from.expectedUsd6,
    )
  }

  /**
   * What the logs up to the newest final block say must be there, and what that block says is. False = the node has
   * forgotten the state of that block: nothing was told.
   */
  async function tellReserves(head: Head, after: ChainCursor, finalNumber: bigint): Promise<boolean> {
    if (finalNumber < after.number) return true
    const point = await blockAt(finalNumber)
    if (point === undefined || point.hash === reservesToldAt) return true
    const holders = [watched.vault, ...unsweptAt(after, finalNumber)]
    const balances = await balancesIn(finalNumber, holders)
    if (balances === undefined) {
      if (statesForgotten === 0)
        options.onTrouble?.(
          new StateForgottenError(
            `the node of chain ${watched.chainId} has no state of block ${finalNumber}: reserves are looked at again in a later one`,
          ),
        )
      statesForgotten += 1
      return false
    }
    statesForgotten = 0
    // A branch that is gone meanwhile says nothing about the logs of this one.
    if (!(await isCanonical(head))) return true
    await events.onReserves({
      blockNumber: finalNumber,
      expectedUsd6: expectedAt(after, finalNumber),
      foundUsd6: balances.reduce((sum, raw) => sum + raw, 0n) / unitsPerUsd6(watched.decimals),
    })
    reservesToldAt = point.hash
    const forwarders = holders.map((holder, at) => ({ holder, raw: balances[at]! })).slice(1)
    emptied = {
      blockNumber: finalNumber,
      forwarders: new Set(forwarders.filter(({ raw }) => raw === 0n).map(({ holder }) => holder)),
    }
    const worthwhile = BigInt(TRANSFER_MIN_USD6) * unitsPerUsd6(watched.decimals)
    const full = forwarders.filter(({ raw }) => raw >= worthwhile)
    if (full.length > 0)
      options.onUnswept?.(
        full.map(({ holder }) => holder),
        finalNumber,
      )
    return true
  }

  async function finalize(head: Head, after: ChainCursor): Promise<boolean> {
    const finalNumber = await finalBlockNumber(head)
    if (options.confirm) await assertConfirmed(finalNumber)
    const isStateKnown = await tellReserves(head, after, finalNumber)
    if (!isStateKnown && options.mineForFinality && statesForgotten <= STATES_FORGOTTEN_MAX) {
      // Whatever asks for the state of the final block has to find it.
      await options.mineForFinality()
      return true
    }
    const depositsFinal = [...deposits.values()]
      .flatMap((doubt) => (awaitsFinality(doubt) && doubt.log.blockNumber <= finalNumber ? [doubt.log] : []))
      .sort((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex)
    const completionsFinal = [...completions.values()].filter((one) => one.blockNumber <= finalNumber)
    const news = depositsFinal.length + completionsFinal.length
    if (
      news > 0 ||
      (finalNumber > after.number && nowMs() - finalMovedMs >= options.finalTimeEveryMs) ||
      (finalNumber >= after.number && (await reachesWanted(head, finalNumber)))
    ) {
      await options.ensureDurable?.()
      const point = await blockAt(finalNumber)
      // Asked last: if this head still stands, so does every block below it that we speak of.
      if (point === undefined || !(await isCanonical(head))) return true
      for (const log of depositsFinal) {
        if (isDust(log)) await events.onDust(log)
        else await events.onDepositFinal(log.id, log.blockHash)
        deposits.delete(log.id)
      }
      for (const { id, txHash, feeUsd6 } of completionsFinal) {
        await events.onWithdrawalCompleted(id, txHash, feeUsd6)
        completions.delete(id)
      }
      final = {
        number: point.number,
        hash: point.hash,
        expectedUsd6: expectedAt(after, point.number),
        unswept: unsweptAt(after, point.number),
      }
      moves = moves.filter(({ blockNumber }) => blockNumber > point.number)
      touched = touched.filter(({ blockNumber }) => blockNumber > point.number)
      finalMovedMs = nowMs()
      await options.cursor?.save(final)
      await events.onFinalTime(point.timeMs)
      wantedMs = wantedMs.filter((timeMs) => timeMs > point.timeMs)
    }
    return mineIfWaiting(head)
  }

  /** Only what has come to pass, by our own clock or the chain's, is worth asking the chain for. */
  function dueMs(head: Head): number {
    const atMs = Math.max(nowMs(), head.timeMs + 1)
    return wantedMs.reduce(
      (least, timeMs) => (timeMs <= atMs && timeMs < least ? timeMs : least),
      Number.POSITIVE_INFINITY,
    )
  }

  async function reachesWanted(head: Head, finalNumber: bigint): Promise<boolean> {
    const wanted = dueMs(head)
    if (wanted === Number.POSITIVE_INFINITY) return false
    const point = await blockAt(finalNumber)
    return point !== undefined && point.timeMs >= wanted
  }

  async function finalBlockNumber(head: Head): Promise<bigint> {
    if (rules.finality.kind === 'depth') return head.number - BigInt(rules.finality.blocks) + 1n
    const block = await client.getBlock({ blockTag: rules.finality.tag })
    return block.number < head.number ? block.number : head.number
  }

  async function mineIfWaiting(head: Head): Promise<boolean> {
    if (!options.mineForFinality) return false
    // Until its reserves are told once, nothing is released on this chain: one that has just begun has no final block yet.
    const isUntold = reservesToldAt === undefined
    const isWaited =
      isUntold || deposits.size + completions.size > 0 || dueMs(head) < Number.POSITIVE_INFINITY
    if (!isWaited && nowMs() - head.timeMs < QUIET_MAX_MS) return false
    await options.mineForFinality()
    return isWaited
  }
}
