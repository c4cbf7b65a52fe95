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
 * A way back in: a secret of its owner's that makes a key of X25519 in the frame. Its public half stands here, so that a
 * split can be sealed for it while the secret lies elsewhere. `mac` is made with a key of the seed over
 * `recoveryWayText`: the server cannot put in a way of its own.
 */
const wayBase = {
  savedTimeMs: z.int().nonnegative(),
  publicKey: hexBytes(32, 32),
  mac: hexBytes(32, 32),
} as const
const ways = {
  passphrase: {
    method: z.literal('passphrase'),
    ...wayBase,
    /** argon2id. */
    salt: hexBytes(16, 32),
    memoryKib: z.int().min(16_384).max(1_048_576),
    passes: z.int().min(1).max(16),
  },
  passkey: {
    method: z.literal('passkey'),
    ...wayBase,
    credentialId: z.string().regex(/^[A-Za-z0-9_-]{16,1366}$/),
    /** Input of the PRF extension. */
    prfSalt: hexBytes(32, 32),
  },
  /** The secret lies in a file that the person keeps. */
  file: { method: z.literal('file'), ...wayBase },
} as const
export const recoveryWay = z.discriminatedUnion('method', [
  z.strictObject(ways.passphrase),
  z.strictObject(ways.passkey),
  z.strictObject(ways.file),
])
export type RecoveryWay = z.infer<typeof recoveryWay>
export const recoveryMethod = z.enum(['passphrase', 'passkey', 'file'])
export type RecoveryMethod = z.infer<typeof recoveryMethod>

/** The recovery part, sealed for one way in the frame: the server holds bytes that it cannot open. */
const sealed = {
  generation: shareGeneration,
  /** The one-time half of the sealing. */
  ephemeralKey: hexBytes(32, 32),
  sealed: hexBytes(32, 512),
  nonce: hexBytes(12, 24),
} as const
export const recoveryRecord = z.discriminatedUnion('method', [
  z.strictObject({ ...ways.passphrase, ...sealed }),
  z.strictObject({ ...ways.passkey, ...sealed }),
  z.strictObject({ ...ways.file, ...sealed }),
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

/**
 * What the mac of a way is taken over: whatever a split sealed for it rests on. It holds for one generation: a way that its
 * owner has removed cannot be put in again.
 */
export const recoveryWayText = (
  userId: string,
  generation: number,
  { method, savedTimeMs, publicKey }: Pick<RecoveryWay, 'method' | 'savedTimeMs' | 'publicKey'>,
): string => `Vest way of user ${userId}, generation ${generation}: ${method} ${savedTimeMs} ${publicKey}`

/** What the EVM key of a wallet signs before a passkey of its owner is taken: a session alone adds none. */
export const passkeyProofText = (userId: string, challenge: string): string =>
  `Vest passkey of user ${userId}: ${challenge}`
