/**
 * What the watch asks of a node: blocks, the vault's logs of a range, deposits of a transaction, balances in a block. Many nodes
 * may stand behind one address, some of them a few blocks behind: what the asked one cannot know yet is `undefined`, never the
 * answer of a chain without that block. A transaction that it does not know has no deposits; the watch asks again.
 */
import { assert, type Address, type Hex } from '@vest/protocol'
import type { DepositLog } from '@vest/runtime'
import { fiatTokenAbi, vestVaultAbi } from '@vest/contracts'
import {
  BaseError,
  RpcRequestError,
  TransactionReceiptNotFoundError,
  type Chain,
  type Log,
  type PublicClient,
  type Transport,
} from 'viem'
import type { ChainPoint } from './cursorFile.ts'
import {
  readVaultLogs,
  type CompletionLog,
  type ReserveMove,
  type VaultLogs,
  type WatchedVault,
} from './vaultLogs.ts'

/** Addresses that one question for logs names. */
const RECEIVERS_AT_ONCE = 500

/**
 * Looks in a row at which a node lacked what was there before. Many nodes answer at one address, some of them a few blocks
 * behind; what all of them lack is gone.
 */
export const BEHIND_LOOKS_MAX = 5

export interface Head extends ChainPoint {
  readonly parentHash: Hex
  readonly timeMs: number
}

export interface VaultNodeOptions {
  /** The questions of one moment go out as one batch. */
  readonly client: PublicClient<Transport, Chain>
  readonly watched: WatchedVault
  readonly rangeBlocks: bigint
}

export type VaultNode = ReturnType<typeof createVaultNode>

export function createVaultNode({ client, watched, rangeBlocks }: VaultNodeOptions) {
  return { headBlock, blockAt, stands, isCanonical, readRange, depositsOf, balancesIn }

  async function headBlock(): Promise<Head> {
    return toHead(await client.getBlock({ blockTag: 'latest' }))
  }
  async function blockAt(number: bigint): Promise<Head | undefined> {
    const block = await client.request({
      method: 'eth_getBlockByNumber',
      params: [`0x${number.toString(16)}`, false],
    })
    if (block === null) return undefined
    assert(block.number !== null && block.hash !== null, 'a block without a place')
    return {
      number: BigInt(block.number),
      hash: block.hash,
      parentHash: block.parentHash,
      timeMs: Number(BigInt(block.timestamp)) * 1_000,
    }
  }
  /** False = another block stands in its place; undefined = the node that was asked has none there. */
  async function stands(point: ChainPoint): Promise<boolean | undefined> {
    const block = await blockAt(point.number)
    return block === undefined ? undefined : block.hash === point.hash
  }

  async function isCanonical(point: ChainPoint): Promise<boolean> {
    return (await stands(point)) === true
  }

  /** Undefined = a node that was asked does not have all of these blocks yet. */
  async function readRange(from: bigint, to: bigint): Promise<VaultLogs | undefined> {
    const found = {
      deposits: [] as DepositLog[],
      completions: [] as CompletionLog[],
      moves: [] as ReserveMove[],
      touched: [] as VaultLogs['touched'][number][],
    }
    for (let start = from; start <= to; start += rangeBlocks) {
      const end = start + rangeBlocks - 1n < to ? start + rangeBlocks - 1n : to
      const logs = await fetchLogs(start, end)
      if (logs === undefined) return undefined
      const part = readVaultLogs(watched, logs)
      for (const deposit of part.deposits) found.deposits.push(deposit)
      for (const completion of part.completions) found.completions.push(completion)
      for (const move of part.moves) found.moves.push(move)
      for (const one of part.touched) found.touched.push(one)
    }
    return found
  }

  /**
   * Of a block that it does not have yet a node says that it has no logs. So the last block is asked for in the same
   * moment: the questions of one moment go to one node, as one batch. Undefined = it does not have that block.
   */
  async function fetchLogs(fromBlock: bigint, toBlock: bigint): Promise<Log[] | undefined> {
    const range = { fromBlock, toBlock }
    const receivers = [watched.vault, ...(watched.addresses?.forwarders() ?? [])]
    const [last, ours, ...transfers] = await Promise.all([
      blockAt(toBlock),
      client.getLogs({ address: watched.vault, events: vaultEvents, ...range }),
      ...inParts(receivers, RECEIVERS_AT_ONCE).map((to) =>
        client.getLogs({ address: watched.token, event: transferEvent, args: { to }, ...range }),
      ),
    ])
    return last === undefined ? undefined : ([...transfers.flat(), ...ours] as unknown as Log[])
  }

  async function depositsOf(txHash: Hex): Promise<readonly DepositLog[]> {
    try {
      const receipt = await client.getTransactionReceipt({ hash: txHash })
      return receipt.status === 'success'
        ? readVaultLogs(watched, receipt.logs as unknown as Log[]).deposits
        : []
    } catch (error) {
      if (error instanceof TransactionReceiptNotFoundError) return []
      throw error
    }
  }

  /** Undefined = the node has the block, as it has just said, but no longer its state. */
  async function balancesIn(
    blockNumber: bigint,
    holders: readonly Address[],
  ): Promise<readonly bigint[] | undefined> {
    try {
      return await Promise.all(
        holders.map((holder) =>
          client.readContract({
            address: watched.token,
            abi: fiatTokenAbi,
            functionName: 'balanceOf',
            args: [holder],
            blockNumber,
          }),
        ),
      )
    } catch (error) {
      if (isStateForgotten(error)) return undefined
      throw error
    }
  }
}

function inParts<T>(all: readonly T[], size: number): T[][] {
  const parts: T[][] = []
  for (let from = 0; from < all.length; from += size) parts.push(all.slice(from, from + size))
  return parts
}

/** How nodes say it: anvil as an invalid parameter, geth and its kin as a missing trie node or an absent resource. */
const STATE_FORGOTTEN_CODES: ReadonlySet<number> = new Set([-32602, -32000, -32001])

function isStateForgotten(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  const answer = error.walk((cause) => cause instanceof RpcRequestError)
  return answer instanceof RpcRequestError && STATE_FORGOTTEN_CODES.has(answer.code)
}

const toHead = (block: { number: bigint; hash: Hex; parentHash: Hex; timestamp: bigint }): Head => ({
  number: block.number,
  hash: block.hash,
  parentHash: block.parentHash,
  timeMs: Number(block.timestamp) * 1_000,
})

const eventOf = <
  Abi extends readonly { readonly type: string; readonly name?: string }[],
  Name extends string,
>(
  abi: Abi,
  name: Name,
) =>
  abi.find((item) => item.type === 'event' && item.name === name) as Extract<
    Abi[number],
    { type: 'event'; name: Name }
  >
const transferEvent = eventOf(fiatTokenAbi, 'Transfer')
const vaultEvents = [
  eventOf(vestVaultAbi, 'Deposit'),
  eventOf(vestVaultAbi, 'AuthorizedDeposit'),
  eventOf(vestVaultAbi, 'Completed'),
  eventOf(vestVaultAbi, 'SentToSolana'),
  eventOf(vestVaultAbi, 'Rebalanced'),
] as const
