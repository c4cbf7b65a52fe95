/**
 * Where each unfinished transfer stands, for its owner to see: what it waits for, until when, and how many blocks confirm
 * it. It holds no truth: statuses say the engine, blocks the chains, reasons the bridge when it last tried. After a
 * restart a reason is unknown until the bridge has tried again, and the time of a signature for good.
 */
import type { TransferRecord } from '@vest/engine'
import {
  CHAIN_SOLANA,
  hexToBytes,
  WITHDRAW_DEADLINE_MS,
  type Hex,
  type Id,
  type TransferProgress,
  type TransferWait,
} from '@vest/protocol'
import type { Chains } from '../chains.ts'
import type { SolanaPayoutDesk } from './solanaPayouts.ts'

/** What the bridge met when it last tried to bring an approved withdrawal on its way. */
export type Obstacle = Extract<
  TransferWait,
  'RESERVES' | 'FUNDS' | 'CAP' | 'VALIDATORS' | 'KEEPER' | 'DEADLINE'
>

export interface ProgressDesk {
  /** Undefined: it is done, or moves on no chain. */
  progressOf(transfer: TransferRecord): TransferProgress | undefined
  /** Its newest record. */
  follow(transfer: TransferRecord): void
  approved(id: Id): void
  /** The breaker holds back what is not approved. */
  breakerUntil(untilMs: number): void
  met(id: Id, obstacle: Obstacle): void
  signed(id: Id): void
  /** What chains or Solana say of these is another. */
  moved(ids: readonly Id[]): void
  /** More is known of one that is done. */
  recalled(transfer: TransferRecord): void
  /** Hears of each change that no event of the engine tells. */
  onChange(listener: (transfer: TransferRecord) => void): () => void
}

interface Followed {
  transfer: TransferRecord
  isApproved: boolean
  obstacle: Obstacle | undefined
  signedTimeMs: number | undefined
}

export function createProgressDesk(parts: {
  readonly chains: Chains
  readonly payouts: Pick<SolanaPayoutDesk, 'progressOf'> | undefined
  readonly nowMs: () => number
}): ProgressDesk {
  const { chains, payouts, nowMs } = parts
  const open = new Map<Id, Followed>()
  const listeners = new Set<(transfer: TransferRecord) => void>()
  let breakerUntilMs: number | undefined

  function note(id: Id, change: Partial<Followed>): void {
    const followed = open.get(id)
    if (followed === undefined) return
    const isNews = Object.entries(change).some(([key, value]) => followed[key as keyof Followed] !== value)
    Object.assign(followed, change)
    if (isNews) for (const listener of listeners) listener(followed.transfer)
  }

  function waitOf(transfer: TransferRecord): Pick<TransferProgress, 'waitsFor' | 'until'> | undefined {
    const followed = open.get(transfer.id)
    const isInBlock = blockOf(transfer) !== null
    if (transfer.type === 'DEPOSIT') {
      if (transfer.status === 'FILLED')
        return isInBlock || followed?.transfer.isSoft === true ? waits('CONFIRMATIONS') : undefined
      return waits(transfer.txHash === undefined ? 'KEEPER' : 'CONFIRMATIONS')
    }
    if (transfer.status === 'FILLED') return undefined
    const payout = transfer.chainId === CHAIN_SOLANA ? payouts?.progressOf(transfer.id) : undefined
    if (payout !== undefined) return waits('SOLANA', payout.expectedTimeMs)
    if (isInBlock) return waits('CONFIRMATIONS')
    const deadlineMs = deadlineOf(transfer)
    if (deadlineMs !== undefined && deadlineMs <= nowMs()) return waits('DEADLINE')
    if (transfer.status === 'VERIFIED') return waits('CLAIM', deadlineMs)
    const { eligibleTimeMs = 0 } = transfer
    if (eligibleTimeMs > nowMs()) return waits('TIME', eligibleTimeMs)
    if (followed !== undefined && !followed.isApproved)
      return waits(
        'BREAKER',
        breakerUntilMs !== undefined && breakerUntilMs > nowMs() ? breakerUntilMs : undefined,
      )
    const obstacle = followed?.obstacle ?? 'VALIDATORS'
    if (obstacle === 'CAP') return waits(obstacle, nextHourMs(nowMs()))
    return waits(obstacle, obstacle === 'FUNDS' ? deadlineMs : undefined)
  }

  function blockOf({ id, chainId }: TransferRecord): TransferProgress['block'] {
    const found = chains.payer(chainId)?.confirmationsOf?.(id)
    return found === undefined
      ? null
      : {
          number: Number(found.blockNumber),
          txHash: found.txHash,
          confirmations: found.count,
          needed: found.needed ?? null,
        }
  }

  return {
    progressOf(transfer) {
      if (transfer.type !== 'DEPOSIT' && transfer.type !== 'WITHDRAW') return undefined
      if (transfer.status === 'REJECTED') return undefined
      const wait = waitOf(transfer)
      return (
        wait && {
          ...wait,
          // What is burned is made on Solana, however late.
          deadline: wait.waitsFor === 'SOLANA' ? null : (deadlineOf(transfer) ?? null),
          execute: transfer.execute,
          signedTime: open.get(transfer.id)?.signedTimeMs ?? null,
          block: blockOf(transfer),
        }
      )
    },
    follow(transfer) {
      const { id, type, status, isSoft } = transfer
      if (type !== 'DEPOSIT' && type !== 'WITHDRAW') return
      const isDone = status === 'REJECTED' || (status === 'FILLED' && isSoft !== true)
      if (isDone) return void open.delete(id)
      const followed = open.get(id)
      if (followed !== undefined) followed.transfer = transfer
      else
        open.set(id, {
          transfer,
          isApproved: status === 'VERIFIED',
          obstacle: undefined,
          signedTimeMs: undefined,
        })
    },
    approved: (id) => note(id, { isApproved: true }),
    breakerUntil: (untilMs) => (breakerUntilMs = untilMs),
    met: (id, obstacle) => note(id, { obstacle }),
    signed: (id) => {
      if (open.get(id)?.signedTimeMs === undefined) note(id, { signedTimeMs: nowMs() })
    },
    moved(ids) {
      for (const id of ids) {
        const followed = open.get(id)
        if (followed !== undefined) for (const listener of listeners) listener(followed.transfer)
      }
    },
    recalled(transfer) {
      for (const listener of listeners) listener(transfer)
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const waits = (waitsFor: TransferWait, untilMs?: number): Pick<TransferProgress, 'waitsFor' | 'until'> => ({
  waitsFor,
  until: untilMs ?? null,
})

const HOUR_MS = 3_600_000

/** The vault counts its cap by hours of the clock. */
const nextHourMs = (nowMs: number): number => (Math.floor(nowMs / HOUR_MS) + 1) * HOUR_MS

const deadlineOf = ({ requestArgs }: TransferRecord): number | undefined =>
  requestArgs === undefined ? undefined : deadlineOfRequest(requestArgs)

/** When the vault pays a request no more; its first word is the signed time. */
export function deadlineOfRequest(requestArgs: Hex): number {
  const word = hexToBytes(requestArgs).subarray(0, 32)
  return word.reduce((value, byte) => value * 256 + byte, 0) + WITHDRAW_DEADLINE_MS
}
