/** What a wallet holds of the tokens that are known by name ([9.8]), in base units; none where it has no account. */
import { sha256 } from '@noble/hashes/sha2.js'
import {
  SOLANA_TOKEN_FACTS,
  SOLANA_TOKENS,
  solanaAddressOf,
  solanaTokenAccount,
  TOKEN_PROGRAM,
  tokenAccountFacts,
  type SolanaToken,
  type SolanaRpc,
} from '@vest/protocol'
import { readAccounts } from './readAccounts.ts'

export type SolanaBalances = Readonly<Record<SolanaToken, bigint>>

/** Throws what {@link SolanaRpc} throws. */
export async function readBalances(rpc: SolanaRpc, owner: string): Promise<SolanaBalances> {
  const placeOf = (token: SolanaToken): string => {
    const { mint } = SOLANA_TOKEN_FACTS[token]
    return mint === undefined ? owner : solanaAddressOf(solanaTokenAccount(owner, mint, sha256))
  }
  const accounts = await readAccounts(rpc, SOLANA_TOKENS.map(placeOf))
  const amountOf = (token: SolanaToken): bigint => {
    const account = accounts.get(placeOf(token))
    return token === 'SOL'
      ? (account?.lamports ?? 0n)
      : (tokenAccountFacts(account, TOKEN_PROGRAM)?.amount ?? 0n)
  }
  return { USDC: amountOf('USDC'), USDT: amountOf('USDT'), SOL: amountOf('SOL') }
}
