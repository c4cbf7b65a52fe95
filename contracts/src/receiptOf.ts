/**
 * The receipt of a transaction, asked for until it is there. viem's own wait asks once for each new block, and can let
 * the block go by while it looks for a replacement: a chain that makes blocks for transactions alone has no next one.
 */
import { setTimeout as wait } from 'node:timers/promises'
import {
  TransactionReceiptNotFoundError,
  WaitForTransactionReceiptTimeoutError,
  type Chain,
  type Hex,
  type PublicClient,
  type TransactionReceipt,
  type Transport,
} from 'viem'

/** A transaction that its sender replaces has none. Throws what the chain's RPC throws, and when the time is over. */
export async function receiptOf(
  reader: PublicClient<Transport, Chain>,
  hash: Hex,
  { pollMs, timeoutMs }: { readonly pollMs: number; readonly timeoutMs: number },
): Promise<TransactionReceipt> {
  const endMs = performance.now() + timeoutMs
  for (;;) {
    try {
      return await reader.getTransactionReceipt({ hash })
    } catch (error) {
      if (!(error instanceof TransactionReceiptNotFoundError)) throw error
    }
    if (performance.now() >= endMs) throw new WaitForTransactionReceiptTimeoutError({ hash })
    await wait(pollMs)
  }
}
