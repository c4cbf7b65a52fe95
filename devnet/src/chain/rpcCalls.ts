/**
 * What a browser's wallet may ask of the chain, and within which bounds: reading, trying a call, sending what it has
 * signed. Whatever moves the chain by other means (mining, balances, impersonation, the node's own keys), keeps
 * something in the node (filters) or has it work for long (traces, proofs, whole blocks' receipts) is no method here.
 */

/** Gas of a call that is tried and not sent: several times what the dearest of ours takes, some tens of milliseconds. */
export const RPC_CALL_GAS_MAX = 10_000_000n
/** Blocks of one question for logs or fees. */
export const RPC_BLOCKS_MAX = 1_024n

export interface RpcRefusal {
  readonly code: number
  readonly message: string
}
type Params = readonly unknown[]
/** The params that the node is given, or why it is given none. */
type Bound = (params: Params) => Params | RpcRefusal

export const isRpcRefusal = (bound: Params | RpcRefusal): bound is RpcRefusal => 'code' in bound

const invalid = (message: string): RpcRefusal => ({ code: -32602, message })
const asSent: Bound = (params) => params

const CALL_FIELDS: ReadonlySet<string> = new Set([
  ...['from', 'to', 'gas', 'value', 'data', 'input', 'nonce', 'type', 'chainId', 'accessList'],
  ...['gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas', 'authorizationList'],
])
const QUANTITY = /^0x[0-9a-fA-F]{1,64}$/

/** A call as it would be sent now: nothing of the state is replaced, and it ends. */
const boundCall: Bound = (params) => {
  const [call, block, ...overrides] = params
  if (overrides.some((one) => one !== undefined && one !== null))
    return invalid('State and block overrides are not supported')
  if (typeof call !== 'object' || call === null || Array.isArray(call)) return invalid('A call is an object')
  const unknown = Object.keys(call).find((field) => !CALL_FIELDS.has(field))
  if (unknown !== undefined) return invalid(`Unknown field of a call: ${unknown.slice(0, 32)}`)
  const { gas } = call as { readonly gas?: unknown }
  if (gas !== undefined && gas !== null && (typeof gas !== 'string' || !QUANTITY.test(gas)))
    return invalid('gas is not a quantity')
  const asked = typeof gas === 'string' ? BigInt(gas) : RPC_CALL_GAS_MAX
  const bounded = asked < RPC_CALL_GAS_MAX ? asked : RPC_CALL_GAS_MAX
  return [{ ...call, gas: `0x${bounded.toString(16)}` }, ...(block === undefined ? [] : [block])]
}

/** Of one block, or between two numbers: a name such as `earliest` may be any number of blocks away. */
const boundLogs: Bound = (params) => {
  const [filter] = params
  if (typeof filter !== 'object' || filter === null) return invalid('A filter is an object')
  const { blockHash, fromBlock = 'latest', toBlock = 'latest' } = filter as Record<string, unknown>
  if (blockHash !== undefined) return params
  if (fromBlock === toBlock && fromBlock === 'latest') return params
  if (!isQuantity(fromBlock) || !isQuantity(toBlock))
    return invalid('fromBlock and toBlock must be numbers, or neither of them')
  return BigInt(toBlock) - BigInt(fromBlock) >= RPC_BLOCKS_MAX
    ? invalid(`At most ${RPC_BLOCKS_MAX} blocks at once`)
    : params
}

const boundFees: Bound = (params) => {
  const [count] = params
  const blocks = isQuantity(count)
    ? BigInt(count)
    : Number.isSafeInteger(count)
      ? BigInt(count as number)
      : -1n
  return blocks < 0n || blocks > RPC_BLOCKS_MAX ? invalid(`At most ${RPC_BLOCKS_MAX} blocks at once`) : params
}

const isQuantity = (value: unknown): value is string => typeof value === 'string' && QUANTITY.test(value)

const BOUNDS: ReadonlyMap<string, Bound> = new Map<string, Bound>([
  ['eth_blobBaseFee', asSent],
  ['eth_blockNumber', asSent],
  ['eth_call', boundCall],
  ['eth_chainId', asSent],
  ['eth_estimateGas', boundCall],
  ['eth_feeHistory', boundFees],
  ['eth_gasPrice', asSent],
  ['eth_getBalance', asSent],
  ['eth_getBlockByHash', asSent],
  ['eth_getBlockByNumber', asSent],
  ['eth_getCode', asSent],
  ['eth_getLogs', boundLogs],
  ['eth_getStorageAt', asSent],
  ['eth_getTransactionByHash', asSent],
  ['eth_getTransactionCount', asSent],
  ['eth_getTransactionReceipt', asSent],
  ['eth_maxPriorityFeePerGas', asSent],
  ['eth_sendRawTransaction', asSent],
  ['eth_syncing', asSent],
  ['net_version', asSent],
  ['web3_clientVersion', asSent],
])

/** The bounds of a method; undefined where it is none. */
export const boundOf = (method: string): Bound | undefined => BOUNDS.get(method)
