/** What has to be stopped, in the order of its start. */
export type Stop = () => void | Promise<void>

export interface Stops {
  add(...stops: readonly Stop[]): void
  /** Stops after everything that was and will be added. */
  addLast(stop: Stop): void
  /**
   * Last started, first stopped: what comes in ends before the engine, the engine before what reads from it. One that
   * fails keeps none of the others running; throws its error, or an AggregateError of several.
   */
  all(): Promise<void>
}

export function createStops(): Stops {
  const stops: Stop[] = []
  return {
    add(...more) {
      for (const stop of more) stops.push(stop)
    },
    addLast: (stop) => void stops.unshift(stop),
    async all() {
      const failures: unknown[] = []
      for (let stop = stops.pop(); stop !== undefined; stop = stops.pop())
        try {
          await stop()
        } catch (error) {
          failures.push(error)
        }
      if (failures.length > 1) throw new AggregateError(failures, 'several parts did not stop')
      if (failures.length === 1) throw failures[0]
    },
  }
}
