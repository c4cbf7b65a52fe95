/**
 * Solana as the exchange sees it: deposits come in as commands, in the words of any chain's. Its own names are longer than
 * those of EVM chains: `txHash` carries the 64 bytes of a signature, `blockHash` the slot.
 */
import type { Hex, Id, Usd6 } from '@vest/protocol'
import type { ChainEvents, DepositLog } from './chain.ts'

/** What the chain says of a transaction that somebody calls a deposit. */
export type SolanaDepositFound =
  | { readonly log: DepositLog }
  /** It is none, in a sentence for people. */
  | { readonly refusal: string }

/** A burn that somebody attested to, as it is delivered on Solana. */
export interface AttestedBurn {
  readonly message: Hex
  readonly attestation: Hex
}

/** The far end of the road to Solana: what was burned on the default chain is made there. */
export interface SolanaPayouts {
  /** Kept back where the keeper sends: two transactions and a token account. */
  readonly feeUsd6: Usd6
  /** From the burn to the money, about. */
  readonly estimateMs: number
  /**
   * The token account of this owner, 32 bytes, whether it exists yet or not; else why it could not receive, in a sentence
   * for people. Throws {@link SolanaUnreachableError}.
   */
  recipientOf(owner: string): Promise<{ readonly mintRecipient: Hex } | { readonly refusal: string }>
  /** Undefined: nobody attests to it yet, which is normal for a while. */
  attestationOf(burnTxHash: Hex): Promise<AttestedBurn | undefined>
  /** Makes the money for this owner, once: again and again it answers the same transaction. */
  deliver(burn: AttestedBurn, owner: string): Promise<{ readonly txHash: Hex; readonly isFinal: boolean }>
}

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
  /** Absent: nothing is sent there. */
  readonly payouts?: SolanaPayouts
}

export type SolanaEvents = Pick<
  ChainEvents,
  'onDeposit' | 'onDepositFinal' | 'onDepositOrphaned' | 'onDust' | 'onReserves'
>

/** Nothing can be said at the moment: the node is not to be reached. */
export class SolanaUnreachableError extends Error {
  override readonly name = 'SolanaUnreachableError'
}
