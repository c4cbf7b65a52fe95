/**
 * The networks of a devnet: six EVM chains under their real ids, the default first. Where token and vault stand on
 * each follows from the deployer's address alone, so that a chain need not run to be named, and the vault has
 * one address on all of them: one approval of a signing key, which names one contract, serves them all.
 */
import { CHAIN_ARBITRUM, CHAIN_BNB, CHAIN_POLYGON, usd6, type Address, type Usd6 } from '@vest/protocol'
import { getContractAddress } from 'viem'

export interface DevnetNetwork {
  readonly chainId: number
  /** Circle's own token, or a plain one of 18 decimals. */
  readonly token: 'fiat-token' | 'bridged'
  /** What the vault keeps back where a keeper sends. */
  readonly keeperFeeUsd6: Usd6
}

const FEE_USD6 = usd6(200_000)
/** Its blocks are dear. */
const ETHEREUM_FEE_USD6 = usd6(5_000_000)

export const DEVNET_DEFAULT_CHAIN_ID = CHAIN_ARBITRUM
export const DEVNET_NETWORKS: readonly DevnetNetwork[] = [
  { chainId: DEVNET_DEFAULT_CHAIN_ID, token: 'fiat-token', keeperFeeUsd6: FEE_USD6 },
  { chainId: 8453, token: 'fiat-token', keeperFeeUsd6: FEE_USD6 },
  { chainId: 1, token: 'fiat-token', keeperFeeUsd6: ETHEREUM_FEE_USD6 },
  { chainId: 10, token: 'fiat-token', keeperFeeUsd6: FEE_USD6 },
  { chainId: CHAIN_POLYGON, token: 'fiat-token', keeperFeeUsd6: FEE_USD6 },
  { chainId: CHAIN_BNB, token: 'bridged', keeperFeeUsd6: FEE_USD6 },
]

export const devnetNetwork = (chainId: number): DevnetNetwork | undefined =>
  DEVNET_NETWORKS.find((network) => network.chainId === chainId)

/** The place of each deployment among the deployer's transactions: library, implementation and proxy come first. */
const TOKEN_NONCE = { 'fiat-token': 2n, bridged: 0n } as const
/** Whatever was sent before: a chain with fewer transactions counts on from here. */
export const VAULT_NONCE = 9n

export interface DevnetAddresses {
  readonly usdc: Address
  readonly vault: Address
}

export const devnetAddresses = (
  deployer: Address,
  { token }: Pick<DevnetNetwork, 'token'>,
): DevnetAddresses => ({ usdc: at(deployer, TOKEN_NONCE[token]), vault: at(deployer, VAULT_NONCE) })

/** What burns for other networks: deployed behind the vault, which knows its place; one address on all chains that have it. */
export const devnetMessenger = (deployer: Address): Address => at(deployer, VAULT_NONCE + 1n)

const at = (deployer: Address, nonce: bigint): Address =>
  getContractAddress({ from: deployer, nonce }).toLowerCase() as Address
