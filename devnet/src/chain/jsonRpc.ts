/** JSON-RPC over HTTP: one call, its result or an error with the node's own words. */

class JsonRpcError extends Error {
  override readonly name = 'JsonRpcError'
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

let nextId = 1

/** A node that has not answered by then hangs: the caller is told, and a stop comes to its end. */
export const ANSWER_MS = 20_000

export async function jsonRpc<T>(
  url: string,
  method: string,
  params: readonly unknown[] = [],
  answerMs = ANSWER_MS,
): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: nextId++, method, params }),
    signal: AbortSignal.timeout(answerMs),
  }).catch((cause: unknown) => {
    if (!(cause instanceof DOMException && cause.name === 'TimeoutError')) throw cause
    throw new Error(`the local chain did not answer ${method} within ${answerMs / 1000} s`, { cause })
  })
  const answer = (await response.json()) as { result?: T; error?: { code: number; message: string } }
  if (answer.error) throw new JsonRpcError(answer.error.code, `${method}: ${answer.error.message}`)
  return answer.result as T
}
