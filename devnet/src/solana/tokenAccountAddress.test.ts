import { address, getAddressDecoder } from '@solana/kit'
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { SOLANA_USDC_MINT, solanaAddressOf, solanaTokenAccount } from '@vest/protocol'
import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()

describe('token accounts of wallets', () => {
  it('[5.2] stand where the libraries of Solana look for them', async () => {
    for (let count = 0; count < 40; count += 1) {
      const owner = solanaAddressOf(randomBytes(32))
      const [expected] = await findAssociatedTokenPda({
        owner: address(owner),
        mint: address(SOLANA_USDC_MINT),
        tokenProgram: TOKEN_PROGRAM_ADDRESS,
      })
      const derived = solanaTokenAccount(owner, SOLANA_USDC_MINT, sha256)
      expect(getAddressDecoder().decode(derived)).toBe(expected)
    }
  })
})
