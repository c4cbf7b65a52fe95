/** Who is asked about the chain: its node, the same node for the watch, and a node of another provider if there is one. */
import { chainOf } from '@vest/contracts'
import { createPublicClient, http, type Chain, type PublicClient, type Transport } from 'viem'
import type { EvmChainOptions } from './evmChainOptions.ts'

export type ChainNode = PublicClient<Transport, Chain>

export interface ChainNodes {
  readonly client: ChainNode
  /** What the watch asks in one moment reaches one node, also where many stand behind the address. */
  readonly watching: ChainNode
  readonly second: ChainNode | undefined
}

export function createChainNodes({
  chainId,
  rpcUrl,
  secondRpcUrl,
}: Pick<EvmChainOptions, 'chainId' | 'rpcUrl' | 'secondRpcUrl'>): ChainNodes {
  const nodeAt = (url: string, batch = false): ChainNode =>
    createPublicClient({
      chain: chainOf(chainId, url),
      transport: http(url, { timeout: 10_000, batch }),
      cacheTime: 0,
    })
  return {
    client: nodeAt(rpcUrl),
    watching: nodeAt(rpcUrl, true),
    second: secondRpcUrl === undefined ? undefined : nodeAt(secondRpcUrl),
  }
}
