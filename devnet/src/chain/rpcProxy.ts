/**
 * The chain's RPC as a browser may use it: reading and sending signed transactions. Whatever moves the chain
 * by other means (mining, balances, impersonation, the node's own keys) is not on the list and answered as
 * unknown, so the node itself never sees it.
 */
import { ANSWER_MS } from './jsonRpc.ts'

const ALLOWED: ReadonlySet<string> = new Set([
  'eth_blobBaseFee',
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_createAccessList',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getFilterChanges',
  'eth_getFilterLogs',
  'eth_getLogs',
  'eth_getProof',
  'eth_getStorageAt',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
  'eth_newBlockFilter',
  'eth_newFilter',
  'eth_sendRawTransaction',
  'eth_syncing',
  'eth_uninstallFilter',
  'net_listening',
  'net_version',
  'web3_clientVersion',
  'web3_sha3',
])
export const RPC_BATCH_MAX = 100

type RpcId = number | string | null
interface RpcRequest {
  readonly id: RpcId
  readonly method: string
  readonly params?: unknown
}
/** What JSON-RPC allows as an id; anything else is answered under null. */
const idOf = (id: unknown): RpcId => (typeof id === 'number' || typeof id === 'string' ? id : null)
const failure = (id: RpcId, code: number, message: string) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
})

/** Answers one parsed JSON-RPC body, single or batch, always with a JSON-RPC answer. */
export function createRpcProxy(options: {
  readonly rpcUrl: () => string
  /** Told after a transaction went in, so that nobody has to wait for the next poll. */
  readonly onTransaction: () => void
}): (body: unknown) => Promise<unknown> {
  return async (body) => {
    if (!Array.isArray(body)) return (await answerAll([body]))[0]
    if (body.length === 0) return failure(null, -32600, 'Invalid request')
    if (body.length > RPC_BATCH_MAX) return failure(null, -32600, `At most ${RPC_BATCH_MAX} calls at once`)
    return answerAll(body)
  }

  async function answerAll(calls: readonly unknown[]): Promise<unknown[]> {
    const answers: unknown[] = calls.map(refusal)
    const forwarded = calls.flatMap((call, index) => {
      if (answers[index] !== undefined) return []
      const { id, method, params } = call as RpcRequest
      return [{ call: { id: idOf(id), method, params }, index }]
    })
    if (forwarded.length === 0) return answers
    const results = await forward(forwarded.map(({ call }) => call))
    forwarded.forEach(({ index }, i) => (answers[index] = results[i]))
    if (forwarded.some(({ call }) => call.method === 'eth_sendRawTransaction')) options.onTransaction()
    return answers
  }

  /** Under ids of our own: the caller's may repeat. Keys other than these four never reach the node. */
  async function forward(calls: readonly RpcRequest[]): Promise<unknown[]> {
    const request = calls.map(({ method, params }, id) => ({
      jsonrpc: '2.0',
      id,
      method,
      params: params ?? [],
    }))
    let answers: unknown
    try {
      const response = await fetch(options.rpcUrl(), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(request),
        signal: AbortSignal.timeout(ANSWER_MS),
      })
      answers = await response.json()
    } catch {
      // The node is being started again (its supervisor reports why) or hangs.
      return calls.map(({ id }) => failure(id, -32603, 'The chain is not reachable at the moment'))
    }
    const byId = new Map(
      (Array.isArray(answers) ? answers : []).map((answer: { id: number }) => [answer.id, answer]),
    )
    return calls.map(({ id }, index) => {
      const answer = byId.get(index)
      return answer === undefined ? failure(id, -32603, 'The chain gave no answer') : { ...answer, id }
    })
  }
}

function refusal(call: unknown): unknown {
  if (typeof call !== 'object' || call === null) return failure(null, -32600, 'Invalid request')
  const { id, method, params } = call as Partial<Record<string, unknown>>
  const named = idOf(id)
  if (typeof method !== 'string' || (params !== undefined && typeof params !== 'object'))
    return failure(named, -32600, 'Invalid request')
  return ALLOWED.has(method) ? undefined : failure(named, -32601, `Method not found: ${method.slice(0, 64)}`)
}
