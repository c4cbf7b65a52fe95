/** The calls that the watcher makes, over any carrier of JSON-RPC: HTTP, or a node in this process. */
import { SolanaUnreachableError } from '@vest/runtime'

/** Takes and gives parsed bodies. */
export type AskRpc = (body: unknown) => Promise<unknown>
export type CallRpc = <Result>(method: string, params: readonly unknown[]) => Promise<Result>

const ANSWER_MS = 10_000

export const askOverHttp =
  (url: string): AskRpc =>
  async (body) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    return response.json()
  }

/** Throws {@link SolanaUnreachableError} for whatever is no result. */
export const createSolanaRpc =
  (ask: AskRpc): CallRpc =>
  async <Result>(method: string, params: readonly unknown[]) => {
    let answer: unknown
    try {
      answer = await ask({ jsonrpc: '2.0', id: 1, method, params })
    } catch (error) {
      throw new SolanaUnreachableError(`${method}: ${(error as Error).message}`)
    }
    if (typeof answer !== 'object' || answer === null || !('result' in answer))
      throw new SolanaUnreachableError(`${method}: ${JSON.stringify(answer).slice(0, 200)}`)
    return answer.result as Result
  }
