/**
 * What differs from chain to chain: when a deposit is credited, when it can no longer be undone, and how
 * many decimals USDC has there. "n blocks" counts the block itself: 1 = it is in the head block.
 */
import { assert, CHAIN_ARBITRUM, CHAIN_BNB, CCTP_DOMAIN_HOME } from '@vest/protocol'

export type FinalityRule =
  | { readonly kind: 'depth'; readonly blocks: number }
  /** The node's own word: L1 batch finality, milestones and fast finality all arrive under this tag. */
  | { readonly kind: 'tag'; readonly tag: 'finalized' | 'safe' }

export interface ChainRules {
  readonly name: string
  readonly softBlocks: number
  readonly finality: FinalityRule
  readonly usdcDecimals: number
  /** Domain of Circle's cross-chain transfer; null where there is none. */
  readonly cctpDomain: number | null
}

const FINALIZED: FinalityRule = { kind: 'tag', tag: 'finalized' }

export const CHAIN_RULES: Readonly<Record<number, ChainRules>> = {
  1: { name: 'Ethereum', softBlocks: 2, finality: FINALIZED, usdcDecimals: 6, cctpDomain: 0 },
  10: { name: 'Optimism', softBlocks: 1, finality: FINALIZED, usdcDecimals: 6, cctpDomain: 2 },
  [CHAIN_BNB]: {
    name: 'BNB Smart Chain',
    softBlocks: 3,
    finality: FINALIZED,
    usdcDecimals: 18,
    cctpDomain: null,
  },
  137: { name: 'Polygon', softBlocks: 16, finality: FINALIZED, usdcDecimals: 6, cctpDomain: 7 },
  8453: { name: 'Base', softBlocks: 1, finality: FINALIZED, usdcDecimals: 6, cctpDomain: 6 },
  [CHAIN_ARBITRUM]: {
    name: 'Arbitrum',
    softBlocks: 1,
    finality: FINALIZED,
    usdcDecimals: 6,
    cctpDomain: CCTP_DOMAIN_HOME,
  },
}

export function chainRules(chainId: number): ChainRules {
  const rules = CHAIN_RULES[chainId]
  assert(rules !== undefined, `no rules for chain ${chainId}`)
  return rules
}

/** A chain on this machine that stands in for `chainId`: two blocks are final, the second is mined on demand. */
export const devnetRules = (chainId: number): ChainRules => ({
  ...chainRules(chainId),
  softBlocks: 1,
  finality: { kind: 'depth', blocks: 2 },
})
