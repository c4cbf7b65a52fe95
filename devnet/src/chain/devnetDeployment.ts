/**
 * What stands on a devnet chain: USDC, the vault, and the system's own money in it. The record of
 * it is written last, so that an interrupted first start begins anew and never goes on with half a chain.
 */
import { assert, usd6, type Address, type Hex, type Usd6 } from '@vest/protocol'
import {
  createTransactionSender,
  deployBridgedUsdc,
  deployMessenger,
  deployUsdc,
  deployVault,
  fiatTokenAbi,
  letBurn,
  letMint,
  VAULT_TERMS_DEFAULT,
} from '@vest/contracts'
import { chainRules } from '@vest/evm'
import type { DevnetKeys } from './devnetKeys.ts'
import {
  DEVNET_DEFAULT_CHAIN_ID,
  devnetAddresses,
  devnetMessenger,
  VAULT_NONCE,
  type DevnetNetwork,
} from './devnetNetworks.ts'
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
  /** The operator's own money, so that a chain can pay before its first deposit; of no account. */
  readonly floatUsd6?: Usd6
  readonly keeperFeeUsd6: Usd6
  /** Burns what goes to other networks; not where USDC is no token of Circle's. */
  readonly messenger?: Address
  /** Whose word the messenger believes of what was burned elsewhere; absent: it makes nothing, and no vault's lots leave. */
  readonly attester?: Address
}

/** What the vault keeps back where a keeper sends to Solana. */
export const SOLANA_KEEPER_FEE_USD6: Usd6 = usd6(500_000)

const ETHER = 10n ** 18n

/** Fills the operators' gas tanks; no transaction, no block. */
export async function fundOperators(rpcUrl: string, keys: DevnetKeys): Promise<void> {
  for (const role of ['deployer', 'relayer', 'guardian', 'admin'] as const) {
    const address = addressOf(keys[role])
    const balance = BigInt(await jsonRpc<Hex>(rpcUrl, 'eth_getBalance', [address, 'latest']))
    const full = role === 'deployer' ? 1_000_000n * ETHER : 1_000n * ETHER
    if (balance < full / 2n) await jsonRpc(rpcUrl, 'anvil_setBalance', [address, `0x${full.toString(16)}`])
  }
}

/** All who have a part in it: no faucet feeds them. */
export const operatorAddresses = ({
  deployer,
  relayer,
  guardian,
  admin,
  validators,
}: DevnetKeys): Address[] => [deployer.address, relayer.address, guardian, admin, ...validators]

const addressOf = (role: Address | DevnetKeys['deployer']): Address =>
  typeof role === 'string' ? role : role.address

export async function deployDevnet(options: {
  readonly rpcUrl: string
  readonly network: DevnetNetwork
  readonly keys: DevnetKeys
  readonly genesisUsd6: GenesisUsd6
  readonly floatUsd6: Usd6
  readonly keeperFeeUsd6: Usd6
  readonly attester?: Address | undefined
  readonly onProgress: (line: string) => void
}): Promise<DevnetDeployment> {
  const { rpcUrl, network, keys, genesisUsd6, floatUsd6, keeperFeeUsd6, attester, onProgress } = options
  const { chainId } = network
  const sender = createTransactionSender({ rpcUrl, chainId, account: keys.deployer, pollMs: 20 })
  onProgress('deploying USDC')
  const usdc =
    network.token === 'bridged'
      ? await deployBridgedUsdc(sender)
      : await deployUsdc({ sender, proxyAdmin: keys.admin })
  const foreseen = devnetAddresses(keys.deployer.address, network)
  const isHome = chainId === DEVNET_DEFAULT_CHAIN_ID
  const domain = chainRules(chainId).cctpDomain
  onProgress('deploying the vault')
  await jsonRpc(rpcUrl, 'anvil_setNonce', [keys.deployer.address, `0x${VAULT_NONCE.toString(16)}`])
  const vault = await deployVault({
    sender,
    token: usdc,
    roles: {
      admin: keys.admin,
      guardian: keys.guardian,
      keeper: keys.relayer.address,
      validators: keys.validators,
      quorum: keys.quorum,
    },
    terms: { ...VAULT_TERMS_DEFAULT, keeperFeeUsd6 },
    ...(domain !== null && {
      road: {
        messenger: devnetMessenger(keys.deployer.address),
        ...(isHome && { solanaKeeperFeeUsd6: SOLANA_KEEPER_FEE_USD6 }),
      },
    }),
  })
  const messenger =
    domain === null
      ? undefined
      : await deployMessenger(sender, domain, attester === undefined ? undefined : { token: usdc, attester })
  assert(
    usdc === foreseen.usdc &&
      vault === foreseen.vault &&
      (messenger === undefined || messenger === devnetMessenger(keys.deployer.address)),
    `chain ${chainId} was deployed at other addresses than those that are published`,
  )
  if (messenger !== undefined) await (attester === undefined ? letBurn : letMint)(sender, usdc, messenger)
  const total = Object.values(genesisUsd6).reduce((sum: number, amount: Usd6) => sum + amount, floatUsd6)
  // Minted into the vault: a transfer from the zero address is no deposit, and it lies before startBlock.
  if (total > 0)
    await sender.call({
      address: usdc,
      abi: fiatTokenAbi,
      functionName: 'mint',
      args: [vault, BigInt(total) * usdcUnits(network)],
    })
  const genesis = await jsonRpc<{ hash: Hex }>(rpcUrl, 'eth_getBlockByNumber', ['0x0', false])
  return {
    chainId,
    genesisHash: genesis.hash,
    usdc,
    vault,
    startBlock: Number(await sender.reader.getBlockNumber()) + 1,
    genesisUsd6,
    floatUsd6,
    keeperFeeUsd6,
    ...(messenger === undefined ? {} : { messenger }),
    ...(messenger === undefined || attester === undefined ? {} : { attester }),
  }
}

/** Units of the chain's USDC per micro-USDC. */
export const usdcUnits = ({ token }: DevnetNetwork): bigint => (token === 'bridged' ? 10n ** 12n : 1n)

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
