import { describe, expect, it, vi } from 'vitest'
import type { Hex, TransactionReceipt } from 'viem'
import { minedReceipt } from './minedReceipt.ts'

const HASH: Hex = `0x${'ab'.repeat(32)}`
const receipt = (blockNumber: bigint) => ({ blockNumber, status: 'success' }) as TransactionReceipt
const never = (): Promise<never> => new Promise(() => undefined)

describe('waiting for a transaction', () => {
  it('ends with its receipt, though the wait of the library has let its block go by', async () => {
    const getTransactionReceipt = vi
      .fn<() => Promise<TransactionReceipt>>()
      .mockRejectedValueOnce(new Error('no receipt yet'))
      .mockRejectedValueOnce(new Error('the chain cannot be reached'))
      .mockResolvedValue(receipt(7n))
    const found = await minedReceipt({ getTransactionReceipt, waitForTransactionReceipt: never }, HASH, 1)
    expect(found).toEqual(receipt(7n))
    expect(getTransactionReceipt).toHaveBeenCalledTimes(3)
  })

  it('ends with the receipt of a replacement, and asks no more', async () => {
    vi.useFakeTimers()
    try {
      let replaced: (receipt: TransactionReceipt) => void = () => undefined
      const asked = vi.fn<() => Promise<TransactionReceipt>>().mockRejectedValue(new Error('never mined'))
      const waiting = minedReceipt(
        {
          getTransactionReceipt: asked,
          waitForTransactionReceipt: () => new Promise((resolve) => (replaced = resolve)),
        },
        HASH,
        1_000,
      )
      await vi.advanceTimersByTimeAsync(2_500)
      expect(asked).toHaveBeenCalledTimes(3)
      replaced(receipt(8n))
      expect(await waiting).toEqual(receipt(8n))
      await vi.advanceTimersByTimeAsync(60_000)
      expect(asked).toHaveBeenCalledTimes(3)
    } finally {
      vi.useRealTimers()
    }
  })

  it('fails with what the library says', async () => {
    const refusal = new Error('timed out')
    await expect(
      minedReceipt(
        {
          getTransactionReceipt: () => Promise.reject(new Error('no receipt yet')),
          waitForTransactionReceipt: () => Promise.reject(refusal),
        },
        HASH,
        1,
      ),
    ).rejects.toBe(refusal)
  })
})
