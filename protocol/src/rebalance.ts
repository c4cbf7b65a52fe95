/**
 * A lot of the vaults' own money on its way from the vault of one chain to that of another, as validators sign it and the
 * vault reads it. It names no recipient: the contract knows but one, its own address on the other chain.
 */

import { abiEncode, bytesToHex, hexToBytes, utf8 } from './abi.ts'
import type { Address, Hex } from './enums.ts'
import type { Keccak256 } from './signing.ts'
import { usd6, type Usd6 } from './units.ts'

export interface RebalanceLot {
  /** How many lots left the source before it: two lots of one number are never both sent. */
  readonly nonce: number
  /** Until when it can be sent, by the clock of the chain that it leaves. */
  readonly deadlineMs: number
  /** Of the chain that it goes to, in the messenger's numbers. */
  readonly domain: number
  readonly token: Address
  readonly sizeUsd6: Usd6
  /** Of the chain that it leaves. */
  readonly chainId: number
}

/** A lot can be sent for so long: what a validator has signed and no block took is void soon. */
export const REBALANCE_VALID_MS = 3_600_000
/** The vault's contract lets no more leave at once. */
export const REBALANCE_LOT_MAX_USD6: Usd6 = usd6(1_000_000_000_000)

const WORDS = 6
const TAG = utf8('vest.rebalance')

/** rebalanceArgs = abi.encode of six words. */
export const rebalanceArgs = ({ nonce, deadlineMs, domain, token, sizeUsd6, chainId }: RebalanceLot): Hex =>
  bytesToHex(
    abiEncode([
      { type: 'uint256', value: nonce },
      { type: 'uint256', value: deadlineMs },
      { type: 'uint256', value: domain },
      { type: 'address', value: token },
      { type: 'uint256', value: sizeUsd6 },
      { type: 'uint256', value: chainId },
    ]),
  )

/** The lot in these bytes, if and only if they are its one encoding. */
export function readRebalance(args: Hex): RebalanceLot | undefined {
  if (!/^0x[0-9a-f]{384}$/.test(args)) return undefined
  const bytes = hexToBytes(args)
  const words = Array.from({ length: WORDS }, (_, at) =>
    BigInt(bytesToHex(bytes.subarray(32 * at, 32 * at + 32))),
  )
  const [nonce, deadlineMs, domain, token, size, chainId] = words as [
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
  ]
  const isSafe = [nonce, deadlineMs, domain, size, chainId].every(
    (value) => value <= BigInt(Number.MAX_SAFE_INTEGER),
  )
  if (!isSafe || token >> 160n !== 0n) return undefined
  return {
    nonce: Number(nonce),
    deadlineMs: Number(deadlineMs),
    domain: Number(domain),
    token: `0x${token.toString(16).padStart(40, '0')}`,
    sizeUsd6: usd6(Number(size)),
    chainId: Number(chainId),
  }
}

/** What stands for the id (keccak256 of the bytes) in `validatorHash`: no signature of a withdrawal moves a lot. */
export const rebalanceRelease = (id: string, keccak: Keccak256): Uint8Array =>
  keccak(
    abiEncode([
      { type: 'bytes32', value: bytesToHex(keccak(TAG)) },
      { type: 'bytes32', value: id },
    ]),
  )
