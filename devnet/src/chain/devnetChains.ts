/**
 * The chains of a devnet. The default one runs as long as the devnet does. Each of the others is published from the
 * beginning (its addresses are constants) and starts at its first use: by a wallet, a faucet, a withdrawal.
 * From then on it starts with every start, in the background. Any of them can be asked for more than once, by many at
 * once.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { assert, type Usd6 } from '@vest/protocol'
import { openDevnetKeys } from './devnetKeys.ts'
import {
  DEVNET_DEFAULT_CHAIN_ID,
  DEVNET_NETWORKS,
  devnetAddresses,
  devnetNetwork,
  type DevnetAddresses,
} from './devnetNetworks.ts'
import type { FaucetAnswer } from './faucet.ts'
import {
  DEVNET_FLOAT_USD6,
  startDevnetChain,
  type DevnetChain,
  type DevnetChainOptions,
} from './startDevnetChain.ts'

export interface DevnetChainsOptions extends Omit<
  DevnetChainOptions,
  'chainId' | 'keys' | 'onFailure' | 'keeperFeeUsd6'
> {
  /** The default chain cannot be kept running. */
  readonly onFailure?: (reason: Error) => void
}

export interface DevnetChains {
  /** The default chain. */
  readonly main: DevnetChain
  /** Default first. */
  readonly chainIds: readonly number[]
  addresses(chainId: number): DevnetAddresses
  /** What the vault of a chain beside the default one begins with. */
  readonly floatUsd6: Usd6
  /** It runs, or has run in the past. */
  isUsed(chainId: number): boolean
  /** The chain, which starts if it does not run yet. */
  open(chainId: number): Promise<DevnetChain>
  /** Told when the chain runs; at once if it does already. */
  onOpened(chainId: number, listener: () => void): void
  faucet(chainId: number, address: string, amountUsd6?: Usd6): Promise<FaucetAnswer>
  /** JSON-RPC for browsers: body and answer are parsed JSON. */
  rpc(chainId: number, body: unknown): Promise<unknown>
  stop(): Promise<void>
}

const NOT_STARTED = { code: -32603, message: 'The chain could not be started' } as const

/** Where a chain's own files lie: those of the default one in the folder itself. */
export const devnetChainFolder = (dataDir: string, chainId: number): string =>
  chainId === DEVNET_DEFAULT_CHAIN_ID ? dataDir : join(dataDir, String(chainId))

export async function openDevnetChains(options: DevnetChainsOptions): Promise<DevnetChains> {
  const { dataDir, onPids, onNotice } = options
  const pids = new Map<number, readonly number[]>()
  const opened = new Map<number, Promise<DevnetChain>>()
  const running = new Set<number>()
  const listeners = new Map<number, (() => void)[]>()
  let isStopping = false

  const start = async (chainId: number): Promise<DevnetChain> => {
    const isDefault = chainId === DEVNET_DEFAULT_CHAIN_ID
    const chain = await startDevnetChain({
      ...options,
      dataDir: devnetChainFolder(dataDir, chainId),
      chainId,
      ...(isDefault ? {} : { keys: await openDevnetKeys(join(dataDir, 'keys.json')) }),
      onPids: (ofChain) => {
        pids.set(chainId, ofChain)
        onPids?.([...pids.values()].flat())
      },
      // The exchange goes on without one of its other chains; what waits there waits.
      ...(isDefault
        ? {}
        : {
            onProgress: () => undefined,
            onFailure: (reason: Error) => onNotice?.(`chain ${chainId} has stopped: ${reason.message}`),
          }),
    })
    running.add(chainId)
    return chain
  }

  function open(chainId: number): Promise<DevnetChain> {
    const before = opened.get(chainId)
    if (before !== undefined) return before
    if (devnetNetwork(chainId) === undefined || isStopping)
      return Promise.reject(new Error(`chain ${chainId} cannot be started now`))
    const chain = start(chainId)
    opened.set(chainId, chain)
    chain.then(
      () => listeners.get(chainId)?.forEach((listener) => listener()),
      // The next one who asks begins again.
      () => opened.delete(chainId),
    )
    return chain
  }

  const main = await open(DEVNET_DEFAULT_CHAIN_ID)
  return {
    main,
    chainIds: DEVNET_NETWORKS.map(({ chainId }) => chainId),
    addresses(chainId) {
      const network = devnetNetwork(chainId)
      assert(network !== undefined, `devnet has no chain ${chainId}`)
      return chainId === DEVNET_DEFAULT_CHAIN_ID ? main : devnetAddresses(main.keys.deployer.address, network)
    },
    floatUsd6: options.floatUsd6 ?? DEVNET_FLOAT_USD6,
    isUsed: (chainId) =>
      opened.has(chainId) || existsSync(join(devnetChainFolder(dataDir, chainId), 'deployment.json')),
    open,
    onOpened(chainId, listener) {
      listeners.set(chainId, [...(listeners.get(chainId) ?? []), listener])
      if (running.has(chainId)) listener()
    },
    faucet: async (chainId, address, amountUsd6) => (await open(chainId)).faucet(address, amountUsd6),
    async rpc(chainId, body) {
      try {
        return await (await open(chainId)).rpc(body)
      } catch (error) {
        onNotice?.(`chain ${chainId} did not start: ${(error as Error).message}`)
        return { jsonrpc: '2.0', id: null, error: NOT_STARTED }
      }
    },
    async stop() {
      isStopping = true
      const chains = await Promise.allSettled(opened.values())
      const stops = await Promise.allSettled(
        chains.flatMap((chain) => (chain.status === 'fulfilled' ? [chain.value.stop()] : [])),
      )
      const failed = stops.find((one) => one.status === 'rejected')
      if (failed !== undefined) throw failed.reason
    },
  }
}
