/**
 * What the keeper does at deposit addresses: sweeps the money that lies there into the vault, and finds what came there
 * that is no deposit, so that it can be given back. Nothing of it credits an account, and nothing waits for it.
 */
import type { TransactionSender } from '@vest/contracts'
import type { ChainAdapter, ChainEvents } from '@vest/runtime'
import type { DepositAccounts } from '../depositAccounts.ts'
import { strayTokens } from '../strayTokens.ts'
import { createSweeper } from '../sweeper.ts'
import type { WatchedVault } from '../vaultLogs.ts'
import type { VaultWatchOptions } from '../watchVault.ts'
import type { ChainNode } from './chainNodes.ts'
import type { EvmChainOptions } from './evmChainOptions.ts'
import type { VaultWatching } from './vaultWatching.ts'

export interface AddressKeepingPorts {
  readonly client: ChainNode
  readonly watched: WatchedVault
  readonly startBlock: bigint
  readonly rangeBlocks: bigint
  readonly addresses: DepositAccounts
  readonly keeper: TransactionSender
  readonly watch: Pick<VaultWatching, 'wake'>
}

export interface AddressKeeping extends Required<Pick<ChainAdapter, 'strays' | 'returnStray'>> {
  /** What a watch tells, with what is final looked through for strays, too. */
  hear(events: ChainEvents): Pick<VaultWatchOptions, 'events' | 'onUnswept'>
  stop(): Promise<void>
}

export function createAddressKeeping(
  options: Pick<EvmChainOptions, 'strays' | 'onTrouble'>,
  { client, watched, startBlock, rangeBlocks, addresses, keeper, watch }: AddressKeepingPorts,
): AddressKeeping {
  const onTrouble = (error: Error): void => options.onTrouble?.(error)
  const sweeper = createSweeper({
    sender: keeper,
    watched,
    addresses,
    onSwept: watch.wake,
    onTrouble,
  })
  const strays = strayTokens({
    client,
    watched,
    addresses,
    keeper,
    startBlock,
    rangeBlocks,
    store: options.strays,
    onTrouble,
  })

  return {
    hear: (events) => ({
      events: {
        ...events,
        onReserves: async (reserves) => {
          strays.note(reserves.blockNumber)
          await events.onReserves(reserves)
        },
      },
      onUnswept: sweeper.note,
    }),
    strays: strays.holdings,
    returnStray: strays.giveBack,
    async stop() {
      await sweeper.stop()
      await strays.stop()
    },
  }
}
