/**
 * The chains that money comes from and goes to, as the edge knows them: which exist, what they publish, and
 * what a token's name or address means on each.
 */
import {
  assert,
  CCTP_DOMAIN_SOLANA,
  CHAIN_SOLANA,
  formatUsd6,
  NETWORK_TYPES,
  readDecimal,
  usd6,
  USD6_DECIMALS,
  type Address,
  type ChainInfo,
  type Usd6,
} from '@vest/protocol'
import type { ChainAdapter, SolanaPayouts } from '@vest/runtime'

export interface Chains {
  /** Default chain first, Solana last. */
  infos(): readonly ChainInfo[]
  adapters(): readonly ChainAdapter[]
  adapter(chainId: number): ChainAdapter | undefined
  /** The chain whose vault pays what goes there: for Solana the default one, which burns it. */
  payer(chainId: number): ChainAdapter | undefined
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
  /** Withdrawals to Solana; absent: none goes there. */
  payouts?: Pick<SolanaPayouts, 'feeUsd6' | 'estimateMs' | 'explorerTx'>,
): Chains {
  const byId = new Map(adapters.map((adapter) => [adapter.chainId, adapter]))
  const infoOf = (adapter: ChainAdapter): ChainInfo => ({
    ...adapter.info(),
    rpcUrl: rpcUrls[adapter.chainId] ?? null,
  })
  const home = (): ChainAdapter | undefined => adapters.find((adapter) => adapter.info().isDefault)
  /** Its contracts are those of the default chain, where what goes there is burned. */
  const solana = (): ChainInfo | undefined => {
    const burner = home()
    if (payouts === undefined || burner === undefined) return undefined
    const { vault, router, minDeposit, tokens: held } = burner.info()
    return {
      chainId: CHAIN_SOLANA,
      name: 'Solana',
      networkType: NETWORK_TYPES.solana,
      isDefault: false,
      vault,
      router,
      cctpDomain: CCTP_DOMAIN_SOLANA,
      withdrawFee: formatUsd6(payouts.feeUsd6),
      minDeposit,
      withdrawSeconds: Math.ceil(payouts.estimateMs / 1_000),
      explorerTx: payouts.explorerTx ?? null,
      rpcUrl: rpcUrls[CHAIN_SOLANA] ?? null,
      tokens: held.map((token) => ({ ...token, authorization: null })),
    }
  }
  const info = (chainId: number): ChainInfo | undefined => {
    if (chainId === CHAIN_SOLANA) return solana()
    const adapter = byId.get(chainId)
    return adapter && infoOf(adapter)
  }
  const tokens = (chainId: number): ChainInfo['tokens'] => info(chainId)?.tokens ?? []
  return {
    infos: () => {
      const evm = adapters.map(infoOf).sort((a, b) => Number(b.isDefault) - Number(a.isDefault))
      return [...evm, solana()].filter((each) => each !== undefined)
    },
    adapters: () => adapters,
    adapter: (chainId) => byId.get(chainId),
    payer: (chainId) =>
      chainId !== CHAIN_SOLANA ? byId.get(chainId) : payouts === undefined ? undefined : home(),
    info,
    tokenAddress: (chainId, token) => {
      const wanted = token.toLowerCase()
      const found = tokens(chainId).find(
        (each) => each.symbol === token || each.address.toLowerCase() === wanted,
      )
      return found && (found.address.toLowerCase() as Address)
    },
    tokenName: (chainId, token) =>
      tokens(chainId === CHAIN_SOLANA ? (home()?.chainId ?? CHAIN_SOLANA) : chainId).find(
        (each) => each.address.toLowerCase() === token.toLowerCase(),
      )?.symbol ?? token,
    withdrawFeeUsd6: (chainId) => {
      const chain = info(chainId)
      assert(chain !== undefined, `no such chain: ${chainId}`)
      return usd6(readDecimal(chain.withdrawFee, USD6_DECIMALS))
    },
  }
}
