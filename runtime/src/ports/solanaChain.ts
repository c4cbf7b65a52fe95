/**
 * Solana as the exchange sees it: deposits come in as commands, in the words of any chain's. Its own names are longer than
 * those of EVM chains: `txHash` carries the 64 bytes of a signature, `blockHash` the slot.
 */
import type { Hex, Id } from '@vest/protocol'
import type { ChainEvents, DepositLog } from './chain.ts'

/** What the chain says of a transaction that somebody calls a deposit. */
export type SolanaDepositFound =
  | { readonly log: DepositLog }
  /** It is none, in a sentence for people. */
  | { readonly refusal: string }

export interface SolanaChain {
  /** Where people send USDC. */
  readonly depositAddress: string
  /**
   * Begins watching. `known` are deposits credited softly and not yet final. Handlers may be called again for what they
   * have seen before; commands are idempotent.
   */
  start(
    known: readonly { readonly id: Id; readonly blockHash: Hex; readonly txHash: Hex }[],
    events: SolanaEvents,
  ): Promise<void>
  stop(): Promise<void>
  /** Looks at one transaction, now. `to` of its log is the account that its memo names. */
  depositOf(signature: string): Promise<SolanaDepositFound>
}

export type SolanaEvents = Pick<
  ChainEvents,
  'onDeposit' | 'onDepositFinal' | 'onDepositOrphaned' | 'onDust' | 'onReserves'
>

/** Nothing can be said at the moment: the node is not to be reached. */
export class SolanaUnreachableError extends Error {
  override readonly name = 'SolanaUnreachableError'
}
