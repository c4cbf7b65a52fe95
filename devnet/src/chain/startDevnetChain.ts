/**
 * One EVM chain of a devnet: anvil with USDC and the vault, under a supervisor. The first start
 * makes keys, deploys and puts the system's money into the vault; every later one continues from the saved
 * state. A chain that is killed comes back on the same port from its last save: whatever it had not yet been
 * asked to keep is gone, as on a chain that reorganises, and the watcher reports it.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { assert, usd6, type Address, type Hex, type Usd6 } from '@vest/protocol'
import { createTransactionSender, fiatTokenAbi } from '@vest/contracts'
import { createDurableState } from './durableState.ts'
import {
  deployDevnet,
  deploymentMismatch,
  fundOperators,
  operatorAddresses,
  usdcUnits,
  type DevnetDeployment,
  type GenesisUsd6,
} from './devnetDeployment.ts'
import { openDevnetKeys, type DevnetKeys, type DevnetRoles } from './devnetKeys.ts'
import { DEVNET_DEFAULT_CHAIN_ID, devnetNetwork, type DevnetNetwork } from './devnetNetworks.ts'
import { writeDurably } from './durableFile.ts'
import { createFaucet, type FaucetAnswer } from './faucet.ts'
import { jsonRpc } from './jsonRpc.ts'
import { createRpcProxy } from './rpcProxy.ts'
import { previousGeneration } from './savedState.ts'
import { superviseAnvil, type SuperviseOptions } from './superviseAnvil.ts'

const GENESIS_USD6_DEFAULT: GenesisUsd6 = {
  POOL: usd6(10_000_000_000_000),
  INSURANCE: usd6(1_000_000_000_000),
  POOL_ISO: usd6(500_000_000_000),
  CAPITAL_TREASURY: usd6(500_000_000_000),
}

/** The other chains hold no money of accounts at first: this is the operator's, so that they can pay. */
/** What the vault of a chain beside the default one begins with. */
export const DEVNET_FLOAT_USD6: Usd6 = usd6(2_000_000_000_000)
const NO_GENESIS: GenesisUsd6 = {
  POOL: usd6(0),
  INSURANCE: usd6(0),
  POOL_ISO: usd6(0),
  CAPITAL_TREASURY: usd6(0),
}

export interface DevnetChainOptions {
  /** Folder of this chain alone; created if absent (its parent must exist). */
  readonly dataDir: string
  /** Default: the default chain, whose vault holds the system's money. */
  readonly chainId?: number
  /** Those of the whole devnet; default: made and kept in the folder. */
  readonly keys?: DevnetKeys
  /** Of the first start only: who decides over the money. */
  readonly roles?: DevnetRoles
  readonly onProgress?: (line: string) => void
  /** Of the first start only; later starts read the record. */
  readonly genesisUsd6?: Partial<GenesisUsd6>
  /** Of the first start of a chain beside the default one: what its vault begins with; default: DEVNET_FLOAT_USD6. */
  readonly floatUsd6?: Usd6
  readonly keeperFeeUsd6?: Usd6
  /** Of the first start only: whose word the messenger believes. */
  readonly attester?: Address
  /** The processes that must not outlive us; called at once after each start of the node. */
  readonly onPids?: (pids: readonly number[]) => void
  /** The chain was killed and is back from its last save. */
  readonly onRestart?: (said: string) => void
  /** The chain cannot be kept running. */
  readonly onFailure?: (reason: Error) => void
  /** What an operator should know, and what heals by itself. */
  readonly onNotice?: (text: string) => void
  /** How often the node is looked at, and how long it may take to answer. */
  readonly probe?: SuperviseOptions['probe']
  readonly nowMs?: () => number
}

export interface DevnetChain {
  readonly chainId: number
  /** Of the node itself: for this process, never for a browser. */
  readonly rpcUrl: string
  readonly usdc: Address
  readonly vault: Address
  readonly startBlock: number
  readonly genesisUsd6: GenesisUsd6
  /** The operator's own money in the vault. */
  readonly floatUsd6: Usd6
  readonly keeperFeeUsd6: Usd6
  /** Burns what goes to other networks; absent where there is none, and on a chain that is older than it. */
  readonly messenger: Address | undefined
  /** Whose word makes lots of other vaults here; absent: none come or go. */
  readonly attester: Address | undefined
  readonly keys: DevnetKeys
  pids(): readonly number[]
  faucet(address: string, amountUsd6?: Usd6): Promise<FaucetAnswer>
  /** Test USDC for an account that has paid for it; durable when told. */
  sell(to: Address, amountUsd6: Usd6): Promise<Hex>
  /** JSON-RPC for browsers: body and answer are parsed JSON. */
  rpc(body: unknown): Promise<unknown>
  /** Resolves when everything that is in a block now would survive a `kill -9`. */
  ensureDurable(): Promise<void>
  /** One more block. */
  mine(): Promise<void>
  /** Called after something was sent through us or mined by us. Returns the unsubscriber. */
  onActivity(listener: () => void): () => void
  stop(): Promise<void>
}

