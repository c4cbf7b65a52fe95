/**
 * Watches the vault's token account. It holds a final point (the newest transaction that is final, with everything up to
 * it reported) and what it has seen behind it. Each poll lists the transactions behind that point: those that are new are
 * read and reported, those that have become final are reported as final in their order, and those that are gone are
 * orphaned once so many slots are final that they can never come back. Handlers that fail are called again.
 */
import { TRANSFER_MIN_USD6, type Hex, type Id } from '@vest/protocol'
import type { SolanaEvents } from '@vest/runtime'
import { depositLogOf, signatureOf, slotHash, type LogFacts } from './depositLogs.ts'
import type { SolanaCursor, SolanaCursorStore } from './solanaCursor.ts'
import type { CallChain } from './callChain.ts'
import { vaultMoveOf, type TransactionAnswer, type VaultMove, type WatchedVault } from './vaultMove.ts'

export interface SolanaWatchOptions extends LogFacts {
  readonly call: CallChain
  readonly watched: WatchedVault
  readonly cursor: SolanaCursorStore
  readonly known: readonly { readonly id: Id; readonly txHash: Hex }[]
  readonly events: SolanaEvents
}

interface Listed {
  readonly signature: string
  readonly slot: number
  readonly err: unknown
  readonly confirmationStatus: string | null
}
interface Seen {
  readonly slot: number
  readonly move: VaultMove
}

const PAGE = 1_000
/** A transaction whose blockhash is so old is never taken again. */
const GONE_AFTER_SLOTS = 150
const START: SolanaCursor = { signature: undefined, slot: 0, place: 0, expectedUsd6: 0n }

export function watchSolanaVault(options: SolanaWatchOptions): { poll(): Promise<void> } {
  const { call, watched, events, cursor } = options
  let final = cursor.load() ?? START
  /** In the vault after the final point, by the chain. */
  let found: bigint | undefined
  let reservesTold: string | undefined
  let unresolved = [...options.known]
  const seen = new Map<string, Seen>()

  return {
    async poll() {
      const listed = await listBehind(final.signature)
      for (const each of listed) await look(each)
      await orphan(new Set(listed.map(({ signature }) => signature)))
      for (const each of listed) {
        if (each.confirmationStatus !== 'finalized') break
        await finalize(each)
      }
      await tellReserves()
    },
  }

  /** Oldest first; those that failed moved nothing and are left out. */
  async function listBehind(until: string | undefined): Promise<readonly Listed[]> {
    let found: readonly Listed[] = []
    for (;;) {
      const before = found.at(-1)?.signature
      const page = await call<readonly Listed[]>('getSignaturesForAddress', [
        watched.vaultTokenAccount,
        {
          limit: PAGE,
          commitment: 'confirmed',
          ...(until === undefined ? {} : { until }),
          ...(before === undefined ? {} : { before }),
        },
      ])
      found = [...found, ...page]
      if (page.length < PAGE) break
    }
    return found.filter(({ err }) => err === null).toReversed()
  }

  async function look({ signature, slot }: Listed): Promise<void> {
    if (seen.get(signature)?.slot === slot) return
    const answer = await readTransaction(call, signature)
    const move = answer === null ? undefined : vaultMoveOf(answer, watched)
    // The node that listed it has another one's memory by now: the next poll sees it.
    if (move === undefined) throw new Error(`the node lists ${signature} and does not have it`)
    if (isDeposit(move)) await events.onDeposit(depositLogOf(signature, move, options))
    seen.set(signature, { slot, move })
  }

  async function finalize({ signature }: Listed): Promise<void> {
    const { slot, move } = seen.get(signature)!
    const log = depositLogOf(signature, move, options)
    const place = slot === final.slot ? final.place + 1 : 0
    if (isDeposit(move)) await events.onDepositFinal(log.id, slotHash(slot))
    else if (move.amount > 0n) await events.onDust(depositLogOf(signature, move, options, place))
    unresolved = unresolved.filter(({ id }) => id !== log.id)
    final = { signature, slot, place, expectedUsd6: final.expectedUsd6 + move.amount }
    found = move.balanceAfter
    await cursor.save(final)
    seen.delete(signature)
  }

  /** What was credited and is listed no longer, now or before a restart. */
  async function orphan(listed: ReadonlySet<string>): Promise<void> {
    const missing = [...seen].filter(([signature]) => !listed.has(signature))
    const before = unresolved.filter(({ txHash }) => !listed.has(signatureOf(txHash)))
    if (missing.length === 0 && before.length === 0) return
    const finalSlot = await call<number>('getSlot', [{ commitment: 'finalized' }])
    for (const [signature, { slot, move }] of missing) {
      if (finalSlot <= slot + GONE_AFTER_SLOTS) continue
      if (isDeposit(move)) await events.onDepositOrphaned(depositLogOf(signature, move, options).id)
      seen.delete(signature)
    }
    for (const { id, txHash } of before) {
      const answer = await readTransaction(call, signatureOf(txHash))
      // Reported as final before the restart, which the engine may not have heard.
      if (answer !== null && answer.slot <= finalSlot) await events.onDepositFinal(id, slotHash(answer.slot))
      else if (answer === null) await events.onDepositOrphaned(id)
      else continue
      unresolved = unresolved.filter((each) => each.id !== id)
    }
  }

  async function tellReserves(): Promise<void> {
    const at = final.signature ?? ''
    if (reservesTold === at) return
    const foundUsd6 = found ?? (final.signature === undefined ? 0n : await balanceAfter(final.signature))
    await events.onReserves({ blockNumber: BigInt(final.slot), expectedUsd6: final.expectedUsd6, foundUsd6 })
    reservesTold = at
  }

  async function balanceAfter(signature: string): Promise<bigint> {
    const answer = await readTransaction(call, signature)
    const move = answer && vaultMoveOf(answer, watched)
    if (!move) throw new Error(`the node has forgotten ${signature}, which was final`)
    return move.balanceAfter
  }
}

const isDeposit = ({ amount }: VaultMove): boolean => amount >= BigInt(TRANSFER_MIN_USD6)

export const readTransaction = (call: CallChain, signature: string): Promise<TransactionAnswer | null> =>
  call('getTransaction', [
    signature,
    { commitment: 'confirmed', encoding: 'json', maxSupportedTransactionVersion: 0 },
  ])
