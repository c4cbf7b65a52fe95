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

export async function jsonRpc<T>(url: string, method: string, params: readonly unknown[] = []): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: nextId++, method, params }),
  })
  const answer = (await response.json()) as { result?: T; error?: { code: number; message: string } }
  if (answer.error) throw new JsonRpcError(answer.error.code, `${method}: ${answer.error.message}`)
  return answer.result as T
}
