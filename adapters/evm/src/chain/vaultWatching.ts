/**
 * The watch of the vault from its start to its stop. Before and after there is no final point, and nothing to wake. A start
 * asks first whether the chain is the one of the configuration.
 */
import { assert } from '@vest/protocol'
import type { ChainAdapter } from '@vest/runtime'
import type { ChainRules } from '../chainRules.ts'
import type { ChainPoint } from '../cursorFile.ts'
import { hasDeposit } from '../hasDeposit.ts'
import { runWatch, type RunningWatch } from '../runWatch.ts'
import type { WatchedVault } from '../vaultLogs.ts'
import { watchVault, type VaultWatchOptions } from '../watchVault.ts'
import type { ChainNodes } from './chainNodes.ts'
import type { EvmChainOptions } from './evmChainOptions.ts'

export interface VaultWatchingPorts extends Pick<ChainNodes, 'watching' | 'second'> {
  readonly watched: WatchedVault
  readonly rules: ChainRules
  readonly startBlock: bigint
  readonly rangeBlocks: bigint
  readonly nowMs: () => number
  readonly verify: () => Promise<void>
}

export type VaultWatchingOptions = Pick<
  EvmChainOptions,
  | 'startUsd6'
  | 'cursor'
  | 'ensureDurable'
  | 'mineForFinality'
  | 'onActivity'
  | 'pollMs'
  | 'finalTimeEveryMs'
  | 'onTrouble'
  | 'onFailure'
>

export interface VaultWatching {
  start(
    known: Parameters<ChainAdapter['start']>[0],
    heard: Pick<VaultWatchOptions, 'events' | 'onUnswept'>,
  ): Promise<void>
  /** Resolves when no handler runs any more. */
  stop(): Promise<void>
  /** Look before the next poll. */
  wake(): void
  wantFinalTime(timeMs: number): void
  finalPoint(): ChainPoint | undefined
  /** Throws where nothing is final yet. */
  finalNumber(): bigint
  confirmationsOf: RunningWatch['confirmationsOf']
}

export function createVaultWatching(
  options: VaultWatchingOptions,
  { watching, second, verify, ...vault }: VaultWatchingPorts,
): VaultWatching {
  const { watched } = vault
  let watch: RunningWatch | undefined

  return {
    async start(known, heard) {
      assert(watch === undefined, `chain ${watched.chainId} is watched already`)
      await verify()
      watch = runWatch({
        watch: watchVault({
          client: watching,
          ...vault,
          startUsd6: BigInt(options.startUsd6),
          known,
          ...(second && { confirm: (log) => hasDeposit(second, watched, log) }),
          ...heard,
          finalTimeEveryMs: options.finalTimeEveryMs ?? 60_000,
          ...(options.cursor && { cursor: options.cursor }),
          ...(options.ensureDurable && { ensureDurable: options.ensureDurable }),
          ...(options.mineForFinality && { mineForFinality: options.mineForFinality }),
          ...(options.onTrouble && { onTrouble: options.onTrouble }),
        }),
        pollMs: options.pollMs ?? 1_000,
        ...(options.onActivity && { onActivity: options.onActivity }),
        ...(options.onTrouble && { onTrouble: options.onTrouble }),
        ...(options.onFailure && { onFailure: options.onFailure }),
      })
    },
    async stop() {
      await watch?.stop()
      watch = undefined
    },
    wake: () => watch?.wake(),
    wantFinalTime: (timeMs) => watch?.wantFinalTime(timeMs),
    finalPoint: () => watch?.finalPoint(),
    finalNumber() {
      const point = watch?.finalPoint()
      if (point === undefined) throw new Error(`chain ${watched.chainId} has no final block yet`)
      return point.number
    },
    confirmationsOf: (id) => watch?.confirmationsOf(id),
  }
}
