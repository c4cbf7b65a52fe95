/** The chains that the exchange takes money from, and bringing a wallet onto one of them. */
import { useQuery } from '@tanstack/react-query'
import { nativeCoin, type ChainInfo } from '@vest/protocol'
import { useSession } from '../session/index.ts'
import { UNKNOWN_CHAIN, walletErrorCode, type Eip1193Provider } from './eip1193.ts'
import { readChainId } from './wallet.ts'

/** Chains of the exchange, the default first; they change with a deployment only. */
export function useChains() {
  const client = useSession((state) => state.client)
  return useQuery({
    queryKey: ['chains'],
    queryFn: () => client.chains(),
    staleTime: Number.POSITIVE_INFINITY,
    retry: 3,
  })
}

export const evmChains = (chains: readonly ChainInfo[]): readonly ChainInfo[] =>
  chains.filter((chain) => chain.networkType === 0)

export const usdcOf = (chain: ChainInfo): ChainInfo['tokens'][number] | undefined =>
  chain.tokens.find((token) => token.symbol === 'USDC')

/** The token that can be paid in without gas; undefined where the chain knows no such deposits ([6.4]). */
export const gaslessToken = (chain: ChainInfo): ChainInfo['tokens'][number] | undefined =>
  chain.tokens.find((token) => token.authorization !== null)

/** The chain's RPC as a full address, where the exchange publishes one that the page may use. */
export const rpcAddress = (chain: ChainInfo, origin: string): string | undefined =>
  chain.rpcUrl === null ? undefined : new URL(chain.rpcUrl, origin).href

export const chainIdHex = (chainId: number): `0x${string}` => `0x${chainId.toString(16)}`

/** Its number, where the network is not known. */
export const chainName = (chains: readonly ChainInfo[] | undefined, chainId: number): string =>
  chains?.find((chain) => chain.chainId === chainId)?.name ?? String(chainId)

/** Where the transaction is shown; undefined where the chain has no explorer. On devnet a path of this origin. */
export const explorerLink = (chain: ChainInfo | undefined, txHash: string): string | undefined =>
  chain?.explorerTx?.replace('{hash}', txHash)

/** Tells the wallet of a network; it asks its owner. Throws what the wallet throws. */
export async function addChain(provider: Eip1193Provider, chain: ChainInfo, origin: string): Promise<void> {
  await provider.request({
    method: 'wallet_addEthereumChain',
    params: [
      {
        chainId: chainIdHex(chain.chainId),
        chainName: chain.name,
        rpcUrls: [rpcAddress(chain, origin)],
        nativeCurrency: nativeCoin(chain.chainId),
      },
    ],
  })
}

/**
 * Brings the wallet onto `chain`: asks it to switch, and where it does not know the chain, to add it first.
 * Throws what the wallet throws, 4001 when its owner declines.
 */
export async function ensureChain(
  provider: Eip1193Provider,
  chain: ChainInfo,
  origin: string,
): Promise<void> {
  if (readChainId(await provider.request({ method: 'eth_chainId' })) === chain.chainId) return
  const chainId = chainIdHex(chain.chainId)
  try {
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
  } catch (error) {
    if (!isUnknownChain(error) || rpcAddress(chain, origin) === undefined) throw error
    await addChain(provider, chain, origin)
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
  }
}

/** Some wallets report the unknown chain as the cause of an internal error. */
function isUnknownChain(error: unknown): boolean {
  if (walletErrorCode(error) === UNKNOWN_CHAIN) return true
  const data = typeof error === 'object' && error !== null && 'data' in error ? error.data : undefined
  const original =
    typeof data === 'object' && data !== null && 'originalError' in data ? data.originalError : undefined
  return walletErrorCode(original) === UNKNOWN_CHAIN
}
