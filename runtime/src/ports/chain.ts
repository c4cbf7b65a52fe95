/**
 * A chain as used by the exchange: facts come in as commands, signed payloads go out. The bridge role reads deposits
 * and completions from it and asks the validator to sign what the engine approved.
 */
import type { Address, ChainInfo, Hex, Id, Usd6 } from '@vest/protocol'
import type { VaultRoad } from './bridgePort.ts'

export interface DepositLog {
  readonly id: Id
  readonly chainId: number
  readonly txHash: Hex
  readonly logIndex: number
  readonly blockHash: Hex
  readonly blockNumber: bigint
  readonly from: Address
  /**
   * Named by `deposit(token, to, amount)`, or by the deposit address; absent on a plain transfer, which credits
   * `from`.
   */
  readonly to?: Address
  readonly token: Address
  readonly amountUsd6: Usd6
}

export interface AuthorizedDeposit {
  readonly account: Address
  readonly valueUsd6: Usd6
  readonly validAfterS: number
  readonly validBeforeS: number
  readonly nonce: Hex
  readonly signature: Hex
}

export type AuthorizedDepositRefusal = 'bad-signature' | 'nonce-used' | 'expired' | 'reverted'

/** How the nonce of an authorization was used up. */
export interface AuthorizationUse {
  readonly txHash: Hex
  /** Time of the block in which it was used. */
  readonly blockTimeMs: number
  /** It brought exactly this deposit into the vault, from any sender; false: cancelled, or spent elsewhere. */
  readonly isDeposit: boolean
}

export interface WithdrawalPayload {
  readonly id: Id
  readonly requestArgs: Hex
  readonly signer: Address
  readonly signature: Hex
  readonly signatureProof: Hex
  readonly validatorSignature: Hex
  /** It is burned for Solana. */
  readonly solana?: SolanaRelease
}

/** What the validator adds to a withdrawal to Solana. */
export interface SolanaRelease {
  /** The receiving token account, 32 bytes. */
  readonly mintRecipient: Hex
  /** The account's own key is a Solana key, which no contract can check: the validator checked it. */
  readonly isVouched: boolean
}

/** Money that left for Solana, as of a final block. */
export interface SolanaBurn {
  readonly txHash: Hex
  readonly feeUsd6: Usd6
  readonly timeMs: number
}

/** The expected balance of the vault after a final block, by the logs up to it, and the actual one. */
export interface ChainReserves {
  readonly blockNumber: bigint
  readonly expectedUsd6: bigint
  readonly foundUsd6: bigint
}

/** Holdings at a deposit address that are not deposits. */
export interface StrayHolding {
  /** Absent: the chain's own coin. */
  readonly token?: Address
  /** From our own table, never the token's own name. */
  readonly symbol?: string
  readonly units: bigint
  readonly decimals: number
}

/** `refused`: the token cannot be moved, or the gas costs more than it is worth. */
export type StrayReturn =
  { readonly txHash: Hex } | { readonly refusal: 'nothing-there' | 'is-deposit' | 'refused' }

/** `absent`: no contract stands there. */
export type ContractSignature = 'absent' | 'accepted' | 'declined'

export interface ChainEvents {
  /** First report of a deposit in a block (1 confirmation). */
  onDeposit(log: DepositLog): Promise<void>
  /** The deposit's block is final, and the chain's own record of it is durable. */
  onDepositFinal(id: Id, blockHash: Hex): Promise<void>
  /** Less than a dollar, reported only when its block is final, in the order of the chain. */
  onDust(log: DepositLog): Promise<void>
  /** The deposit's block is no longer part of the chain. */
  onDepositOrphaned(id: Id): Promise<void>
  /** Completed(id) is final. `feeUsd6` is the fee that the vault kept for a keeper; 0 when the trader called it. */
  onWithdrawalCompleted(id: Id, txHash: Hex, feeUsd6?: Usd6): Promise<void>
  /** Deposits and withdrawals in blocks that are not final, whenever another block follows. Nothing depends on it. */
  onConfirmations?(ids: readonly Id[]): void
  /** The chain is final past this time (block timestamp, ms). */
  onFinalTime(timeMs: number): Promise<void>
  /** As of the newest final block, each time there is another; once soon after the start. */
  onReserves(reserves: ChainReserves): Promise<void>
}

