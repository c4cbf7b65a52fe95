/**
 * Where a wallet of Solana keeps a token: an address that follows from wallet and token. A signer of a payment to a
 * wallet derives it without asking. Hashing is injected.
 */
import { bytesToHex, concatBytes, utf8 } from './abi.ts'
import { CHAIN_SOLANA } from './constants.ts'
import { solanaPublicKey } from './solanaAddress.ts'
import { assert } from './units.ts'

export const SOLANA_USDC_MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGkZwyTDt1v'
export const SOLANA_USDT_MINT = 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'

const keyOf = (address: string): Uint8Array => {
  const key = solanaPublicKey(address)
  assert(key !== undefined, `no address of chain ${CHAIN_SOLANA}: ${address}`)
  return key
}
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const ASSOCIATED_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'

export type Sha256 = (bytes: Uint8Array) => Uint8Array

/** 32 bytes. `owner` and `mint` are addresses in base58; `tokenProgram` that of the mint. */
export function solanaTokenAccount(
  owner: string,
  mint: string,
  sha256: Sha256,
  tokenProgram: string = TOKEN_PROGRAM,
): Uint8Array {
  const seeds = concatBytes(keyOf(owner), keyOf(tokenProgram), keyOf(mint))
  const derived = concatBytes(keyOf(ASSOCIATED_PROGRAM), utf8('ProgramDerivedAddress'))
  for (let bump = 255; bump >= 0; bump -= 1) {
    const address = sha256(concatBytes(seeds, Uint8Array.of(bump), derived))
    if (!isOnCurve(address)) return address
  }
  throw new Error('no token account can be derived')
}

/** Whether a wallet can have this address: an address that no key leads to has no signer. */
export const isSolanaWallet = (address: string): boolean => {
  const key = solanaPublicKey(address)
  return key !== undefined && isOnCurve(key)
}

/** Of the field, and of the curve. */
const P = (1n << 255n) - 19n
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (let [square, left] = [base % P, exponent]; left > 0n; left >>= 1n, square = (square * square) % P)
    if ((left & 1n) === 1n) result = (result * square) % P
  return result
}

/** Whether a key of this address can exist: the address is a point of ed25519. */
function isOnCurve(bytes: Uint8Array): boolean {
  const y = BigInt(bytesToHex(bytes.toReversed())) & ((1n << 255n) - 1n)
  const ySquared = (y * y) % P
  const xSquared = ((ySquared - 1n + P) * power(D * ySquared + 1n, P - 2n)) % P
  return xSquared === 0n || power(xSquared, (P - 1n) / 2n) === 1n
}
