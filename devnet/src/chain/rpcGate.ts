/**
 * How much of the node the browsers of this machine may have at once: a few calls under way, a queue behind them, and
 * beyond it a refusal. The exchange's own calls go to the node beside it.
 */
export const RPC_UNDER_WAY_MAX = 4
export const RPC_WAITING_MAX = 200

export interface RpcGate {
  /** Runs the work when its turn has come; undefined, and nothing is done, where too much waits. */
  enter<T>(work: () => Promise<T>): Promise<T> | undefined
}

export function createRpcGate(underWayMax = RPC_UNDER_WAY_MAX, waitingMax = RPC_WAITING_MAX): RpcGate {
  let underWay = 0
  const waiting: (() => void)[] = []
  const leave = (): void => {
    const next = waiting.shift()
    if (next === undefined) underWay -= 1
    else next()
  }
  return {
    enter(work) {
      if (underWay < underWayMax) {
        underWay += 1
        return work().finally(leave)
      }
      if (waiting.length >= waitingMax) return undefined
      return new Promise<void>((resolve) => waiting.push(resolve)).then(work).finally(leave)
    },
  }
}
