/** Solana's JSON-RPC as far as transfers need it ([7.31]), over any carrier of parsed bodies. */
import { bytesOfBase64, type SolanaAccountFacts } from '@vest/protocol'

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

export function createSolanaRpc(carrier: SolanaCarrier): SolanaRpc {
  async function call<Result>(method: string, params: readonly unknown[]): Promise<Result> {
    const answer = await carrier({ jsonrpc: '2.0', id: 1, method, params })
    if (typeof answer !== 'object' || answer === null)
      throw new SolanaRpcError(-32603, 'No answer', undefined)
    if ('result' in answer) return answer.result as Result
    const { code, message, data } = ('error' in answer ? answer.error : undefined) as {
      readonly code: number
      readonly message: string
      readonly data?: unknown
    }
    throw new SolanaRpcError(code, message, data)
  }
  return {
    call,
    value: async <Value>(method: string, params: readonly unknown[]) =>
      (await call<{ readonly value: Value }>(method, params)).value,
  }
}

/** Over HTTP; `url` is that of the chain's RPC. */
export const solanaOverHttp =
  (url: string, fetch: typeof globalThis.fetch = globalThis.fetch.bind(globalThis)): SolanaCarrier =>
  async (body) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    return response.json()
  }
const ANSWER_MS = 15_000

/** As `getMultipleAccounts` tells an account with encoding base64. */
export interface AccountAnswer {
  readonly owner: string
  readonly lamports: number
  readonly data: readonly [string, 'base64']
}
const ACCOUNTS_AT_ONCE = 100

export async function readAccounts(
  rpc: SolanaRpc,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, SolanaAccountFacts>> {
  const found = new Map<string, SolanaAccountFacts>()
  for (let from = 0; from < addresses.length; from += ACCOUNTS_AT_ONCE) {
    const asked = addresses.slice(from, from + ACCOUNTS_AT_ONCE)
    const answers = await rpc.value<readonly (AccountAnswer | null)[]>('getMultipleAccounts', [
      asked,
      { encoding: 'base64', commitment: 'confirmed' },
    ])
    for (const [at, address] of asked.entries()) {
      const facts = accountFacts(answers[at])
      if (facts !== undefined) found.set(address, facts)
    }
  }
  return found
}

export function accountFacts(answer: AccountAnswer | null | undefined): SolanaAccountFacts | undefined {
  if (answer === null || answer === undefined) return undefined
  const data = bytesOfBase64(answer.data[0])
  return data && { program: answer.owner, lamports: BigInt(answer.lamports), data }
}
