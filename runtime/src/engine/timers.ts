/** The event loop as a port, so that a test can control time. */
export interface Timers {
  /** Calls repeatedly; returns the function that stops it. */
  every(periodMs: number, action: () => void): () => void
  /** Calls once; returns the function that cancels it. */
  after(delayMs: number, action: () => void): () => void
  /** Calls once after messages that have arrived were read. */
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
