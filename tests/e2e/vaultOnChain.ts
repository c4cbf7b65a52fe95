/** The vault as any reader sees it on the chain, over the published RPC: which withdrawals it has paid. */
import { createPublicClient, http } from 'viem'
import { chainOf, vestVaultAbi } from '@vest/contracts'
import type { ChainInfo, Hex } from '@vest/protocol'

export function vaultOf(baseUrl: string, chain: ChainInfo) {
  const url = `${baseUrl}${chain.rpcUrl}`
  const reader = createPublicClient({
    chain: chainOf(chain.chainId, url),
    transport: http(url),
    cacheTime: 0,
  })
  return {
    isCompleted: async (id: string): Promise<boolean> => {
      const [flag] = await reader.readContract({
        address: chain.vault as Hex,
        abi: vestVaultAbi,
        functionName: 'getCompletedTransactions',
        args: [[id as Hex]],
      })
      return flag === true
    },
  }
}