export interface Confirmations {
  readonly blockNumber: bigint
  readonly txHash: Hex
  /** The block itself counts. */
  readonly count: number
  /** Undefined: the chain says when. */
  readonly needed: number | undefined
}

export interface ChainAdapter {
  readonly chainId: number
  /** The data of GET /transfer/chains, without our own `rpcUrl`. */
  info(): ChainInfo
  /**
   * Begins watching. `known` are deposits credited softly and not yet final: their block hashes are verified again at
   * every poll, so that an orphan is found also after a restart. Handlers may be called again for earlier logs;
   * commands are idempotent.
   */
  start(
    known: readonly { readonly id: Id; readonly blockHash: Hex; readonly txHash: Hex }[],
    events: ChainEvents,
  ): Promise<void>
  stop(): Promise<void>
  /** A user is about to use this chain: a chain that starts on demand starts. */
  wake?(): void
  /** The deposit address of this account, watched from now on; absent if there is none. */
  depositAddress?(account: Address): Address
  /** Holdings at that address that are credited to no account: other tokens, the chain's own coin. */
  strays?(account: Address): Promise<readonly StrayHolding[]>
  /** Sends a holding to the account itself; `token` absent: the coin. Resolves once it is in a block. */
  returnStray?(account: Address, token: Address | undefined): Promise<StrayReturn>
  /** Deterministic id of a gasless deposit: keccak256(chainId, token, account, nonce). */
  authorizedDepositId(account: Address, nonce: Hex): Id
  /** Signature, domain, nonce state and a trial of the call, without sending anything. */
  checkAuthorizedDeposit(deposit: AuthorizedDeposit): Promise<AuthorizedDepositRefusal | undefined>
  /** Relays it through the vault; resolves with the transaction's hash once it is in a block. */
  submitAuthorizedDeposit(
    deposit: AuthorizedDeposit,
  ): Promise<{ readonly txHash: Hex } | { readonly refusal: AuthorizedDepositRefusal }>
  /** Absent while the nonce can still be used, as of the head block. */
  authorizationUse(deposit: AuthorizedDeposit): Promise<AuthorizationUse | undefined>
  /**
   * Requests `onFinalTime` as soon as the chain is final past this time, also if it was final before. A local chain
   * makes the necessary blocks once the time has come.
   */
  wantFinalTime(timeMs: number): void
  /** personal_sign(keccak256(abi.encode(id, vault, chainId))) by the validator, rebuilt from the record, never from outside bytes. */
  signWithdrawal(
    requestArgs: Hex,
    solana?: SolanaRelease,
  ): Promise<{ readonly id: Id; readonly validatorSignature: Hex }>
  /** Keeper path of `execute: true`. Resolves once it is in a block. */
  executeWithdrawal(payload: WithdrawalPayload): Promise<{ readonly txHash: Hex }>
  /** As of the head block: withdrawals that a keeper need not send again. */
  completedTransactions(ids: readonly Id[]): Promise<readonly boolean[]>
  /**
   * As of the last block reported as final: a withdrawal that is false there, and past its deadline there, is never
   * executed.
   */
  completedAtFinal(ids: readonly Id[]): Promise<readonly boolean[]>
  /** In which block a deposit or withdrawal is that is not final; undefined: in none, or it is final. */
  confirmationsOf?(id: Id): Confirmations | undefined
  /** How a withdrawal left for Solana; undefined: it has not, as of the last final block. */
  solanaBurn?(id: Id): Promise<SolanaBurn | undefined>
  /**
   * What the contract at this address says of a signature (ERC-1271), as of the head block. Rejects where the chain cannot
   * be asked within five seconds. Absent: this chain knows no contract wallets.
   */
  contractSignature?(account: Address, digest: Hex, signature: Hex): Promise<ContractSignature>
  /** USDC at an account's own address, as of the head block. */
  ownUsd6?(account: Address): Promise<bigint>
  /** Moves money between the vaults of two chains. Absent: this vault has no such road, or its chain has not started. */
  road?(): VaultRoad | undefined
  /** USDC in the vault now. */
  vaultBalanceUsd6(): Promise<Usd6>
}
