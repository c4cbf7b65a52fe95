/**
 * The three parts of an embedded wallet's seed, any two of which make it whole. A part carries the generation of the
 * split, the address that the seed leads to and a checksum: parts of two splits, or a damaged one, combine without an
 * error to a wrong seed, so the address is compared after combining, and a difference is refused.
 */
import { z } from 'zod'
import { concatBytes, hexToBytes, utf8 } from '../abi.ts'
import { address } from '../wire/valueForms.ts'

const hexBytes = (least: number, most: number) =>
  z
    .string()
    .regex(new RegExp(`^0x([0-9a-f]{2}){${least},${most}}$`))
    .meta({ title: `${least} to ${most} bytes as 0x and lower-case hex` })

/** A public key of Solana, 32 bytes in base58. */
export const solanaAddress = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
/** Counts the splits of a seed from 1: parts of another generation are worthless. */
export const shareGeneration = z.int().min(1).max(1_000_000)

export const SHARE_KINDS = ['device', 'server', 'recovery'] as const
export type ShareKind = (typeof SHARE_KINDS)[number]

/** One part in the clear: in the memory of the wallet's frame, or sealed. */
export const shareRecord = z.strictObject({
  kind: z.enum(SHARE_KINDS),
  generation: shareGeneration,
  /** Of the EVM key that the seed leads to, lower case. */
  evmAddress: address.regex(/^0x[0-9a-f]{40}$/),
  share: hexBytes(17, 80),
  /** The first 8 bytes of SHA-256 over `shareChecksumInput`. */
  checksum: hexBytes(8, 8),
})
export type ShareRecord = z.infer<typeof shareRecord>

/** What the checksum of a part is taken over; hashing is the caller's. */
export const shareChecksumInput = (record: Omit<ShareRecord, 'checksum'>): Uint8Array =>
  concatBytes(
    utf8(`vest share ${record.kind} ${record.generation} ${record.evmAddress.toLowerCase()} `),
    hexToBytes(record.share),
  )

/**
 * The recovery part as it is kept here: sealed in the frame by what the person chose, so that the server holds bytes it
 * cannot open. A part kept as a file is not here at all; the record says that there is one.
 */
const recoveryBase = { generation: shareGeneration, savedTimeMs: z.int().nonnegative() } as const
const sealed = { sealed: hexBytes(32, 512), nonce: hexBytes(12, 24) } as const
export const recoveryRecord = z.discriminatedUnion('method', [
  z.strictObject({
    method: z.literal('passphrase'),
    ...recoveryBase,
    ...sealed,
    /** argon2id. */
    salt: hexBytes(16, 32),
    memoryKib: z.int().min(16_384).max(1_048_576),
    passes: z.int().min(1).max(16),
  }),
  z.strictObject({
    method: z.literal('passkey'),
    ...recoveryBase,
    ...sealed,
    credentialId: z.string().regex(/^[A-Za-z0-9_-]{16,1366}$/),
    /** Input of the PRF extension. */
    prfSalt: hexBytes(32, 32),
  }),
  z.strictObject({ method: z.literal('file'), ...recoveryBase }),
])
export type RecoveryRecord = z.infer<typeof recoveryRecord>

/** What both keys of a wallet sign to show that its addresses are the user's: the EVM key under EIP-191, the other by ed25519. */
export const walletProofText = (proof: {
  readonly userId: string
  readonly generation: number
  readonly evmAddress: string
  readonly solanaAddress: string
}): string =>
  `Vest wallet of user ${proof.userId}, generation ${proof.generation}: ${proof.evmAddress.toLowerCase()} ${proof.solanaAddress}`

/** What the EVM key of a wallet signs before one of its recovery parts is kept. */
export const recoveryProofText = (userId: string, record: RecoveryRecord): string =>
  `Vest recovery of user ${userId}, generation ${record.generation}: ${record.method} ${record.savedTimeMs}${
    record.method === 'file' ? '' : ` ${record.sealed}`
  }`
