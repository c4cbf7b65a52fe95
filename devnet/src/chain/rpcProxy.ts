/**
 * The chain's RPC as a browser may use it (`rpcCalls.ts`), a few calls at a time (`rpcGate.ts`). Whatever is not on
 * the list is answered as unknown, so the node itself never sees it.
 */
import { boundOf, isRpcRefusal, type RpcRefusal } from './rpcCalls.ts'
import { createRpcGate } from './rpcGate.ts'

export const RPC_BATCH_MAX = 100
/** A call of a browser that has not been answered by then is given up. */
const RPC_ANSWER_MS = 10_000

type RpcId = number | string | null
interface RpcRequest {
  readonly id: RpcId
  readonly method: string
  readonly params: readonly unknown[]
}
/** What JSON-RPC allows as an id; anything else is answered under null. */
const idOf = (id: unknown): RpcId => (typeof id === 'number' || typeof id === 'string' ? id : null)
const failure = (id: RpcId, { code, message }: RpcRefusal) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
})
const INVALID: RpcRefusal = { code: -32600, message: 'Invalid request' }
const BUSY: RpcRefusal = { code: -32005, message: 'Too many calls at once; try again' }
/** The node is being started again (its supervisor reports why) or hangs. */
const UNREACHABLE: RpcRefusal = { code: -32603, message: 'The chain is not reachable at the moment' }
const NO_ANSWER: RpcRefusal = { code: -32603, message: 'The chain gave no answer' }

/** Answers one parsed JSON-RPC body, single or batch, always with a JSON-RPC answer. */
export function createRpcProxy(options: {
  readonly rpcUrl: () => string
  /** Told after a transaction went in, so that no reader waits for the next poll. */
  readonly onTransaction: () => void
}): (body: unknown) => Promise<unknown> {
  const gate = createRpcGate()
  return async (body) => {
    if (!Array.isArray(body)) return answer(body)
    if (body.length === 0) return failure(null, INVALID)
    if (body.length > RPC_BATCH_MAX)
      return failure(null, { code: -32600, message: `At most ${RPC_BATCH_MAX} calls at once` })
    return Promise.all(body.map(answer))
  }

  async function answer(call: unknown): Promise<unknown> {
    const read = readCall(call)
    if ('error' in read) return read
    const answered = await gate.enter(() => forward(read))
    if (answered === undefined) return failure(read.id, BUSY)
    if (read.method === 'eth_sendRawTransaction') options.onTransaction()
    return answered
  }

  /** Under an id of our own. Keys other than these four never reach the node. */
  async function forward({ id, method, params }: RpcRequest): Promise<unknown> {
    try {
      const response = await fetch(options.rpcUrl(), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        signal: AbortSignal.timeout(RPC_ANSWER_MS),
      })
      const answered: unknown = await response.json()
      if (typeof answered !== 'object' || answered === null) return failure(id, NO_ANSWER)
      return { ...answered, id }
    } catch {
      return failure(id, UNREACHABLE)
    }
  }
}

function readCall(call: unknown): RpcRequest | ReturnType<typeof failure> {
  if (typeof call !== 'object' || call === null) return failure(null, INVALID)
  const { id, method, params = [] } = call as Partial<Record<string, unknown>>
  const named = idOf(id)
  if (typeof method !== 'string' || typeof params !== 'object' || params === null)
    return failure(named, INVALID)
  const bound = boundOf(method)
  if (bound === undefined)
    return failure(named, { code: -32601, message: `Method not found: ${method.slice(0, 64)}` })
  // Wallets send parameters by place, never by name.
  if (!Array.isArray(params)) return failure(named, { code: -32602, message: 'params is not a list' })
  const bounded = bound(params)
  return isRpcRefusal(bounded) ? failure(named, bounded) : { id: named, method, params: bounded }
}
