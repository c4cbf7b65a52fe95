/**
 * Collects the latest of each key and hands all of them over after a while, so that what changes often leaves
 * seldom. Nothing is kept waiting for by a process that wants to end.
 */
export interface LatestByKey<Value> {
  put(key: string, value: Value): void
  drop(key: string): void
  stop(): void
}

export function createLatestByKey<Value>(
  delayMs: number,
  flush: (values: readonly Value[]) => void,
): LatestByKey<Value> {
  const latest = new Map<string, Value>()
  let timer: NodeJS.Timeout | undefined
  const fire = (): void => {
    timer = undefined
    const values = [...latest.values()]
    latest.clear()
    if (values.length > 0) flush(values)
  }
  return {
    put: (key, value) => {
      latest.set(key, value)
      timer ??= setTimeout(fire, delayMs).unref()
    },
    drop: (key) => void latest.delete(key),
    stop: () => clearTimeout(timer),
  }
}
