/** JSON-RPC 2.0 over parsed bodies: one call or a batch, and always an answer in its form. */
import { BadParameterError } from './rpcEncodings.ts'
import { RpcError, type RpcMethod } from './rpc/rpcMethod.ts'
import { TransactionRefusedError } from './transactionRefusedError.ts'

export const RPC_BATCH_MAX = 100

type RpcId = number | string | null
export type Answer = Readonly<Record<string, unknown>>
export interface Call {
  readonly id: RpcId
  readonly method: string
  readonly params: readonly unknown[]
}

const failure = (id: RpcId, code: number, message: string, data?: unknown): Answer => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, ...(data === undefined ? {} : { data }) },
})

export function createRpcAnswers(options: {
  readonly methods: ReadonlyMap<string, RpcMethod>
  /** An unexpected error. */
  readonly onTrouble: (error: Error) => void
}): (body: unknown) => Promise<unknown> {
  return async (body) => {
    if (!Array.isArray(body)) return answer(body)
    if (body.length === 0) return failure(null, -32600, 'Invalid request')
    if (body.length > RPC_BATCH_MAX) return failure(null, -32600, `At most ${RPC_BATCH_MAX} calls at once`)
    const answers: Answer[] = []
    for (const call of body) answers.push(await answer(call))
    return answers
  }

  async function answer(body: unknown): Promise<Answer> {
    const call = readCall(body)
    if (call === undefined) return failure(null, -32600, 'Invalid request')
    const { id, method, params } = call
    const handle = options.methods.get(method)
    if (handle === undefined) return failure(id, -32601, 'Method not found')
    try {
      return { jsonrpc: '2.0', id, result: await handle(params) }
    } catch (error) {
      if (error instanceof RpcError) return failure(id, error.code, error.message, error.data)
      if (error instanceof BadParameterError) return failure(id, -32602, `Invalid param: ${error.message}`)
      if (error instanceof TransactionRefusedError) return failure(id, -32602, error.message)
      options.onTrouble(error as Error)
      return failure(id, -32603, 'Internal error')
    }
  }
}

export function readCall(body: unknown): Call | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { id = null, method, params = [] } = body as Readonly<Record<string, unknown>>
  if (typeof method !== 'string' || !Array.isArray(params)) return undefined
  if (id !== null && typeof id !== 'number' && typeof id !== 'string') return undefined
  return { id, method, params }
}
