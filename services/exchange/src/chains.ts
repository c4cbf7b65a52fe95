/**
 * The chains that money comes from and goes to, as the edge knows them: which exist, what they publish, and
 * what a token's name or address means on each.
 */
import {
  assert,
  CHAIN_SOLANA,
  readDecimal,
  usd6,
  USD6_DECIMALS,
  type Address,
  type ChainInfo,
  type Usd6,
} from '@vest/protocol'
import type { ChainAdapter } from '@vest/runtime'

export interface Chains {
  /** Default chain first. */
  infos(): readonly ChainInfo[]
  adapters(): readonly ChainAdapter[]
  adapter(chainId: number): ChainAdapter | undefined
  info(chainId: number): ChainInfo | undefined
  /** The address that a signed withdrawal names: from "USDC" or from the address itself, lower case. */
  tokenAddress(chainId: number, token: string): Address | undefined
  /** The symbol of a token the chain knows, else the address. What comes from Solana is held as USDC of the default chain. */
  tokenName(chainId: number, token: Address): string
  withdrawFeeUsd6(chainId: number): Usd6
}

export function createChains(
  adapters: readonly ChainAdapter[],
  rpcUrls: Readonly<Record<number, string>>,
): Chains {
  const byId = new Map(adapters.map((adapter) => [adapter.chainId, adapter]))
  const infoOf = (adapter: ChainAdapter): ChainInfo => ({
    ...adapter.info(),
    rpcUrl: rpcUrls[adapter.chainId] ?? null,
  })
  const info = (chainId: number): ChainInfo | undefined => {
    const adapter = byId.get(chainId)
    return adapter && infoOf(adapter)
  }
  const infoOfDefault = (): ChainInfo | undefined => adapters.map(infoOf).find(({ isDefault }) => isDefault)
  const tokens = (chainId: number): ChainInfo['tokens'] => info(chainId)?.tokens ?? []
  return {
    infos: () => adapters.map(infoOf).sort((a, b) => Number(b.isDefault) - Number(a.isDefault)),
    adapters: () => adapters,
    adapter: (chainId) => byId.get(chainId),
    info,
    tokenAddress: (chainId, token) => {
      const wanted = token.toLowerCase()
      const found = tokens(chainId).find(
        (each) => each.symbol === token || each.address.toLowerCase() === wanted,
      )
      return found && (found.address.toLowerCase() as Address)
    },
    tokenName: (chainId, token) =>
      tokens(chainId === CHAIN_SOLANA ? (infoOfDefault()?.chainId ?? CHAIN_SOLANA) : chainId).find(
        (each) => each.address.toLowerCase() === token.toLowerCase(),
      )?.symbol ?? token,
    withdrawFeeUsd6: (chainId) => {
      const chain = info(chainId)
      assert(chain !== undefined, `no such chain: ${chainId}`)
      return usd6(readDecimal(chain.withdrawFee, USD6_DECIMALS))
    },
  }
}
