import { describe, expect, it } from 'vitest'
import {
  createPublicClient,
  custom,
  numberToHex,
  RpcRequestError,
  WaitForTransactionReceiptTimeoutError,
  type Hex,
} from 'viem'
import { receiptOf } from './receiptOf.ts'
import { chainOf } from './transactionSender.ts'

const HASH: Hex = `0x${'ab'.repeat(32)}`
const SENDER: Hex = `0x${'11'.repeat(20)}`

const receipt = (blockNumber: number) => ({
  transactionHash: HASH,
  blockNumber: numberToHex(blockNumber),
  status: '0x1',
  logs: [],
})
const transaction = { hash: HASH, from: SENDER, nonce: '0x0', blockNumber: null, value: '0x0' }

/**
 * A chain that makes a block for a transaction alone. It does so while it is asked for the block before, whose answer
 * it keeps back until the caller has seen the number of the new one.
 */
function slowMiner() {
  const asked: string[] = []
  let head = 5
  let seen = (): void => undefined
  const request = async ({ method }: { method: string }): Promise<unknown> => {
    asked.push(method)
    switch (method) {
      case 'eth_blockNumber':
        if (head === 6) seen()
        return numberToHex(head)
      case 'eth_getTransactionByHash':
        return transaction
      case 'eth_getTransactionReceipt':
        return head === 6 ? receipt(6) : null
      case 'eth_getBlockByNumber': {
        const isSeen = new Promise<void>((resolve) => (seen = resolve))
        head = 6
        await isSeen
        return { number: '0x5', transactions: [] }
      }
      default:
        throw new Error(`no test asks for ${method}`)
    }
  }
  return { asked, mine: () => (head = 6), request }
}

const readerOf = (request: (call: { method: string }) => Promise<unknown>) =>
  createPublicClient({
    chain: chainOf(1, 'http://127.0.0.1'),
    transport: custom({ request }, { retryCount: 0 }),
    cacheTime: 0,
    pollingInterval: 2,
  })

describe('the receipt of a transaction', () => {
  it('comes although no block follows its own, which the library lets go by', async () => {
    const other = slowMiner()
    await expect(
      readerOf(other.request).waitForTransactionReceipt({ hash: HASH, timeout: 200 }),
    ).rejects.toThrow(WaitForTransactionReceiptTimeoutError)
    expect(other.asked).toContain('eth_getBlockByNumber')

    const chain = slowMiner()
    const found = receiptOf(readerOf(chain.request), HASH, { pollMs: 2, timeoutMs: 10_000 })
    await expect.poll(() => chain.asked.length).toBeGreaterThan(2)
    chain.mine()
    expect((await found).blockNumber).toBe(6n)
    expect(new Set(chain.asked)).toEqual(new Set(['eth_getTransactionReceipt']))
  })

  it('is waited for so long and no longer', async () => {
    const { request, asked } = slowMiner()
    await expect(receiptOf(readerOf(request), HASH, { pollMs: 2, timeoutMs: 20 })).rejects.toThrow(
      WaitForTransactionReceiptTimeoutError,
    )
    expect(asked.length).toBeGreaterThan(1)
  })

  it('is not waited for where the chain cannot be asked', async () => {
    const refusal = { code: -32000, message: 'not today' }
    const reader = readerOf(() =>
      Promise.reject(new RpcRequestError({ body: {}, error: refusal, url: 'http://127.0.0.1' })),
    )
    await expect(receiptOf(reader, HASH, { pollMs: 2, timeoutMs: 10_000 })).rejects.toThrow('not today')
  })
})
