/** One line per step with its time, and a line below it while a step is long: people wait when they see why. */
export interface Progress {
  /** Runs a step, prints what it is before and how long it took after. */
  step<T>(title: string, run: (detail: (text: string) => void) => Promise<T>): Promise<T>
  line(text: string): void
}

export function createProgress(print: (text: string) => void, nowMs: () => number): Progress {
  return {
    async step(title, run) {
      const startedMs = nowMs()
      let last = ''
      const result = await run((text) => {
        if (text !== last) print(`  · ${text}`)
        last = text
      })
      print(`✓ ${title} (${((nowMs() - startedMs) / 1000).toFixed(1)} s)`)
      return result
    },
    line: print,
  }
}