export async function startDevnetChain(options: DevnetChainOptions): Promise<DevnetChain> {
  const {
    dataDir,
    chainId = DEVNET_DEFAULT_CHAIN_ID,
    onProgress = () => undefined,
    nowMs = Date.now,
  } = options
  const network = devnetNetwork(chainId)
  assert(network !== undefined, `devnet has no chain ${chainId}`)
  const isDefault = chainId === DEVNET_DEFAULT_CHAIN_ID
  const file = (name: string): string => join(dataDir, name)
  if (!existsSync(dataDir)) mkdirSync(dataDir, { mode: 0o700 })
  const keys = options.keys ?? (await openDevnetKeys(file('keys.json'), options.roles))
  const recorded = readDeployment(file('deployment.json'))
  const stateFile = file('state.json')
  if (recorded && !existsSync(stateFile) && !existsSync(previousGeneration(stateFile)))
    throw new Error(
      `The chain's state is missing from ${dataDir} although it was deployed there; start with --reset to begin anew.`,
    )
  // State without a record is half a first start.
  if (!recorded) for (const path of [stateFile, previousGeneration(stateFile)]) rmSync(path, { force: true })

  onProgress(recorded ? 'continuing the local chain' : 'starting a new local chain')
  const supervisor = await superviseAnvil({
    chainId,
    stateFile,
    genesisHash: recorded?.genesisHash,
    onPids: options.onPids,
    onRestart: options.onRestart,
    onFailure: options.onFailure,
    onNotice: options.onNotice,
    probe: options.probe,
  })
  const rpcUrl = supervisor.rpcUrl
  const durable = createDurableState({ file: stateFile, rpcUrl: () => rpcUrl })
  try {
    const mismatch = recorded && (await deploymentMismatch(rpcUrl, recorded))
    if (mismatch) throw new Error(`In ${dataDir} ${mismatch}; start with --reset to begin anew.`)
    await fundOperators(rpcUrl, keys)
    const deployment =
      recorded ??
      (await deployDevnet({
        rpcUrl,
        network,
        keys,
        onProgress,
        genesisUsd6: { ...(isDefault ? GENESIS_USD6_DEFAULT : NO_GENESIS), ...options.genesisUsd6 },
        floatUsd6: isDefault ? usd6(0) : (options.floatUsd6 ?? DEVNET_FLOAT_USD6),
        keeperFeeUsd6: options.keeperFeeUsd6 ?? network.keeperFeeUsd6,
        attester: options.attester,
      }))
    await durable.expect(deployment.genesisHash)
    supervisor.expectGenesis(deployment.genesisHash)
    if (!recorded) {
      await durable.ensure()
      await writeDurably(file('deployment.json'), `${JSON.stringify(deployment, undefined, 2)}\n`)
    }
    return openChain(deployment, network)
  } catch (error) {
    await supervisor.stop()
    throw error
  }

  function openChain(deployment: DevnetDeployment, of: DevnetNetwork): DevnetChain {
    const listeners = new Set<() => void>()
    const announce = (): void => listeners.forEach((listener) => listener())
    const sender = createTransactionSender({
      rpcUrl,
      chainId,
      account: keys.deployer,
      pollMs: 50,
    })
    const faucet = createFaucet({
      file: file('faucet.json'),
      askedFile: file('faucetAsked.json'),
      sender,
      usdc: deployment.usdc,
      vault: deployment.vault,
      unitsPerUsd6: usdcUnits(of),
      nowMs,
      ensureDurable: durable.ensure,
      refused: [deployment.usdc, deployment.vault, ...operatorAddresses(keys)],
    })
    return {
      chainId: deployment.chainId,
      rpcUrl,
      usdc: deployment.usdc,
      vault: deployment.vault,
      startBlock: deployment.startBlock,
      genesisUsd6: deployment.genesisUsd6,
      floatUsd6: deployment.floatUsd6 ?? usd6(0),
      keeperFeeUsd6: deployment.keeperFeeUsd6,
      messenger: deployment.messenger,
      attester: deployment.attester,
      keys,
      pids: supervisor.pids,
      faucet: faucet.give,
      sell: async (to, amountUsd6) => {
        const receipt = await sender.call({
          address: deployment.usdc,
          abi: fiatTokenAbi,
          functionName: 'mint',
          args: [to, BigInt(amountUsd6) * usdcUnits(of)],
        })
        await durable.ensure()
        announce()
        return receipt.transactionHash
      },
      rpc: createRpcProxy({ rpcUrl: () => rpcUrl, onTransaction: announce }),
      ensureDurable: durable.ensure,
      mine: async () => {
        await jsonRpc(rpcUrl, 'evm_mine')
        announce()
      },
      onActivity: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      stop: async () => {
        // Also when the last save fails: the node must not stay behind.
        try {
          await durable.ensure()
        } finally {
          await supervisor.stop()
        }
      },
    }
  }
}

function readDeployment(path: string): DevnetDeployment | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as DevnetDeployment) : undefined
}
