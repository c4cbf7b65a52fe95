/** Methods that tell what a transaction costs, and what others have paid to be first. */
import type { Address } from '@solana/kit'
import type { Cluster, LandedTransaction } from '../cluster.ts'
import { BadParameterError, writableKeys } from '../rpcEncodings.ts'
import { compiledMessage, feeOf } from '../transactionParts.ts'
import type { RpcContext } from './rpcContext.ts'
import type { RpcMethods } from './rpcMethod.ts'
import { addressesOf, readBytes, textOf } from './rpcParameters.ts'

const FEES_SLOTS = 150

export function createFeeMethods(
  cluster: Pick<Cluster, 'time' | 'transactions'>,
  { inContext }: Pick<RpcContext, 'inContext'>,
): RpcMethods {
  const { time } = cluster
  return {
    getFeeForMessage([message]) {
      const compiled = readMessage(textOf(message, 'message'))
      return inContext(time.slotOf(compiled.blockhash) === undefined ? null : Number(feeOf(compiled)))
    },
    getRecentPrioritizationFees: ([accounts]) =>
      recentFees(accounts === undefined ? [] : addressesOf(accounts)),
  }

  /** The lowest price per unit of each recent slot that was paid for writing all of these accounts. */
  function recentFees(accounts: readonly Address[]) {
    const slot = time.slot()
    const lowest = new Map<number, number>()
    for (const each of cluster.transactions().slice(-FEES_SLOTS)) {
      const written = writableKeys(each.parts)
      if (each.slot <= slot - FEES_SLOTS || !accounts.every((at) => written.includes(at))) continue
      const price = priceOf(each)
      lowest.set(each.slot, Math.min(lowest.get(each.slot) ?? price, price))
    }
    const from = Math.max(0, slot - FEES_SLOTS + 1)
    return Array.from({ length: slot - from + 1 }, (_, index) => ({
      slot: from + index,
      prioritizationFee: lowest.get(from + index) ?? 0,
    }))
  }
}

const SET_PRICE = 3
const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111'

function priceOf({ parts }: LandedTransaction): number {
  const found = parts.instructions.find(
    ({ programIdIndex, data }) =>
      parts.staticKeys[programIdIndex] === COMPUTE_BUDGET && data[0] === SET_PRICE,
  )
  if (found === undefined || found.data.length < 9) return 0
  return Number(new DataView(found.data.buffer, found.data.byteOffset).getBigUint64(1, true))
}

function readMessage(text: string): ReturnType<typeof compiledMessage> {
  try {
    return compiledMessage(readBytes(text, 'base64'))
  } catch (error) {
    throw new BadParameterError((error as Error).message)
  }
}
