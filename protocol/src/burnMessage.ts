/**
 * Messages by which a sum that was burned on one network is made on another, in the form of CCTP's second version: a
 * header of 148 bytes, a body of 228, then the hook, which here is the id of a withdrawal. The attester fills in what the
 * burn left empty; the attestation is ours, and no other contract accepts it.
 */
import { bytesToHex, concatBytes, hexToBytes, utf8 } from './abi.ts'
import type { Hex, Id } from './enums.ts'
import type { Keccak256 } from './signing.ts'

export interface BurnMessage {
  readonly sourceDomain: number
  readonly destinationDomain: number
  /** Zero until it is attested; then one burn has one nonce. */
  readonly nonce: Hex
  /** The contract that burned, in 32 bytes. */
  readonly sender: Hex
  readonly burnToken: Hex
  /** What receives: on Solana a token account. */
  readonly mintRecipient: Hex
  readonly amount: bigint
  readonly withdrawalId: Id
}

const AT = {
  sourceDomain: 4,
  destinationDomain: 8,
  nonce: 12,
  sender: 44,
  minFinality: 140,
  executedFinality: 144,
  burnToken: 152,
  mintRecipient: 184,
  amount: 216,
  hook: 376,
} as const
const LENGTH = AT.hook + 32

/** Undefined where the bytes are no such message. */
export function readBurnMessage(message: Hex): BurnMessage | undefined {
  const bytes = hexToBytes(message)
  if (bytes.length !== LENGTH) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const word = (at: number): Hex => bytesToHex(bytes.subarray(at, at + 32))
  return {
    sourceDomain: view.getUint32(AT.sourceDomain),
    destinationDomain: view.getUint32(AT.destinationDomain),
    nonce: word(AT.nonce),
    sender: word(AT.sender),
    burnToken: word(AT.burnToken),
    mintRecipient: word(AT.mintRecipient),
    amount: BigInt(word(AT.amount)),
    withdrawalId: word(AT.hook),
  }
}

/** The message as it is delivered: with its nonce, and the finality that was waited for. */
export function completeBurnMessage(message: Hex, nonce: Hex): Hex {
  const bytes = hexToBytes(message)
  bytes.set(hexToBytes(nonce), AT.nonce)
  bytes.copyWithin(AT.executedFinality, AT.minFinality, AT.minFinality + 4)
  return bytesToHex(bytes)
}

const ATTESTATION = utf8('Vest burn attestation 1\n')

/** What an attester signs. */
export const attestationDigest = (message: Hex, keccak: Keccak256): Uint8Array =>
  keccak(concatBytes(ATTESTATION, hexToBytes(message)))
