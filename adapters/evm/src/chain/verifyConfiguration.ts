/** The configuration and the chain must tell the same story: a wrong table must not cost money. */
import { assert, type Address } from '@vest/protocol'
import { fiatTokenAbi, vestVaultAbi } from '@vest/contracts'
import { domainSeparator } from 'viem'
import type { TokenDomain } from '../authorizedDeposits.ts'
import { unitsPerUsd6 } from '../tokenAmount.ts'
import type { WithdrawalSigner } from '../validators/index.ts'
import type { WatchedVault } from '../vaultLogs.ts'
import { readQuorum } from '../withdrawals.ts'
import type { ChainNodes } from './chainNodes.ts'

export interface Configuration extends Pick<ChainNodes, 'client' | 'second'> {
  readonly watched: WatchedVault
  readonly validators: readonly WithdrawalSigner[]
  /** EIP-712 domain of gasless deposits, where there are any. */
  readonly domain: TokenDomain | undefined
}

export async function verifyConfiguration(configuration: Configuration): Promise<void> {
  const { client, second, watched, validators, domain } = configuration
  const { chainId } = watched
  const token = { address: watched.token, abi: fiatTokenAbi } as const
  const vault = { address: watched.vault, abi: vestVaultAbi } as const
  const [actualChainId, decimals, terms, quorum] = await Promise.all([
    client.getChainId(),
    client.readContract({ ...token, functionName: 'decimals' }),
    client.readContract({ ...vault, functionName: 'tokens', args: [watched.token] }),
    readQuorum(client, watched.vault),
  ])
  const secondChainId = (await second?.getChainId()) ?? chainId
  assert(secondChainId === chainId, `the second RPC of chain ${chainId} speaks for chain ${secondChainId}`)
  assert(actualChainId === chainId, `the RPC of chain ${chainId} speaks for chain ${actualChainId}`)
  assert(
    decimals === watched.decimals,
    `USDC of chain ${chainId} has ${decimals} decimals, the table says ${watched.decimals}`,
  )
  const [accepted, scale] = terms
  assert(
    accepted && scale === unitsPerUsd6(decimals),
    `the vault of chain ${chainId} does not accept ${watched.token}`,
  )
  const known = quorum.validators.filter((address) =>
    validators.some((one) => one.address === (address.toLowerCase() as Address)),
  )
  if (validators.length > 0)
    assert(
      known.length >= quorum.quorum,
      `the vault of chain ${chainId} wants ${quorum.quorum} validators, and knows ${known.length} of ours`,
    )
  if (domain) {
    const expected = domainSeparator({ domain: { ...domain, chainId, verifyingContract: watched.token } })
    const actual = await client.readContract({ ...token, functionName: 'DOMAIN_SEPARATOR' })
    assert(
      actual === expected,
      `the signing domain of USDC on chain ${chainId} is not "${domain.name}" version ${domain.version}`,
    )
  }
}
