/**
 * Solana as used by the exchange: deposits come in as commands, in the terms of any chain. Its names are longer than
 * those of EVM chains: `txHash` holds the 64 bytes of a signature, `blockHash` the slot.
 */
import type { Hex, Id, Usd6 } from '@vest/protocol'
import type { AttestedBurn } from './bridgePort.ts'
import type { ChainEvents, DepositLog } from './chain.ts'

/** The chain's data on a transaction that a caller claims to be a deposit. */
export type SolanaDepositFound =
  | { readonly log: DepositLog }
  /** It is no deposit; the reason in one sentence for people. */
  | { readonly refusal: string }

/** Payouts on Solana: USDC burned on the default chain is minted there. */
export interface SolanaPayouts {
  /** Fee when the keeper sends: two transactions and a token account. */
  readonly feeUsd6: Usd6
  /** Approximate time from the burn to the money. */
  readonly estimateMs: number
  /** Address of a transaction of Solana in an explorer, with `{hash}` in it. */
  readonly explorerTx?: string
  /**
   * The token account of this owner, 32 bytes, whether it exists yet or not; otherwise the reason why it cannot
   * receive, in one sentence for people. Throws {@link SolanaUnreachableError}.
   */
  recipientOf(owner: string): Promise<{ readonly mintRecipient: Hex } | { readonly refusal: string }>
  /** Undefined: not attested yet, which is normal for a while. */
  attestationOf(burnTxHash: Hex): Promise<AttestedBurn | undefined>
  /** Mints the money for this owner, once: repeated calls return the same transaction. */
  deliver(burn: AttestedBurn, owner: string): Promise<{ readonly txHash: Hex; readonly isFinal: boolean }>
}

export interface SolanaChain {
  /** The address to which people send USDC. */
  readonly depositAddress: string
  /**
   * Begins watching. `known` are deposits credited softly and not yet final. Handlers may be called again for earlier
   * transactions; commands are idempotent.
   */
  start(
    known: readonly { readonly id: Id; readonly blockHash: Hex; readonly txHash: Hex }[],
    events: SolanaEvents,
  ): Promise<void>
  stop(): Promise<void>
  /** Reads one transaction now. `to` of its log is the account in its memo. */
  depositOf(signature: string): Promise<SolanaDepositFound>
  /** Absent: no payouts. */
  readonly payouts?: SolanaPayouts
}

export type SolanaEvents = Pick<
  ChainEvents,
  'onDeposit' | 'onDepositFinal' | 'onDepositOrphaned' | 'onDust' | 'onReserves'
>

/** The state is unknown at the moment: the node is not reachable. */
export class SolanaUnreachableError extends Error {
  override readonly name = 'SolanaUnreachableError'
}
