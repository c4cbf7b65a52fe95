/** A validator as the exchange sees it: it is told which withdrawal, and gives its signature or says why not. */
import type { Address, Hex, Id } from '@vest/protocol'
import type { SolanaRelease } from '@vest/runtime'

export interface WithdrawalToSign {
  readonly chainId: number
  readonly id: Id
  readonly requestArgs: Hex
  /** It is burned for Solana. A validator rebuilds this too, and believes nothing of it. */
  readonly solana?: SolanaRelease
  /** No withdrawal: `requestArgs` are those of a lot that goes to the vault of another chain. */
  readonly isRebalance?: true
}

export interface WithdrawalSigner {
  /** Lower case. */
  readonly address: Address
  /** 65 bytes. Rejects with ValidatorRefusedError where it has an answer, with any other error where it has none. */
  sign(withdrawal: WithdrawalToSign): Promise<Hex>
}

/** The validator answered, and will not sign this, at least not now. */
export class ValidatorRefusedError extends Error {
  override readonly name = 'ValidatorRefusedError'
}

/** Fewer validators signed than the vault wants: the withdrawal waits and is asked for again. */
export class NotEnoughSignaturesError extends Error {
  override readonly name = 'NotEnoughSignaturesError'
}
