/**
 * The chains that the exchange takes money from, and bringing a wallet onto one of them: suggested once, which a wallet may
 * leave unheard, or ensured where money is to be moved.
 */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { nativeCoin, type ChainInfo } from '@vest/protocol'
import type { VestClient } from '@vest/sdk'
import { useSession } from '../session/index.ts'
import { UNKNOWN_CHAIN, walletErrorCode, type Eip1193Provider } from './eip1193.ts'
import { readChainId } from './wallet.ts'

/** Chains of the exchange, the default first; they change with a deployment only. */
export const chainsQuery = (client: Pick<VestClient, 'chains'>) =>
  queryOptions({
    queryKey: ['chains'],
    queryFn: () => client.chains(),
    staleTime: Number.POSITIVE_INFINITY,
    retry: 3,
  })

export const useChains = () => useQuery(chainsQuery(useSession((state) => state.client)))

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

const switchTo = (provider: Eip1193Provider, { chainId }: ChainInfo): Promise<unknown> =>
  provider.request({
    method: 'wallet_switchEthereumChain',
    params: [{ chainId: chainIdHex(chainId) }],
  })

interface Suggestion {
  readonly isOver: Promise<void>
  readonly end: () => void
}
const suggestions = new WeakMap<Eip1193Provider, Suggestion>()

/**
 * Asks the wallet once to come to the chain that `find` answers, and never to add it ([2.10]). What the wallet answers
 * changes nothing here: it tells of the chain that it is on by itself, and what needs the chain asks again.
 */
export function suggestChain(
  provider: Eip1193Provider,
  find: () => Promise<ChainInfo | undefined>,
): Promise<void> {
  const standing = suggestions.get(provider)
  if (standing !== undefined) return standing.isOver
  let end = (): void => undefined
  const isOver = new Promise<void>((resolve) => {
    end = resolve
  })
  const suggestion: Suggestion = { isOver, end }
  suggestions.set(provider, suggestion)
  const stands = (): boolean => suggestions.get(provider) === suggestion
  const ask = async (): Promise<void> => {
    const chain = await find()
    if (chain === undefined) return
    const current = readChainId(await provider.request({ method: 'eth_chainId' }))
    // Given up meanwhile: the wallet may be asked for something else by now.
    if (stands() && current !== chain.chainId) await switchTo(provider, chain)
  }
  const close = (): void => {
    if (stands()) suggestions.delete(provider)
    end()
  }
  // Declined, unknown to the wallet, or not to be had from the exchange: all the same to a suggestion.
  void ask().then(close, close)
  return isOver
}

/**
 * Resolves once the wallet has answered what was suggested to it; undefined where nothing stands open. A wallet shows one
 * question at a time, and some drop the second.
 */
export const suggestionAnswered = (provider: Eip1193Provider): Promise<void> | undefined =>
  suggestions.get(provider)?.isOver

/** Waits no longer for a wallet that leaves the suggestion unanswered. */
export function giveUpSuggestion(provider: Eip1193Provider): void {
  const suggestion = suggestions.get(provider)
  suggestions.delete(provider)
  suggestion?.end()
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
  await suggestionAnswered(provider)
  if (readChainId(await provider.request({ method: 'eth_chainId' })) === chain.chainId) return
  try {
    await switchTo(provider, chain)
  } catch (error) {
    if (!isUnknownChain(error) || rpcAddress(chain, origin) === undefined) throw error
    await addChain(provider, chain, origin)
    await switchTo(provider, chain)
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
