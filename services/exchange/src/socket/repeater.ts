/**
 * Says again what has not been said for a while: clients take a feed for stale that is silent, and a market may rest. A
 * timer runs only while there is anything to repeat, and keeps no process from its end.
 */
import { SNAPSHOT_REPEAT_LOOK_MS, SNAPSHOT_REPEAT_MS } from '../limits.ts'

export interface Repeater {
  /** What there is to repeat, all of it; of what is new the time counts from here. */
  watch(names: readonly string[]): void
  /** It has just been told to all its listeners. */
  said(name: string): void
  stop(): void
}

export function createRepeater(repeat: (name: string) => void): Repeater {
  const saidMs = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined

  const look = (): void => {
    const nowMs = performance.now()
    for (const [name, atMs] of saidMs) {
      if (nowMs - atMs < SNAPSHOT_REPEAT_MS) continue
      saidMs.set(name, nowMs)
      repeat(name)
    }
  }
  const stop = (): void => {
    clearInterval(timer)
    timer = undefined
  }
  return {
    watch(names) {
      const wanted = new Set(names)
      for (const name of saidMs.keys()) if (!wanted.has(name)) saidMs.delete(name)
      for (const name of wanted) if (!saidMs.has(name)) saidMs.set(name, performance.now())
      if (wanted.size === 0) stop()
      else timer ??= setInterval(look, SNAPSHOT_REPEAT_LOOK_MS).unref()
    },
    said(name) {
      if (saidMs.has(name)) saidMs.set(name, performance.now())
    },
    stop,
  }
}
