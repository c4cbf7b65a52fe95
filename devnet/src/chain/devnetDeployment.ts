/**
 * What stands on the devnet chain: Circle's USDC, the vault, and the system's own money in it. The record of
 * it is written last, so that an interrupted first start begins anew and never goes on with half a chain.
 */
import type { Address, Hex, Usd6 } from '@vest/protocol'
import {
  createTransactionSender,
  deployUsdc,
  deployVault,
  fiatTokenAbi,
  VAULT_TERMS_DEFAULT,
} from '@vest/contracts'
import type { DevnetKeys } from './devnetKeys.ts'
import { jsonRpc } from './jsonRpc.ts'

/** System money that lies in the vault before the first customer comes. */
export interface GenesisUsd6 {
  readonly POOL: Usd6
  readonly INSURANCE: Usd6
  readonly POOL_ISO: Usd6
  readonly CAPITAL_TREASURY: Usd6
}

export interface DevnetDeployment {
  readonly chainId: number
  readonly genesisHash: Hex
  readonly usdc: Address
  readonly vault: Address
  /** The first block that can hold a customer's deposit. */
  readonly startBlock: number
  readonly genesisUsd6: GenesisUsd6
  readonly keeperFeeUsd6: Usd6
}

const ETHER = 10n ** 18n

/** Fills the operators' gas tanks; no transaction, no block. */
export async function fundOperators(rpcUrl: string, keys: DevnetKeys): Promise<void> {
  for (const role of ['deployer', 'relayer', 'guardian', 'admin'] as const) {
    const { address } = keys[role]
    const balance = BigInt(await jsonRpc<Hex>(rpcUrl, 'eth_getBalance', [address, 'latest']))
    const full = role === 'deployer' ? 1_000_000n * ETHER : 1_000n * ETHER
    if (balance < full / 2n) await jsonRpc(rpcUrl, 'anvil_setBalance', [address, `0x${full.toString(16)}`])
  }
}

export async function deployDevnet(options: {
  readonly rpcUrl: string
  readonly chainId: number
  readonly keys: DevnetKeys
  readonly genesisUsd6: GenesisUsd6
  readonly keeperFeeUsd6: Usd6
  readonly onProgress: (line: string) => void
}): Promise<DevnetDeployment> {
  const { rpcUrl, chainId, keys, genesisUsd6, keeperFeeUsd6, onProgress } = options
  const sender = createTransactionSender({ rpcUrl, chainId, account: keys.deployer, pollMs: 20 })
  onProgress('deploying USDC')
  const usdc = await deployUsdc({ sender, proxyAdmin: keys.admin.address })
  onProgress('deploying the vault')
  const vault = await deployVault({
    sender,
    token: usdc,
    roles: {
      admin: keys.admin.address,
      guardian: keys.guardian.address,
      validator: keys.validator.address,
      keeper: keys.relayer.address,
    },
    terms: { ...VAULT_TERMS_DEFAULT, keeperFeeUsd6 },
  })
  const total = Object.values(genesisUsd6).reduce((sum: number, amount: Usd6) => sum + amount, 0)
  // Minted into the vault: a transfer from the zero address is nobody's deposit, and it lies before startBlock.
  await sender.call({ address: usdc, abi: fiatTokenAbi, functionName: 'mint', args: [vault, BigInt(total)] })
  const genesis = await jsonRpc<{ hash: Hex }>(rpcUrl, 'eth_getBlockByNumber', ['0x0', false])
  return {
    chainId,
    genesisHash: genesis.hash,
    usdc,
    vault,
    startBlock: Number(await sender.reader.getBlockNumber()) + 1,
    genesisUsd6,
    keeperFeeUsd6,
  }
}

/** One sentence if the chain is not the one of the record; undefined if it is. */
export async function deploymentMismatch(
  rpcUrl: string,
  deployment: DevnetDeployment,
): Promise<string | undefined> {
  const genesis = await jsonRpc<{ hash: Hex } | null>(rpcUrl, 'eth_getBlockByNumber', ['0x0', false])
  if (genesis?.hash !== deployment.genesisHash)
    return 'the saved chain begins with another block than its record says'
  for (const address of [deployment.usdc, deployment.vault])
    if ((await jsonRpc<Hex>(rpcUrl, 'eth_getCode', [address, 'latest'])) === '0x')
      return `the saved chain has no contract at ${address}`
  return undefined
}
