/**
 * A node in memory whose chain changes its mind whenever the script says so, also between
 * two questions of the same poll. It offers what the watcher asks of a node, and nothing else.
 */
import type { Address, Hex } from '@vest/protocol'
import { fiatTokenAbi } from '@vest/contracts'
import {
  encodeAbiParameters,
  encodeEventTopics,
  RpcRequestError,
  TransactionReceiptNotFoundError,
  type Log,
} from 'viem'
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
  /**
   * Many nodes answer at one address, and what is asked next, with all that is asked in the same moment, comes to one that
   * does not have the newest blocks yet. It says so nowhere: it has no such block, no log of it, and an older head.
   */
  lag(blocks: number): void
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

  /** Of the node that is asked next, and of the one that is being asked in this moment. */
  let lagNext = 0
  let asked: { readonly lag: number } | undefined

  const chain: ScriptedNode = {
    beforeAnswer: () => undefined,
    lag: (count) => (lagNext = count),
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
      getBlock: (_, seen) => {
        const block = seen.at(-1)!
        return {
          number: BigInt(block.number),
          hash: block.hash,
          parentHash: block.parentHash,
          timestamp: BigInt(block.number),
        }
      },
      request: ({ params: [number] }: { params: readonly [Hex, boolean] }, seen) => {
        const block = seen[Number(BigInt(number))]
        if (!block) return null
        const hex: Hex = `0x${block.number.toString(16)}`
        return { number: hex, hash: block.hash, parentHash: block.parentHash, timestamp: hex }
      },
      getLogs: (filter: { address: Address; fromBlock: bigint; toBlock: bigint }, seen) =>
        seen
          .slice(Number(filter.fromBlock), Number(filter.toBlock) + 1)
          .flatMap(logsOf)
          .filter(({ address }) => address === filter.address),
      readContract: ({ blockNumber }: { readonly blockNumber: bigint }, seen) => {
        const through = Number(blockNumber)
        if (through >= seen.length)
          throw new RpcRequestError({
            body: {},
            url: 'scripted',
            error: { code: -32_000, message: 'header not found' },
          })
        const deposited = seen
          .slice(0, through + 1)
          .flatMap(({ deposits }) => deposits)
          .reduce((sum, { value }) => sum + value, 0)
        const stolen = thefts.reduce(
          (sum, { fromBlock, value }) => sum + (fromBlock <= through ? value : 0),
          0,
        )
        return BigInt(deposited - stolen)
      },
      getTransactionReceipt: ({ hash }: { hash: Hex }, seen) => {
        for (const block of seen)
          for (const log of logsOf(block))
            if (log.transactionHash === hash) return { status: 'success', logs: [log] }
        throw new TransactionReceiptNotFoundError({ hash })
      },
    }),
  }
  return chain

  /** Questions of one moment go out together, as a batch, and one node answers them. */
  function nodeOfThisMoment(): { readonly lag: number } {
    if (asked !== undefined) return asked
    asked = { lag: lagNext }
    lagNext = 0
    queueMicrotask(() => (asked = undefined))
    return asked
  }

  /** Every answer is given later, after the script had its chance. */
  function answering(
    methods: Readonly<Record<string, (input: never, seen: readonly Block[]) => unknown>>,
  ): VaultWatchOptions['client'] {
    const answers = Object.entries(methods).map(([name, method]) => [
      name,
      async (input: never) => {
        const { lag } = nodeOfThisMoment()
        await Promise.resolve()
        chain.beforeAnswer()
        return method(input, blocks.slice(0, Math.max(1, blocks.length - lag)))
      },
    ])
    return Object.fromEntries(answers) as VaultWatchOptions['client']
  }
}
