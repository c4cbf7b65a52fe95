/**
 * Whether money may leave. At every final block of every chain the vault must hold what its logs say (deposits, less what
 * was paid out, with what the operator moved); one micro-dollar less on any chain stops the release of every withdrawal,
 * which then waits as it is, until all chains are whole again. A chain that has not told anything yet releases nothing:
 * a restart is no way around. An excess belongs to no account and stops nothing.
 */
import type { ChainReserves } from '@vest/runtime'

export interface ReserveGuard {
  /** True where withdrawals that had to wait may go on now. */
  note(chainId: number, reserves: ChainReserves): boolean
  mayRelease(chainId: number): boolean
  isShort(): boolean
}

export interface ReserveGuardOptions {
  /** Found less expected: told whenever it is another. */
  readonly onDifference: (chainId: number, differenceUsd6: bigint) => void
  readonly onShort: (chainId: number, reserves: ChainReserves) => void
  readonly onWhole: (chainId: number) => void
}

export function createReserveGuard(options: ReserveGuardOptions): ReserveGuard {
  const differences = new Map<number, bigint>()
  const isShort = (): boolean => [...differences.values()].some((difference) => difference < 0n)
  return {
    isShort,
    mayRelease: (chainId) => differences.has(chainId) && !isShort(),
    note(chainId, reserves) {
      const before = differences.get(chainId)
      const wasShort = isShort()
      const difference = reserves.foundUsd6 - reserves.expectedUsd6
      if (difference === before) return false
      differences.set(chainId, difference)
      options.onDifference(chainId, difference)
      if (difference < 0n) options.onShort(chainId, reserves)
      else if (before !== undefined && before < 0n) options.onWhole(chainId)
      return (wasShort || before === undefined) && !isShort()
    },
  }
}
