/** What instructions of the known families say. Addresses are in base58, amounts in base units. */
export interface InstructionBytes {
  readonly program: string
  readonly accounts: readonly string[]
  readonly data: Uint8Array
}

export const SWAP_PROTOCOLS = ['raydium', 'jupiter'] as const
export type SwapProtocol = (typeof SWAP_PROTOCOLS)[number]

export interface SwapInstruction {
  readonly kind: 'swap'
  readonly through: SwapProtocol
  readonly owner: string
  readonly source: string
  readonly destination: string
  readonly paysMint: string
  readonly getsMint: string
  /** At most, where `isExact` is `gets`. */
  readonly pays: bigint
  /** At least, where `isExact` is `pays`. */
  readonly gets: bigint
  readonly isExact: 'pays' | 'gets'
  readonly pools: number
}

export type SolanaInstruction =
  | { readonly kind: 'transfer'; readonly from: string; readonly to: string; readonly lamports: bigint }
  | {
      readonly kind: 'tokenTransfer'
      readonly tokenProgram: string
      readonly source: string
      readonly destination: string
      readonly owner: string
      readonly amount: bigint
      /** Where the instruction itself is checked against them by the chain. */
      readonly checked: { readonly mint: string; readonly decimals: number } | undefined
    }
  | {
      readonly kind: 'createTokenAccount'
      readonly tokenProgram: string
      readonly payer: string
      readonly account: string
      readonly owner: string
      readonly mint: string
    }
  /** Lamports at a token account of wrapped SOL become its balance. */
  | { readonly kind: 'syncNative'; readonly account: string }
  | {
      readonly kind: 'closeAccount'
      readonly tokenProgram: string
      readonly account: string
      readonly destination: string
      readonly owner: string
    }
  | { readonly kind: 'unitLimit'; readonly units: number }
  | { readonly kind: 'unitPrice'; readonly microLamports: bigint }
  | { readonly kind: 'heapBytes' | 'loadedBytes'; readonly bytes: number }
  | { readonly kind: 'memo'; readonly text: string }
  | SwapInstruction
  | { readonly kind: 'unknown'; readonly program: string }
