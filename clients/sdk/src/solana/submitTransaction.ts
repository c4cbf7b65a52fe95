/**
 * Sends a signed transaction and asks for it until it is confirmed, for ten seconds ([9.8]). One that is not seen by then
 * may still arrive: it is `unknown` until the chain takes it no more, so that no person pays twice by trying again.
 */
import { base64Of, transactionName, SolanaRpcError, type SolanaRpc } from '@vest/protocol'
import { wait, type ClientClock } from '../clientClock.ts'
import { faultOf, type SimulationFault } from './readApproval.ts'

/** [9.8] */
export const SOLANA_CONFIRMED_WITHIN_MS = 10_000
const ASK_EVERY_MS = 500

export type SubmittedTransaction =
  /** On the chain, as it should be. */
  | { readonly kind: 'confirmed'; readonly signature: string }
  /** On the chain, and failed there: the fee is paid, nothing else has moved. */
  | { readonly kind: 'failed'; readonly signature: string; readonly fault: SimulationFault }
  /** Not on the chain, and it never will be: nothing was paid. */
  | { readonly kind: 'notSent'; readonly fault: SimulationFault }
  /** Not known yet; asking again is safe, sending another is not. */
  | { readonly kind: 'unknown'; readonly signature: string }

export interface Submission {
  readonly transaction: Uint8Array
  readonly lastValidBlockHeight: number
}

interface Status {
  readonly err: unknown
  readonly confirmationStatus: 'processed' | 'confirmed' | 'finalized'
}
const PREFLIGHT_FAILURE = -32002

export async function submitTransaction(
  rpc: SolanaRpc,
  submission: Submission,
  clock: ClientClock,
): Promise<SubmittedTransaction> {
  const signature = transactionName(submission.transaction)
  if (signature === undefined) throw new TypeError('The transaction is not signed')
  try {
    await rpc.call('sendTransaction', [
      base64Of(submission.transaction),
      { encoding: 'base64', preflightCommitment: 'confirmed' },
    ])
  } catch (error) {
    // The node tried it and did not pass it on.
    if (error instanceof SolanaRpcError && error.code === PREFLIGHT_FAILURE)
      return { kind: 'notSent', fault: faultOf(failureOf(error.data)) }
    // Whether the node had it before the line was lost is not known: it is asked for like any other.
  }
  return awaitTransaction(rpc, { ...submission, signature }, clock)
}

const failureOf = (data: unknown): Parameters<typeof faultOf>[0] =>
  typeof data === 'object' && data !== null && 'err' in data
    ? (data as Parameters<typeof faultOf>[0])
    : { err: undefined, logs: null }

/** Also for one that was `unknown` before. */
export async function awaitTransaction(
  rpc: SolanaRpc,
  { signature, lastValidBlockHeight }: Omit<Submission, 'transaction'> & { readonly signature: string },
  clock: ClientClock,
): Promise<SubmittedTransaction> {
  const endMs = clock.now() + SOLANA_CONFIRMED_WITHIN_MS
  for (;;) {
    // The height first: what is not there below a height that was over before is never there.
    const height = await rpc
      .call<number>('getBlockHeight', [{ commitment: 'confirmed' }])
      .catch(() => undefined)
    const status = await rpc
      .value<readonly (Status | null)[]>('getSignatureStatuses', [
        [signature],
        { searchTransactionHistory: true },
      ])
      .then(
        ([found]) => found,
        () => undefined,
      )
    if (status && status.confirmationStatus !== 'processed')
      return status.err === null
        ? { kind: 'confirmed', signature }
        : { kind: 'failed', signature, fault: faultOf({ err: status.err, logs: null }) }
    if (status === null && height !== undefined && height > lastValidBlockHeight)
      return { kind: 'notSent', fault: 'expired' }
    if (clock.now() >= endMs) return { kind: 'unknown', signature }
    await wait(clock, ASK_EVERY_MS)
  }
}
