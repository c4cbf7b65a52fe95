/**
 * A node in memory whose chain changes its mind whenever the script says so, also between
 * two questions of the same poll. It offers what the watcher asks of a node, and nothing else.
 */
import type { Address, Hex } from '@vest/protocol'
import { fiatTokenAbi } from '@vest/contracts'
import { encodeAbiParameters, encodeEventTopics, TransactionReceiptNotFoundError, type Log } from 'viem'
import type { VaultWatchOptions } from '../watchVault.ts'

export interface ScriptedDeposit {
  readonly txHash: Hex
  readonly from: Address
  readonly value: number
}
interface Block {
  readonly number: number
  readonly hash: Hex
  readonly parentHash: Hex
  readonly deposits: readonly ScriptedDeposit[]
}

const word = (n: number): Hex => `0x${n.toString(16).padStart(64, '0')}`

export interface ScriptedNode {
  readonly client: VaultWatchOptions['client']
  /** Runs before each answer. */
  beforeAnswer: () => void
  mine(...deposits: ScriptedDeposit[]): void
  /** Replaces the last blocks; those deposits that `keep` approves come back in the first new block. */
  reorganise(depth: number, keep: (deposit: ScriptedDeposit) => boolean): void
  readonly head: () => number
  /** Takes money out of the vault, as no log of it tells, from the next block on. */
  steal(value: number): void
  /** Deposits on the chain as it is now, with the block that holds them. */
  deposits(): readonly (ScriptedDeposit & { readonly blockNumber: number; readonly blockHash: Hex })[]
}

export function scriptedNode(vault: Address, token: Address): ScriptedNode {
  let made = 0
  const thefts: { readonly fromBlock: number; readonly value: number }[] = []
  const blocks: Block[] = []
  const append = (deposits: readonly ScriptedDeposit[]): void => {
    made += 1
    blocks.push({
      number: blocks.length,
      hash: word(made),
      parentHash: blocks.at(-1)?.hash ?? word(0),
      deposits,
    })
  }
  append([])

  const logOf = (block: Block, deposit: ScriptedDeposit, index: number): Log =>
    ({
      address: token,
      topics: encodeEventTopics({
        abi: fiatTokenAbi,
        eventName: 'Transfer',
        args: { from: deposit.from, to: vault },
      }),
      data: encodeAbiParameters([{ type: 'uint256' }], [BigInt(deposit.value)]),
      blockNumber: BigInt(block.number),
      blockHash: block.hash,
      transactionHash: deposit.txHash,
      transactionIndex: index,
      logIndex: index,
      removed: false,
    }) as unknown as Log
  const logsOf = (block: Block): Log[] => block.deposits.map((deposit, index) => logOf(block, deposit, index))

  const chain: ScriptedNode = {
    beforeAnswer: () => undefined,
    mine: (...deposits) => append(deposits),
    reorganise: (depth, keep) => {
      const lost = blocks.splice(blocks.length - depth)
      append(lost.flatMap(({ deposits }) => deposits).filter(keep))
      while (lost.length > 1) {
        lost.pop()
        append([])
      }
    },
    head: () => blocks.length - 1,
    steal: (value) => void thefts.push({ fromBlock: blocks.length, value }),
    deposits: () =>
      blocks.flatMap((block) =>
        block.deposits.map((one) => ({ ...one, blockNumber: block.number, blockHash: block.hash })),
      ),
    client: answering({
      getBlock: () => {
        const block = blocks.at(-1)!
        return {
          number: BigInt(block.number),
          hash: block.hash,
          parentHash: block.parentHash,
          timestamp: BigInt(block.number),
        }
      },
      request: ({ params: [number] }: { params: readonly [Hex, boolean] }) => {
        const block = blocks[Number(BigInt(number))]
        if (!block) return null
        const hex: Hex = `0x${block.number.toString(16)}`
        return { number: hex, hash: block.hash, parentHash: block.parentHash, timestamp: hex }
      },
      getLogs: (filter: { address: Address; fromBlock: bigint; toBlock: bigint }) =>
        blocks
          .slice(Number(filter.fromBlock), Number(filter.toBlock) + 1)
          .flatMap(logsOf)
          .filter(({ address }) => address === filter.address),
      readContract: ({ blockNumber }: { readonly blockNumber: bigint }) => {
        const through = Number(blockNumber)
        const deposited = blocks
          .slice(0, through + 1)
          .flatMap(({ deposits }) => deposits)
          .reduce((sum, { value }) => sum + value, 0)
        const stolen = thefts.reduce(
          (sum, { fromBlock, value }) => sum + (fromBlock <= through ? value : 0),
          0,
        )
        return BigInt(deposited - stolen)
      },
      getTransactionReceipt: ({ hash }: { hash: Hex }) => {
        for (const block of blocks)
          for (const log of logsOf(block))
            if (log.transactionHash === hash) return { status: 'success', logs: [log] }
        throw new TransactionReceiptNotFoundError({ hash })
      },
    }),
  }
  return chain

  /** Every answer is given later, after the script had its chance. */
  function answering(
    methods: Readonly<Record<string, (input: never) => unknown>>,
  ): VaultWatchOptions['client'] {
    const answers = Object.entries(methods).map(([name, method]) => [
      name,
      async (input: never) => {
        await Promise.resolve()
        chain.beforeAnswer()
        return method(input)
      },
    ])
    return Object.fromEntries(answers) as VaultWatchOptions['client']
  }
}
