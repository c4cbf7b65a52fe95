/** A way back in as a file: the secret in the clear, with the wallet that it is of. Alone, without a sign-in, it opens nothing. */
import { bytesToHex, hexToBytes } from '@vest/protocol'
import { z } from 'zod'

const recoveryFile = z.object({
  vest: z.literal('recovery'),
  version: z.literal(1),
  wallet: z.string(),
  secret: z.string().regex(/^0x[0-9a-f]{64}$/),
})

export const RECOVERY_FILE_NAME = 'vest-recovery.json'
export const RECOVERY_FILE_BYTES_MAX = 4_096

export const writeRecoveryFile = (wallet: string, secret: Uint8Array): string =>
  `${JSON.stringify({ vest: 'recovery', version: 1, wallet, secret: bytesToHex(secret) }, undefined, 2)}\n`

/** Undefined: it is no such file, or that of another wallet than the server names. */
export function readRecoveryFile(text: string, wallet: string): Uint8Array | undefined {
  try {
    const parsed = recoveryFile.safeParse(JSON.parse(text))
    if (!parsed.success || parsed.data.wallet.toLowerCase() !== wallet.toLowerCase()) return undefined
    return hexToBytes(parsed.data.secret)
  } catch {
    return undefined
  }
}
