/**
 * Devnet's own calls, outside the versioned API and absent elsewhere: the faucet, the chain's RPC, the state
 * hash, and scenarios that move prices or halt a market. Plain data and functions: the start command mounts
 * them on whatever serves the one URL.
 */
import { CHAIN_SOLANA } from '@vest/protocol'
import type { EngineClient } from '@vest/runtime'
import type { DevnetChains } from './chain/devnetChains.ts'
import type { PriceSimulator } from './prices/index.ts'
import type { DevnetRoute } from './routes/devnetAnswer.ts'
import { faucetRoute } from './routes/faucetRoute.ts'
import { scenarioRoutes } from './routes/scenarioRoutes.ts'
import type { DevnetSolana } from './solana/index.ts'

export type { DevnetAnswer, DevnetRoute } from './routes/devnetAnswer.ts'

export interface DevnetParts {
  /** The default chain first. */
  readonly chains: Pick<DevnetChains, 'chainIds' | 'faucet' | 'rpc'>
  readonly solana: Pick<DevnetSolana, 'faucet' | 'rpc'>
  readonly prices: PriceSimulator
  readonly engine: Pick<EngineClient, 'submit' | 'query' | 'stateHash'>
  readonly nowMs: () => number
}

/** Where browsers reach a chain. */
export const devnetRpcPath = (chainId: number): string => `/devnet/rpc/${chainId}`

export function devnetRoutes(parts: DevnetParts): readonly DevnetRoute[] {
  const { chains, solana, engine } = parts
  return [
    faucetRoute(parts),
    {
      method: 'POST',
      path: devnetRpcPath(CHAIN_SOLANA),
      handle: async (body) => ({ status: 200, body: await solana.rpc(body) }),
    },
    ...chains.chainIds.map((chainId): DevnetRoute => ({
      method: 'POST',
      path: devnetRpcPath(chainId),
      handle: async (body) => ({ status: 200, body: await chains.rpc(chainId, body) }),
    })),
    {
      method: 'GET',
      path: '/devnet/state',
      handle: async () => ({ status: 200, body: await engine.stateHash() }),
    },
    {
      method: 'GET',
      path: '/devnet/seq',
      handle: async () => ({ status: 200, body: { seq: (await engine.query('exchange', {})).seq } }),
    },
    ...scenarioRoutes(parts),
  ]
}
