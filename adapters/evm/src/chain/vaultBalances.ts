/** What lies at an address, and in the vault, at the head of the chain. */
import { usd6, type Address } from '@vest/protocol'
import { fiatTokenAbi } from '@vest/contracts'
import type { ChainAdapter } from '@vest/runtime'
import { asTokenUnits, toUsd6, unitsPerUsd6 } from '../tokenAmount.ts'
import type { WatchedVault } from '../vaultLogs.ts'
import type { ChainNode } from './chainNodes.ts'

export function vaultBalances(
  client: ChainNode,
  { token, vault, decimals }: Pick<WatchedVault, 'token' | 'vault' | 'decimals'>,
): Required<Pick<ChainAdapter, 'ownUsd6' | 'vaultBalanceUsd6'>> {
  const balanceOf = (owner: Address): Promise<bigint> =>
    client.readContract({ address: token, abi: fiatTokenAbi, functionName: 'balanceOf', args: [owner] })

  return {
    async ownUsd6(account) {
      const units = await balanceOf(account)
      // Rounded up: what is less than a micro-dollar is something.
      const scale = unitsPerUsd6(decimals)
      return (units + scale - 1n) / scale
    },
    vaultBalanceUsd6: async () =>
      toUsd6(asTokenUnits(await balanceOf(vault)), decimals) ?? usd6(Number.MAX_SAFE_INTEGER),
  }
}
