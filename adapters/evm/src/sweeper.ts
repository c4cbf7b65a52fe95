/**
 * Moves what lies at deposit addresses into the vault. It credits nothing and may fail or be repeated at any time: what it
 * has not moved is told again with the next final block. One address after the other, by the keeper's key.
 */
import type { Address } from '@vest/protocol'
import { sweepForwarder, type TransactionSender } from '@vest/contracts'
import type { DepositAccounts } from './depositAccounts.ts'
import type { WatchedVault } from './vaultLogs.ts'

export interface Sweeper {
  /** They hold money in this final block. */
  note(forwarders: readonly Address[], blockNumber: bigint): void
  stop(): Promise<void>
}

export function createSweeper(options: {
  readonly sender: TransactionSender
  readonly watched: WatchedVault
  readonly addresses: DepositAccounts
  readonly onSwept: () => void
  readonly onTrouble: (error: Error) => void
}): Sweeper {
  const { sender, watched, addresses } = options
  /** The block after which an address was swept: what an older one says of it is known. */
  const sweptAt = new Map<Address, bigint>()
  const underWay = new Set<Address>()
  let running: Promise<void> = Promise.resolve()
  let isStopped = false

  async function sweep(forwarder: Address): Promise<void> {
    try {
      const account = addresses.accountOf(forwarder)
      if (isStopped || account === undefined) return
      await sweepForwarder(sender, { vault: watched.vault, account, token: watched.token })
      sweptAt.set(forwarder, await sender.reader.getBlockNumber({ cacheTime: 0 }))
      options.onSwept()
    } catch (error) {
      options.onTrouble(error instanceof Error ? error : new Error(String(error)))
    } finally {
      underWay.delete(forwarder)
    }
  }

  return {
    note(forwarders, blockNumber) {
      for (const forwarder of forwarders) {
        if (underWay.has(forwarder) || (sweptAt.get(forwarder) ?? -1n) > blockNumber) continue
        underWay.add(forwarder)
        running = running.then(() => sweep(forwarder))
      }
    },
    stop: async () => {
      isStopped = true
      await running
    },
  }
}
