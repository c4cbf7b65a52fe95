/**
 * Waits for a transaction to be in a block. viem's own wait knows a transaction that the wallet replaces (sped up, or
 * cancelled), but asks once for each new block and can let the very block go by; on a chain that makes blocks for
 * transactions alone there is no other. So the receipt is asked for beside it.
 */
import type { Hex, PublicClient, TransactionReceipt } from 'viem'

/** Of the transaction or of its replacement. Throws what viem's wait throws. */
export async function minedReceipt(
  reader: Pick<PublicClient, 'getTransactionReceipt' | 'waitForTransactionReceipt'>,
  hash: Hex,
  pollMs: number,
): Promise<TransactionReceipt> {
  const over = new AbortController()
  try {
    return await Promise.race([
      reader.waitForTransactionReceipt({ hash }),
      askForReceipt(reader, hash, pollMs, over.signal),
    ])
  } finally {
    over.abort()
  }
}

async function askForReceipt(
  reader: Pick<PublicClient, 'getTransactionReceipt'>,
  hash: Hex,
  pollMs: number,
  over: AbortSignal,
): Promise<TransactionReceipt> {
  for (;;) {
    // Whatever is wrong with the chain, the other wait says it.
    const receipt = await reader.getTransactionReceipt({ hash }).catch(() => undefined)
    if (receipt !== undefined) return receipt
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    over.throwIfAborted()
  }
}
