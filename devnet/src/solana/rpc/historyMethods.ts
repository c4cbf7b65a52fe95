/** Methods that tell of transactions that were executed, as far as the commitment that is asked for knows them. */
import type { Address } from '@solana/kit'
import type { Cluster, LandedTransaction } from '../cluster.ts'
import { BadParameterError, transactionJson } from '../rpcEncodings.ts'
import type { RpcContext } from './rpcContext.ts'
import { RpcError, type RpcMethods } from './rpcMethod.ts'
import {
  addressOf,
  commitmentOf,
  countOf,
  optionsOf,
  signatureOf,
  textOption,
  type Options,
} from './rpcParameters.ts'

const SIGNATURES_MAX = 256
const HISTORY_MAX = 1_000
const UNSUPPORTED_VERSION = -32015

export function createHistoryMethods(
  cluster: Pick<Cluster, 'time' | 'transaction' | 'transactionsOf'>,
  { inContext, isKnown }: Pick<RpcContext, 'inContext' | 'isKnown'>,
): RpcMethods {
  const { time } = cluster
  return {
    getSignatureStatuses([list]) {
      if (!Array.isArray(list) || list.length > SIGNATURES_MAX)
        throw new BadParameterError(`at most ${SIGNATURES_MAX} signatures`)
      return inContext(
        list.map((signature) => {
          const found = cluster.transaction(signatureOf(signature))
          return found === undefined ? null : statusOf(found)
        }),
      )
    },
    getSignaturesForAddress: ([at, options]) => history(addressOf(at), optionsOf(options)),
    getTransaction([signature, input]) {
      const options = typeof input === 'string' ? { encoding: input } : optionsOf(input)
      const found = cluster.transaction(signatureOf(signature))
      if (found === undefined || !isKnown(found, commitmentOf(options))) return null
      const { version } = found.parts
      const highest = options['maxSupportedTransactionVersion']
      if (version !== 'legacy' && (typeof highest !== 'number' || highest < version))
        throw new RpcError(
          UNSUPPORTED_VERSION,
          `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
        )
      return transactionJson(found, textOption(options, 'encoding') ?? 'json')
    },
  }

  function statusOf(landed: LandedTransaction) {
    return {
      slot: landed.slot,
      confirmations: landed.slot <= time.finalSlot() ? null : 1,
      confirmationStatus: landed.slot <= time.finalSlot() ? 'finalized' : 'confirmed',
      err: landed.fault ?? null,
      status: landed.fault === undefined ? { Ok: null } : { Err: landed.fault },
    }
  }

  function history(at: Address, options: Options) {
    const limit =
      options['limit'] === undefined ? HISTORY_MAX : countOf(options['limit'], 'limit', HISTORY_MAX)
    const known = cluster.transactionsOf(at).filter((each) => isKnown(each, commitmentOf(options)))
    const placeOf = (signature: unknown): number =>
      known.findIndex(({ parts }) => parts.signature === signature)
    const { before, until } = options
    const end = before === undefined ? known.length : placeOf(before)
    const start = until === undefined ? 0 : placeOf(until) + 1
    if (end < 0) return []
    return known
      .slice(start, end)
      .toReversed()
      .slice(0, limit)
      .map((each) => ({
        signature: each.parts.signature,
        slot: each.slot,
        err: each.fault ?? null,
        memo: null,
        blockTime: Math.floor(each.timeMs / 1000),
        confirmationStatus: statusOf(each).confirmationStatus,
      }))
  }
}
