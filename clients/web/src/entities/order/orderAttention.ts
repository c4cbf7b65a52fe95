/**
 * Which orders already have someone who waits for them. A fill may reach us before the answer to its own POST;
 * notices about events therefore wait until no submission is under way, and then leave out the awaited ids.
 */
export interface Attention {
  /** This order's events are told by its own submission. */
  expect(id: string): void
  end(): void
}

export function createOrderAttention() {
  const expected = new Set<string>()
  let running = 0
  let waiting: (() => void)[] = []
  return {
    begin(): Attention {
      running += 1
      let hasEnded = false
      return {
        expect: (id) => void expected.add(id.toLowerCase()),
        end() {
          if (hasEnded) return
          hasEnded = true
          running -= 1
          if (running > 0) return
          const ready = waiting
          waiting = []
          for (const run of ready) run()
        },
      }
    },
    isExpected: (id: string): boolean => expected.has(id.toLowerCase()),
    /** Runs now, or when the last submission under way has ended. */
    whenIdle(run: () => void): void {
      if (running === 0) run()
      else waiting.push(run)
    },
  }
}

export const orderAttention = createOrderAttention()
