/** The event loop as a port, so that a test can hold the seconds in its hand. */
export interface Timers {
  /** Calls again and again; returns the end of it. */
  every(periodMs: number, action: () => void): () => void
  /** Calls once; returns the cancellation. */
  after(delayMs: number, action: () => void): () => void
  /** Calls once what has arrived was read. */
  soon(action: () => void): void
}

export const nodeTimers: Timers = {
  every(periodMs, action) {
    const timer = setInterval(action, periodMs)
    return () => clearInterval(timer)
  },
  after(delayMs, action) {
    const timer = setTimeout(action, delayMs)
    return () => clearTimeout(timer)
  },
  soon: (action) => void setImmediate(action),
}
