/**
 * A second node's word on a deposit that the first has told: the same transaction, in the same block, with the same
 * money in it. A node that is behind says no, and is asked again.
 */
import type { DepositLog } from '@vest/runtime'
import {
  TransactionReceiptNotFoundError,
  type Chain,
  type Log,
  type PublicClient,
  type Transport,
} from 'viem'
import { readVaultLogs, type WatchedVault } from './vaultLogs.ts'

export async function hasDeposit(
  client: Pick<PublicClient<Transport, Chain>, 'getTransactionReceipt'>,
  watched: WatchedVault,
  told: DepositLog,
): Promise<boolean> {
  try {
    const receipt = await client.getTransactionReceipt({ hash: told.txHash })
    if (receipt.status !== 'success' || receipt.blockHash.toLowerCase() !== told.blockHash) return false
    return readVaultLogs(watched, receipt.logs as unknown as Log[]).deposits.some(
      (found) =>
        found.id === told.id &&
        found.amountUsd6 === told.amountUsd6 &&
        found.from === told.from &&
        found.to === told.to,
    )
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return false
    throw error
  }
}
