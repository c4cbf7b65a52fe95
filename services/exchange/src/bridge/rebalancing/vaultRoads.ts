/** The roads between the vaults of the chains that run now. */
import type { VaultRoad } from '@vest/runtime'
import type { Chains } from '../../chains.ts'

export interface VaultRoads {
  all(): readonly (readonly [chainId: number, road: VaultRoad])[]
  of(chainId: number): VaultRoad | undefined
  /** The chain of this domain of the messenger. */
  chainOf(domain: number): number | undefined
  /** A chain that sleeps has no road: it has one once it is awake. */
  wake(chainId: number): void
}

export function createVaultRoads(chains: Pick<Chains, 'adapters' | 'adapter'>): VaultRoads {
  const all: VaultRoads['all'] = () =>
    chains.adapters().flatMap((adapter) => {
      const road = adapter.road?.()
      return road === undefined ? [] : [[adapter.chainId, road] as const]
    })
  return {
    all,
    of: (chainId) => chains.adapter(chainId)?.road?.(),
    chainOf: (domain) => all().find(([, road]) => road.domain === domain)?.[0],
    wake: (chainId) => chains.adapter(chainId)?.wake?.(),
  }
}
