/** What an address holds on a chain: USDC and gas, read on the chain itself ([7.31]). */
import { useQuery } from '@tanstack/react-query'
import { type ChainInfo, WALLET_SENTENCES } from '@vest/protocol'
import type { Address } from 'viem'
import type { Eip1193Provider } from './eip1193.ts'
import { usdcOf } from './chains.ts'

/** How long a balance may be shown before it is read again. */
const REFRESH_MS = 10_000

/** Whose balance it is; where the exchange publishes no RPC it is read through the provider. */
export interface BalanceOwner {
  readonly address: string
  readonly provider?: Eip1193Provider | undefined
}

export function useWalletBalances(chain: ChainInfo | undefined, wallet: BalanceOwner | undefined) {
  return useQuery({
    queryKey: ['private', 'wallet', chain?.chainId, wallet?.address],
    enabled: chain !== undefined && wallet !== undefined,
    staleTime: 0,
    refetchInterval: REFRESH_MS,
    queryFn: async () => {
      const { createChainClient } = await import('./chainClient.ts')
      const client = createChainClient({ chain: chain!, provider: wallet!.provider, origin: location.origin })
      const token = usdcOf(chain!)
      if (token === undefined) throw new Error(WALLET_SENTENCES.unsupportedChain)
      const [units, gas] = await Promise.all([
        client.tokenBalance(token.address as Address, wallet!.address as Address),
        client.gasBalance(wallet!.address as Address),
      ])
      return { units, gas, decimals: token.decimals }
    },
  })
}
