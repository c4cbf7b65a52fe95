/** Programs whose instructions are read, and how many decimals the tokens that we know have ([9.8]). */
import { SOLANA_USDC_MINT, SOLANA_USDT_MINT } from '../solanaTokenAccount.ts'

export const SYSTEM_PROGRAM = '11111111111111111111111111111111'
export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
export const ASSOCIATED_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
export const COMPUTE_BUDGET_PROGRAM = 'ComputeBudget111111111111111111111111111111'
export const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
export const FORMER_MEMO_PROGRAM = 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo'
export const LOOKUP_TABLE_PROGRAM = 'AddressLookupTab1e1111111111111111111111111'
export const RAYDIUM_PROGRAM = 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C'
export const JUPITER_PROGRAM = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'

/** Lamports as a token, which swaps take and give. */
export const WRAPPED_SOL_MINT = 'So11111111111111111111111111111111111111112'
export const SOL_DECIMALS = 9

/** Undefined: the chain's own coin. */
export type SolanaMint = string | undefined

export const SOLANA_TOKENS = ['USDC', 'USDT', 'SOL'] as const
export type SolanaToken = (typeof SOLANA_TOKENS)[number]

export const SOLANA_TOKEN_FACTS: Readonly<
  Record<SolanaToken, { readonly mint: SolanaMint; readonly decimals: number }>
> = {
  USDC: { mint: SOLANA_USDC_MINT, decimals: 6 },
  USDT: { mint: SOLANA_USDT_MINT, decimals: 6 },
  SOL: { mint: undefined, decimals: SOL_DECIMALS },
}

/** Undefined: no token that we know by name. */
export const solanaTokenOf = (mint: SolanaMint): SolanaToken | undefined =>
  mint === WRAPPED_SOL_MINT ? 'SOL' : SOLANA_TOKENS.find((token) => SOLANA_TOKEN_FACTS[token].mint === mint)

/** [3.15] As the Wallet Standard names them. */
export const SOLANA_CHAINS = ['solana:mainnet', 'solana:devnet', 'solana:testnet'] as const
export type SolanaChainName = (typeof SOLANA_CHAINS)[number]

/** What is read of the chain before a transaction is shown ([7.31]). */
export const SOLANA_READS = ['getMultipleAccounts', 'getFeeForMessage', 'simulateTransaction'] as const
export type SolanaRead = (typeof SOLANA_READS)[number]
