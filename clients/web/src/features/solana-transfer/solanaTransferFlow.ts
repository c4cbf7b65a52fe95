/**
 * A transfer on Solana from its preparing to its receipt ([2.38]). An embedded wallet shows the transaction in its own
 * frame; for any other wallet it is shown here before the wallet is asked, and what comes back must be what was shown.
 * Trying again takes a new blockhash, and only where the old transaction can no longer arrive.
 */
import { readCompiledTransaction, type FrameFailure, type SolanaTransfer } from '@vest/protocol'
import {
  awaitTransaction,
  prepareTransfer,
  readApproval,
  submitTransaction,
  type ClientClock,
  type PreparedTransfer,
  type ReadApproval,
  type SolanaApproval,
  type SolanaRpc,
  type SubmittedTransaction,
} from '@vest/sdk'
import { FrameError } from '../../entities/embedded/frameClient.ts'
import { USER_REJECTED, walletErrorCode } from '../../entities/wallet/eip1193.ts'

export interface SolanaSigner {
  readonly address: string
  /** It shows what it signs by itself. */
  readonly isFrame: boolean
  /** The signed transaction. Throws what the wallet throws. */
  sign(transaction: Uint8Array): Promise<Uint8Array>
}

export type TransferFailure =
  /** Too old before it was approved or taken. */
  | 'expired'
  | 'funds'
  /** The chain refuses it. */
  | 'fails'
  | 'declined'
  /** The wallet signed something else than was shown. */
  | 'changed'
  /** Sent, and not seen yet. */
  | 'unknown'
  | 'unreachable'

export type TransferPhase =
  | { readonly kind: 'preparing' }
  | { readonly kind: 'ready'; readonly approval: SolanaApproval }
  | { readonly kind: 'asking'; readonly approval: SolanaApproval }
  | { readonly kind: 'submitting'; readonly approval: ReadApproval }
  | { readonly kind: 'receipt'; readonly approval: ReadApproval; readonly signature: string }
  | {
      readonly kind: 'error'
      readonly failure: TransferFailure | FrameFailure
      readonly approval: SolanaApproval | undefined
      /** On the chain, or perhaps on it. */
      readonly signature?: string
    }

export interface SolanaTransferFlow {
  /** Also after an error: prepared anew, or asked for again where it may still arrive. */
  begin(): Promise<void>
  /** What is `ready`. */
  approve(): Promise<void>
}

export interface SolanaTransferOptions {
  readonly rpc: SolanaRpc
  readonly transfer: SolanaTransfer
  readonly signer: SolanaSigner
  readonly clock: ClientClock
  readonly onPhase: (phase: TransferPhase) => void
  /** Once it is confirmed. */
  readonly onSent: (signature: string) => void
}

interface Sent {
  readonly approval: ReadApproval
  readonly signature: string
  readonly lastValidBlockHeight: number
}

export function createSolanaTransfer(options: SolanaTransferOptions): SolanaTransferFlow {
  const { rpc, transfer, signer, clock, onPhase, onSent } = options
  let shown: { readonly prepared: PreparedTransfer; readonly approval: SolanaApproval } | undefined
  let awaited: Sent | undefined

  async function begin(): Promise<void> {
    if (awaited !== undefined) return conclude(awaited)
    shown = undefined
    onPhase({ kind: 'preparing' })
    try {
      const prepared = await prepareTransfer(rpc, transfer)
      const approval = await readApproval(rpc, prepared.transaction, signer.address)
      shown = { prepared, approval }
      if (signer.isFrame) await approve()
      else onPhase({ kind: 'ready', approval })
    } catch {
      onPhase({ kind: 'error', failure: 'unreachable', approval: undefined })
    }
  }

  async function approve(): Promise<void> {
    if (shown === undefined) return
    const { prepared, approval } = shown
    onPhase({ kind: 'asking', approval })
    let transaction: Uint8Array
    try {
      transaction = await signer.sign(prepared.transaction)
    } catch (error) {
      return onPhase({ kind: 'error', failure: refusalOf(error), approval })
    }
    if (approval.kind === 'unknown' || !isSameMessage(transaction, prepared.transaction))
      return onPhase({ kind: 'error', failure: 'changed', approval })
    onPhase({ kind: 'submitting', approval })
    const { lastValidBlockHeight } = prepared
    end(await submitTransaction(rpc, { transaction, lastValidBlockHeight }, clock), approval, prepared)
  }

  async function conclude({ approval, signature, lastValidBlockHeight }: Sent): Promise<void> {
    onPhase({ kind: 'submitting', approval })
    const found = await awaitTransaction(rpc, { signature, lastValidBlockHeight }, clock)
    end(found, approval, { lastValidBlockHeight })
  }

  function end(
    found: SubmittedTransaction,
    approval: ReadApproval,
    { lastValidBlockHeight }: Pick<PreparedTransfer, 'lastValidBlockHeight'>,
  ): void {
    awaited = undefined
    switch (found.kind) {
      case 'confirmed':
        onSent(found.signature)
        return onPhase({ kind: 'receipt', approval, signature: found.signature })
      case 'notSent':
        return onPhase({ kind: 'error', failure: found.fault, approval })
      case 'failed':
        return onPhase({ kind: 'error', failure: found.fault, approval, signature: found.signature })
      case 'unknown':
        awaited = { approval, signature: found.signature, lastValidBlockHeight }
        return onPhase({ kind: 'error', failure: 'unknown', approval, signature: found.signature })
    }
  }

  return { begin, approve }
}

function isSameMessage(signed: Uint8Array, shown: Uint8Array): boolean {
  const [one, other] = [readCompiledTransaction(signed), readCompiledTransaction(shown)].map(
    (read) => read?.messageBytes,
  )
  return (
    one !== undefined &&
    other !== undefined &&
    one.length === other.length &&
    one.every((byte, at) => byte === other[at])
  )
}

function refusalOf(error: unknown): TransferFailure | FrameFailure {
  if (error instanceof FrameError)
    return error.failure === 'userExited'
      ? 'declined'
      : error.failure === 'fundsMissing'
        ? 'funds'
        : error.failure
  const isDeclined =
    walletErrorCode(error) === USER_REJECTED ||
    (error instanceof Error && /reject|declin|denied|cancel/i.test(error.message))
  return isDeclined ? 'declined' : 'signFailed'
}
