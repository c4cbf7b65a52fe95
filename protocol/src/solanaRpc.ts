/**
 * Solana's JSON-RPC as clients and adapters ask it ([7.31]), over any carrier of parsed bodies: HTTP, the frame of a wallet, or
 * a node in the same process.
 */

/** Takes and gives parsed bodies of JSON-RPC. */
export type SolanaCarrier = (body: {
  readonly jsonrpc: '2.0'
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}) => Promise<unknown>

/** The chain answered with an error. `code` is JSON-RPC's; `data` as it came. */
export class SolanaRpcError extends Error {
  override readonly name = 'SolanaRpcError'
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

export interface SolanaRpc {
  /** Throws {@link SolanaRpcError}, and what the carrier throws. */
  call<Result>(method: string, params: readonly unknown[]): Promise<Result>
  /** Whose `value` it is, for the methods that answer with a context. */
  value<Value>(method: string, params: readonly unknown[]): Promise<Value>
}

interface RpcFault {
  readonly code: number
  readonly message: string
  readonly data: unknown
}
/** JSON-RPC's own, for what is neither a result nor an error. */
const INTERNAL_ERROR = -32603

export function createSolanaRpc(carrier: SolanaCarrier): SolanaRpc {
  async function call<Result>(method: string, params: readonly unknown[]): Promise<Result> {
    const answer = await carrier({ jsonrpc: '2.0', id: 1, method, params })
    if (typeof answer === 'object' && answer !== null && 'result' in answer) return answer.result as Result
    const said = (answer as { readonly error?: Partial<RpcFault> } | null | undefined)?.error
    throw new SolanaRpcError(said?.code ?? INTERNAL_ERROR, said?.message ?? 'No answer', said?.data)
  }
  return {
    call,
    value: async <Value>(method: string, params: readonly unknown[]) =>
      (await call<{ readonly value: Value }>(method, params)).value,
  }
}

/** What of `fetch` it takes to ask over HTTP. The caller bounds how long it takes, by `SOLANA_ANSWER_MS`: there is no clock here. */
export type PostJson = (
  url: string,
  init: {
    readonly method: 'POST'
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  },
) => Promise<{ json(): Promise<unknown> }>

/** An answer that takes longer is given up. */
export const SOLANA_ANSWER_MS = 15_000

/** Over HTTP; `url` is that of the chain's RPC. */
export const solanaOverHttp =
  (url: string, fetch: PostJson): SolanaCarrier =>
  async (body) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return response.json()
  }
