/**
 * Withdrawals to Solana behind their burn: attested to, delivered, and completed once the money that was made there is
 * final. It keeps no truth of its own: what was burned and what was made say the chains, and delivering twice gives the
 * same transaction. From the burn on nothing is refunded.
 */
import type { TransferRecord } from '@vest/engine'
import { assert, CHAIN_SOLANA, type Hex, type Id, type Usd6 } from '@vest/protocol'
import type { ChainAdapter, SolanaBurn, SolanaPayouts } from '@vest/runtime'
import type { Logger } from '../logger.ts'
import type { WorkQueue } from './workQueue.ts'

/** How far one of them is. */
export interface PayoutProgress {
  readonly burnTxHash: Hex
  readonly burnTimeMs: number
  /** Burned and made may both be told of one that is done. */
  readonly isAttested: boolean
  /** When the money should be there. */
  readonly expectedTimeMs: number
}

export interface SolanaPayoutDesk {
  readonly payouts: SolanaPayouts
  /** Undefined: not burned yet, or done before this start and not looked up since. */
  progressOf(id: Id): PayoutProgress | undefined
  /** Its burn is final. */
  onBurned(transfer: TransferRecord, burn: Omit<SolanaBurn, 'timeMs'>): void
  /** Looks for burns that are not known: after a restart, or where word of one was lost. */
  findBurns(open: Iterable<TransferRecord>): void
  /** Looks up the burn of one that is done and of which nothing is known since this start: its log tells. */
  recall(transfer: TransferRecord): void
  stop(): void
}

export interface SolanaPayoutOptions {
  readonly payouts: SolanaPayouts
  /** The chain whose vault burns. */
  readonly home: ChainAdapter
  readonly queue: WorkQueue
  readonly logger: Logger
  readonly nowMs: () => number
  readonly complete: (done: {
    readonly id: Id
    readonly txHash: Hex
    readonly feeUsd6: Usd6
  }) => Promise<void>
  readonly lookMs: number
  /** It is further than before. */
  readonly onProgress?: (id: Id) => void
  /** The burn of one that is done is known again. */
  readonly onRecalled?: (transfer: TransferRecord) => void
}

interface Burned extends SolanaBurn {
  /** The wallet that was signed for. */
  readonly owner: string
}

/** Those that are done are told of so long as there are no more than these. */
const REMEMBERED_MAX = 1_000

export function createSolanaPayouts(options: SolanaPayoutOptions): SolanaPayoutDesk {
  const { payouts, home, queue, logger, nowMs } = options
  const burns = new Map<Id, Burned>()
  const progress = new Map<Id, PayoutProgress>()
  const told = new Set<Id>()
  let timer: NodeJS.Timeout | undefined

  function follow(id: Id, burn: Burned): void {
    if (burns.has(id)) return
    burns.set(id, burn)
    remember(id, {
      burnTxHash: burn.txHash,
      burnTimeMs: burn.timeMs,
      isAttested: false,
      expectedTimeMs: burn.timeMs + payouts.estimateMs,
    })
    timer ??= setInterval(lookAtAll, options.lookMs).unref()
    lookAtAll()
  }
  function remember(id: Id, now: PayoutProgress): void {
    const before = progress.get(id)
    progress.set(id, now)
    if (before?.isAttested !== now.isAttested) options.onProgress?.(id)
    for (const old of progress.keys()) {
      if (progress.size <= REMEMBERED_MAX) break
      if (!burns.has(old)) progress.delete(old)
    }
  }
  function lookAtAll(): void {
    for (const [id, burn] of burns) queue.add(`payout ${id}`, () => look(id, burn))
    if (burns.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
  async function look(id: Id, burn: Burned): Promise<void> {
    tellLate(id, burn)
    const attested = await payouts.attestationOf(burn.txHash)
    if (attested === undefined) return
    remember(id, { ...progress.get(id)!, isAttested: true })
    const made = await payouts.deliver(attested, burn.owner)
    if (!made.isFinal) return
    await options.complete({ id, txHash: made.txHash, feeUsd6: burn.feeUsd6 })
    burns.delete(id)
    told.delete(id)
  }
  function tellLate(id: Id, burn: SolanaBurn): void {
    if (told.has(id) || nowMs() < burn.timeMs + 2 * payouts.estimateMs) return
    told.add(id)
    logger.error({ id, txHash: burn.txHash }, 'a withdrawal was burned and is late on Solana')
  }

  return {
    payouts,
    progressOf: (id) => progress.get(id),
    onBurned({ id, recipient }, burn) {
      assert(recipient !== undefined, 'a withdrawal without a recipient')
      follow(id, { ...burn, timeMs: nowMs(), owner: recipient })
    },
    findBurns(open) {
      for (const { id, chainId, recipient } of open)
        if (chainId === CHAIN_SOLANA && recipient !== undefined && !burns.has(id))
          queue.add(`burn ${id}`, async () => {
            const burn = await home.solanaBurn?.(id)
            if (burn !== undefined) follow(id, { ...burn, owner: recipient })
          })
    },
    recall(transfer) {
      const { id, chainId, status } = transfer
      if (chainId !== CHAIN_SOLANA || status !== 'FILLED' || progress.has(id)) return
      queue.add(`done burn ${id}`, async () => {
        const burn = await home.solanaBurn?.(id)
        if (burn === undefined || progress.has(id)) return
        const { txHash, timeMs } = burn
        remember(id, {
          burnTxHash: txHash,
          burnTimeMs: timeMs,
          isAttested: true,
          expectedTimeMs: timeMs + payouts.estimateMs,
        })
        options.onRecalled?.(transfer)
      })
    },
    stop: () => clearInterval(timer),
  }
}
