/** The key that signs statements of reserves. It proves who made a statement and gives access to nothing. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import secp256k1 from 'secp256k1'
import {
  bytesToHex,
  personalDigest,
  reservesText,
  type Address,
  type Hex,
  type Keccak256,
} from '@vest/protocol'
import type { ReservesStatement } from '@vest/protocol'

export interface StatementKey {
  readonly address: Address
  sign(statement: Omit<ReservesStatement, 'signature'>): Hex
}

/** Made where there is none. */
export function openStatementKey(path: string, keccak: Keccak256): StatementKey {
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(path, randomBytes(32).toString('hex'), { mode: 0o600, flush: true })
  }
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
  const point = secp256k1.publicKeyCreate(key, false)
  const address = bytesToHex(keccak(point.subarray(1)).subarray(12)) as Address
  return {
    address,
    sign(statement) {
      const hash = keccak(new TextEncoder().encode(reservesText(statement)))
      const { signature, recid } = secp256k1.ecdsaSign(personalDigest(hash, keccak), key)
      return bytesToHex(Uint8Array.of(...signature, 27 + recid))
    },
  }
}
