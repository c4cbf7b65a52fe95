/** The secret of a passphrase, by argon2id: a guess costs about half a second of a laptop. */
import { argon2idAsync } from '@noble/hashes/argon2.js'
import { bytesToHex, hexToBytes, utf8 } from '@vest/protocol'
import { WAY_SECRET_BYTES } from './recoveryWays.ts'

export interface PassphraseCost {
  readonly salt: `0x${string}`
  readonly memoryKib: number
  readonly passes: number
}

const MEMORY_KIB = 32_768
const PASSES = 3
export const PASSPHRASE_CHARACTERS_MIN = 12

export const newPassphraseCost = (): PassphraseCost => ({
  salt: bytesToHex(crypto.getRandomValues(new Uint8Array(16))),
  memoryKib: MEMORY_KIB,
  passes: PASSES,
})

/** The same for however it was typed: blanks at the ends and runs of them count for one. */
const normalised = (passphrase: string): Uint8Array =>
  utf8(passphrase.normalize('NFKC').trim().replace(/\s+/g, ' '))

export async function passphraseSecret(
  passphrase: string,
  { salt, memoryKib, passes }: { readonly salt: string; readonly memoryKib: number; readonly passes: number },
): Promise<Uint8Array> {
  const cost = { m: memoryKib, t: passes, p: 1, dkLen: WAY_SECRET_BYTES }
  return argon2idAsync(normalised(passphrase), hexToBytes(salt), cost)
}
