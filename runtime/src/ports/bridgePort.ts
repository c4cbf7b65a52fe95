/**
 * The road between the vaults of two chains: a lot is burned on one, attested to, and made on the other for the same
 * address. The vault counts the lots that leave it, so that asking twice moves nothing twice.
 */
import type { Hex, RebalanceLot, Usd6 } from '@vest/protocol'

/** An attested burn, as it is delivered on the other network. */
export interface AttestedBurn {
  readonly message: Hex
  readonly attestation: Hex
}

/** As of the head block. */
export interface RoadState {
  /** The number that the next lot must bear; lots below it have left. */
  readonly nextNonce: number
  readonly heldUsd6: Usd6
}

export interface LotBurn {
  readonly txHash: Hex
  readonly timeMs: number
  readonly sizeUsd6: Usd6
  /** Where it goes, in the messenger's numbers. */
  readonly domain: number
}

/** What one chain's vault offers. */
export interface VaultRoad {
  /** Of this chain, in the messenger's numbers. */
  readonly domain: number
  state(): Promise<RoadState>
  /** By a quorum of validators, each of which judges the lot for itself. */
  sign(lot: RebalanceLot): Promise<Hex>
  /** Resolves once it is in a block, or has left before. */
  send(lot: RebalanceLot, signatures: Hex): Promise<void>
  /** How the lot of this number left, as of the last final block; undefined: it has not. */
  burnOf(nonce: number): Promise<LotBurn | undefined>
  /** Makes what was burned elsewhere for this vault, once; `isFinal` as of the last final block. */
  receive(burn: AttestedBurn): Promise<{ readonly isFinal: boolean }>
}

export interface BridgePort {
  /** Approximate time from the burn to the money. */
  readonly estimateMs: number
  /** Undefined: not attested yet, which is normal for a while. */
  attestationOf(chainId: number, burnTxHash: Hex): Promise<AttestedBurn | undefined>
}
