/** The calls that the watcher makes; what is no result is the chain out of reach, which is waited for. */
import { createSolanaRpc, type SolanaCarrier } from '@vest/protocol'
import { SolanaUnreachableError } from '@vest/runtime'

export type CallChain = <Result>(method: string, params: readonly unknown[]) => Promise<Result>

/** Throws {@link SolanaUnreachableError} for whatever is no result. */
export function callChain(carrier: SolanaCarrier): CallChain {
  const rpc = createSolanaRpc(carrier)
  return async <Result>(method: string, params: readonly unknown[]) => {
    try {
      return await rpc.call<Result>(method, params)
    } catch (error) {
      throw new SolanaUnreachableError(`${method}: ${(error as Error).message}`, { cause: error })
    }
  }
}
