/** Reads one transaction of an EVM chain, its block and its logs; those of our contracts and of the token under their names. */
import type { Hex } from '@vest/protocol'
import { fiatTokenAbi, vestMessengerAbi, vestVaultAbi } from '@vest/contracts'
import { decodeEventLog, decodeFunctionData, formatEther, type Abi } from 'viem'
import type { AskChain, ShownEntry, ShownRow, ShownTransaction } from './shownTransaction.ts'

const KNOWN_ABIS: readonly Abi[] = [vestVaultAbi, fiatTokenAbi, vestMessengerAbi]
const LONG_VALUE = 200

interface RpcTransaction {
  readonly from: string
  readonly to: string | null
  readonly value: string
  readonly nonce: string
  readonly input: Hex
  readonly blockNumber: string | null
}
interface RpcReceipt {
  readonly status: string
  readonly gasUsed: string
  readonly blockHash: string
  readonly blockNumber: string
  readonly logs: readonly RpcLog[]
}
interface RpcLog {
  readonly address: string
  readonly topics: readonly Hex[]
  readonly data: Hex
}

/** Undefined: the chain knows no such transaction. */
export async function readEvmTransaction(
  ask: AskChain,
  { hash, coin }: { readonly hash: string; readonly coin: string },
): Promise<ShownTransaction | undefined> {
  const transaction = (await ask('eth_getTransactionByHash', [hash])) as RpcTransaction | null
  if (transaction === null) return undefined
  const { from, to, value, nonce, input } = transaction
  const sent: readonly ShownRow[] = [
    ['From', from],
    ['To', to ?? 'a new contract'],
    ['Value', `${formatEther(BigInt(value))} ${coin}`],
    ['Call', callOf(input)],
    ['Nonce', String(BigInt(nonce))],
  ]
  const receipt = (await ask('eth_getTransactionReceipt', [hash])) as RpcReceipt | null
  if (receipt === null) return { status: 'Not in a block yet', facts: sent, entries: [] }
  const [block, head] = await Promise.all([
    ask('eth_getBlockByHash', [receipt.blockHash, false]) as Promise<{ readonly timestamp: string } | null>,
    ask('eth_blockNumber', []) as Promise<string>,
  ])
  const number = BigInt(receipt.blockNumber)
  return {
    status: receipt.status === '0x1' ? 'Success' : 'Failed',
    facts: [
      ['Block', `${number} (${BigInt(head) - number + 1n} confirmations)`],
      ['Block hash', receipt.blockHash],
      ...(block === null ? [] : [['Time', timeText(Number(BigInt(block.timestamp)) * 1_000)] as const]),
      ...sent,
      ['Gas used', String(BigInt(receipt.gasUsed))],
    ],
    entries: receipt.logs.map(entryOf),
  }
}

export const timeText = (timeMs: number): string => new Date(timeMs).toISOString()

function callOf(input: Hex): string {
  if (input === '0x') return 'none'
  for (const abi of KNOWN_ABIS)
    try {
      return decodeFunctionData({ abi, data: input }).functionName
    } catch {
      // Not one of this contract.
    }
  return `${input.slice(0, 10)} (unknown)`
}

function entryOf({ address, topics, data }: RpcLog): ShownEntry {
  for (const abi of KNOWN_ABIS)
    try {
      const { eventName, args } = decodeEventLog({ abi, topics: topics as [Hex, ...Hex[]], data })
      const named = Object.entries(args as object).map(([name, value]): ShownRow => [name, valueText(value)])
      return { title: eventName ?? 'Log', rows: [['Contract', address], ...named] }
    } catch {
      // Not one of this contract.
    }
  return {
    title: 'Unknown log',
    rows: [['Contract', address], ...topics.map((topic): ShownRow => ['Topic', topic]), ['Data', cut(data)]],
  }
}

const valueText = (value: unknown): string => cut(Array.isArray(value) ? value.join(', ') : String(value))

const cut = (text: string): string => (text.length > LONG_VALUE ? `${text.slice(0, LONG_VALUE)} …` : text)
