/**
 * A seed in three parts, any two of which make it whole (Shamir). The library combines a damaged part, or parts of two
 * splits, without an error to a wrong seed: so every part carries generation, address and checksum, and what comes out
 * is compared with the address that it must lead to.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import {
  bytesToHex,
  hexToBytes,
  shareChecksumInput,
  SHARE_KINDS,
  type Address,
  type ShareKind,
  type ShareRecord,
} from '@vest/protocol'
import { combine, split } from 'shamir-secret-sharing'
import { walletKeys, wipe } from './walletKeys.ts'

const THRESHOLD = 2
const CHECKSUM_BYTES = 8

export type SeedParts = Readonly<Record<ShareKind, ShareRecord>>

/** Parts that do not belong together, or of which one is damaged. */
export class WrongParts extends Error {
  override readonly name = 'WrongParts'
}

export async function splitSeed(
  seed: Uint8Array,
  { generation, evmAddress }: { readonly generation: number; readonly evmAddress: Address },
): Promise<SeedParts> {
  const shares = await split(seed, SHARE_KINDS.length, THRESHOLD)
  const partOf = (kind: ShareKind, at: number): ShareRecord => {
    const share = shares[at]!
    const record = { kind, generation, evmAddress, share: bytesToHex(share) }
    wipe(share)
    return { ...record, checksum: checksumOf(record) }
  }
  return { device: partOf('device', 0), server: partOf('server', 1), recovery: partOf('recovery', 2) }
}

/** The seed of two parts; the caller wipes it. Throws {@link WrongParts}. */
export async function joinSeed(one: ShareRecord, other: ShareRecord): Promise<Uint8Array> {
  for (const part of [one, other])
    if (part.checksum !== checksumOf(part)) throw new WrongParts(`The ${part.kind} part is damaged`)
  if (one.kind === other.kind) throw new WrongParts('Twice the same part')
  if (one.generation !== other.generation || one.evmAddress !== other.evmAddress)
    throw new WrongParts('Parts of two wallets')
  const shares = [hexToBytes(one.share), hexToBytes(other.share)]
  const seed = await combine(shares).catch(() => {
    throw new WrongParts('The parts do not combine')
  })
  wipe(...shares)
  const { evmAddress, evmKey, solanaKey } = keysOf(seed)
  wipe(evmKey, solanaKey)
  if (evmAddress === one.evmAddress) return seed
  wipe(seed)
  throw new WrongParts('The parts lead to another wallet')
}

function keysOf(seed: Uint8Array) {
  try {
    return walletKeys(seed)
  } catch (error) {
    if (error instanceof RangeError) throw new WrongParts('The parts lead to no wallet')
    throw error
  }
}

const checksumOf = (record: Omit<ShareRecord, 'checksum'>): `0x${string}` =>
  bytesToHex(sha256(shareChecksumInput(record)).subarray(0, CHECKSUM_BYTES))
