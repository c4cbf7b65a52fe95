/**
 * Sends transactions of one key, one after the other, and resolves when each is in a block. A reverted
 * transaction is an error with the reason that the simulation gave.
 */
import {
  createPublicClient,
  createWalletClient,
  defineChain,
  http,
  type Abi,
  type Address,
  type Chain,
  type Hex,
  type PrivateKeyAccount,
  type PublicClient,
  type TransactionReceipt,
  type Transport,
  type WalletClient,
} from 'viem'
import { receiptOf } from './receiptOf.ts'

const SETTLED_WITHIN_MS = 120_000

/** It is in a block, and the contract refused it there. */
export class TransactionRevertedError extends Error {
  override readonly name = 'TransactionRevertedError'
}

export interface TransactionSender {
  readonly account: PrivateKeyAccount
  readonly reader: PublicClient<Transport, Chain>
  readonly wallet: WalletClient<Transport, Chain, PrivateKeyAccount>
  /** Creates a contract; resolves with its address in lower case. */
  deploy(contract: {
    readonly abi: Abi
    readonly bytecode: Hex
    readonly args?: readonly unknown[]
  }): Promise<Address>
  /** Simulates, sends, waits. */
  call(contract: {
    readonly address: Address
    readonly abi: Abi
    readonly functionName: string
    readonly args?: readonly unknown[]
    /** At most so much; absent: as estimated. */
    readonly gas?: bigint
  }): Promise<TransactionReceipt>
  /** Sends bare bytes. */
  send(to: Address, data: Hex): Promise<TransactionReceipt>
  /** Sends ether. */
  pay(to: Address, value: bigint): Promise<TransactionReceipt>
}

/** A chain as viem wants it, for an RPC that we only know by id and address. */
export const chainOf = (chainId: number, rpcUrl: string): Chain =>
  defineChain({
    id: chainId,
    name: `chain ${chainId}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })

export function createTransactionSender(options: {
  readonly rpcUrl: string
  readonly chainId: number
  readonly account: PrivateKeyAccount
  readonly pollMs?: number
}): TransactionSender {
  const { rpcUrl, account } = options
  const chain = chainOf(options.chainId, rpcUrl)
  const { pollMs = 250 } = options
  const reader = createPublicClient({ chain, transport: http(rpcUrl), cacheTime: 0 })
  const wallet = createWalletClient({ chain, transport: http(rpcUrl), account })
  // One key has one sequence of nonces: each transaction waits for the one before.
  let last: Promise<unknown> = Promise.resolve()
  const inOrder = <T>(send: () => Promise<T>): Promise<T> => {
    const mine = last.then(send, send)
    last = mine.catch(() => undefined)
    return mine
  }
  const settled = async (hash: Hex): Promise<TransactionReceipt> => {
    const receipt = await receiptOf(reader, hash, { pollMs, timeoutMs: SETTLED_WITHIN_MS })
    if (receipt.status !== 'success') throw new TransactionRevertedError(`transaction ${hash} was reverted`)
    return receipt
  }
  return {
    account,
    reader,
    wallet,
    deploy: ({ abi, bytecode, args }) =>
      inOrder(async () => {
        const receipt = await settled(await wallet.deployContract({ abi, bytecode, args: args as unknown[] }))
        if (!receipt.contractAddress) throw new Error('the deployment created no contract')
        return receipt.contractAddress.toLowerCase() as Address
      }),
    call: (contract) =>
      inOrder(async () => {
        const { request } = await reader.simulateContract({
          ...contract,
          args: contract.args as unknown[],
          account,
        })
        return settled(await wallet.writeContract(request))
      }),
    send: (to, data) => inOrder(async () => settled(await wallet.sendTransaction({ to, data }))),
    pay: (to, value) => inOrder(async () => settled(await wallet.sendTransaction({ to, value }))),
  }
}
