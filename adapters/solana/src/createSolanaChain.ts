/**
 * Solana behind its port: one vault, watched by polling and woken by news, and single transactions looked at on demand. A
 * node that starts when it is needed is left asleep until there is something to watch.
 */
import { formatUsd6, InvariantError, type SolanaCarrier, TRANSFER_MIN_USD6, usd6 } from '@vest/protocol'
import type { SolanaChain, SolanaDepositFound, SolanaPayouts } from '@vest/runtime'
import { depositLogOf, type LogFacts } from './depositLogs.ts'
import { solanaCursorFile } from './solanaCursor.ts'
import { callChain } from './callChain.ts'
import { accountOf, vaultMoveOf, type WatchedVault } from './vaultMove.ts'
import { readTransaction, watchSolanaVault } from './watchVault.ts'

export interface SolanaChainOptions extends LogFacts {
  readonly ask: SolanaCarrier
  readonly watched: WatchedVault
  /** The owner of the vault's token account: wallets find that account by themselves. */
  readonly depositAddress: string
  readonly cursorPath: string
  /** Absent: nothing is sent there. */
  readonly payouts?: SolanaPayouts | undefined
  readonly pollMs: number
  /** False: nothing was ever sent there, and no watch is needed until `onActivity` says otherwise. */
  readonly isUsed?: () => boolean
  readonly onActivity?: (listener: () => void) => () => void
  /** It was held up, and tries again. */
  readonly onTrouble: (error: Error) => void
  /** It has stopped and must not go on by itself. */
  readonly onFailure: (error: Error) => void
}

const TROUBLE_WAIT_MAX_MS = 10_000

export function createSolanaChain(options: SolanaChainOptions): SolanaChain {
  const { watched, isUsed = () => true, onTrouble } = options
  const call = callChain(options.ask)
  let stop: () => Promise<void> = async () => undefined
  return {
    depositAddress: options.depositAddress,
    ...(options.payouts === undefined ? {} : { payouts: options.payouts }),
    async start(known, events) {
      const watch = watchSolanaVault({
        ...options,
        call,
        known,
        events,
        cursor: solanaCursorFile(options.cursorPath),
      })
      let isStopped = false
      let timer: NodeJS.Timeout | undefined
      let running: Promise<void> | undefined
      let isWoken = false
      let waitMs = options.pollMs

      const run = async (): Promise<void> => {
        clearTimeout(timer)
        do {
          isWoken = false
          try {
            await watch.poll()
            waitMs = options.pollMs
          } catch (error) {
            if (error instanceof InvariantError) {
              isStopped = true
              options.onFailure(error)
              return
            }
            onTrouble(error as Error)
            waitMs = Math.min(waitMs * 2, TROUBLE_WAIT_MAX_MS)
          }
        } while (isWoken && !isStopped)
        if (!isStopped) timer = setTimeout(wake, waitMs).unref()
      }
      function wake(): void {
        isWoken = true
        if (isStopped || running !== undefined) return
        running = run().finally(() => (running = undefined))
      }
      const unsubscribe = options.onActivity?.(wake)
      if (known.length > 0 || isUsed()) wake()
      stop = async () => {
        isStopped = true
        unsubscribe?.()
        clearTimeout(timer)
        await running
      }
    },
    stop: () => stop(),
    async depositOf(signature): Promise<SolanaDepositFound> {
      const answer = await readTransaction(call, signature)
      if (answer === null) return { refusal: 'No such transaction is confirmed on Solana' }
      const move = vaultMoveOf(answer, watched)
      if (move === undefined) return { refusal: 'The transaction failed on Solana' }
      if (move.amount <= 0n) return { refusal: 'The transaction brought no USDC to the deposit address' }
      if (move.amount < BigInt(TRANSFER_MIN_USD6))
        return { refusal: `The transaction brought less than ${formatUsd6(usd6(TRANSFER_MIN_USD6))} USDC` }
      if (accountOf(move.memos) === undefined)
        return {
          refusal:
            move.memos.length > 1
              ? 'The transaction has more than one memo'
              : 'The transaction has no memo that names an account',
        }
      return { log: depositLogOf(signature, move, options) }
    },
  }
}
